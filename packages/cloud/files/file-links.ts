/**
 * Addresses at which a file can be fetched without a key: unguessable, for one file and one form of it, for one to two
 * days. Owns the form of such a token and its signature. The same file has the same address for a day, so that clients
 * and browsers keep what they have.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RestoreFileKind } from '@platen/contracts/restore-task';
import { deriveKey } from '../cloud-secret.ts';
import type { Deps } from '../context.ts';

/**
 * `original` is the upload as it came; `thumbnail` and `preview` are small pictures of it. The others are pictures beside a
 * restoration: their id is the restoration's. `shared` is the preview of a photo in a share, `shared_before` what it was
 * before, for as long as the share is open: their id is the share's, their part the position there. `region_before` and
 * `region_after` are a doubtful region of a restoration: their id is the restoration's, their part the region's.
 */
export type FileForm = 'thumbnail' | 'preview' | 'original' | SharedForm | RegionForm | RestoreFileKind;
export type SharedForm = 'shared' | 'shared_before';
export type RegionForm = 'region_before' | 'region_after';

const forms: readonly FileForm[] = [
  'thumbnail',
  'preview',
  'original',
  'mask',
  'before',
  'after',
  'shared',
  'shared_before',
  'region_before',
  'region_after',
];
const dayMs = 24 * 3_600_000;
const signatureBytes = 16;
const payloadBytes = 1 + 4 + 16 + 1;

export const filesPath = '/api/files';

type LinkDeps = Pick<Deps, 'secret' | 'now' | 'publicUrl'>;

const keys = new WeakMap<Buffer, Buffer>();

function signatureOf(secret: Buffer, payload: Buffer): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = deriveKey(secret, 'files');
    keys.set(secret, key);
  }
  return createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes);
}

/** The address of one form of an upload, of a picture beside a restoration, of a part (0 to 255) of a share, or of a region. */
export function fileLink(
  { secret, now, publicUrl }: LinkDeps,
  documentId: string,
  form: FileForm,
  part = 0,
): string {
  const payload = Buffer.alloc(payloadBytes);
  payload[0] = forms.indexOf(form);
  payload.writeUInt32BE(Math.floor(now() / dayMs) + 2, 1);
  payload.write(documentId.replaceAll('-', ''), 5, 'hex');
  payload[21] = part;
  const token = Buffer.concat([payload, signatureOf(secret, payload)]).toString('base64url');
  return `${publicUrl()}${filesPath}/${token}`;
}

export interface FileLink {
  documentId: string;
  form: FileForm;
  part: number;
  expiresAt: number;
}

/** What a token stands for; undefined when it was not made here or has expired. */
export function readFileLink(
  { secret, now }: Pick<Deps, 'secret' | 'now'>,
  token: string,
): FileLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== payloadBytes + signatureBytes || bytes.toString('base64url') !== token)
    return undefined;
  const payload = bytes.subarray(0, payloadBytes);
  if (!timingSafeEqual(bytes.subarray(payloadBytes), signatureOf(secret, payload))) return undefined;
  const form = forms[payload[0]!];
  const expiresAt = payload.readUInt32BE(1) * dayMs;
  if (form === undefined || expiresAt <= now()) return undefined;
  const hex = payload.toString('hex', 5, 21);
  const documentId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return { documentId: documentId.join('-'), form, part: payload[21]!, expiresAt };
}
