/** Which files are uploaded, as what, and whose turn it is. Pure. */
import type { UploadKind } from '../../kit/uploads/upload.ts';

/** What of a file tells it from another. */
export interface NamedFile {
  name: string;
  size: number;
  type: string;
  lastModified: number;
}

export type UploadState =
  | 'waiting'
  | 'sending'
  /** All bytes are sent; the service looks at the file. */
  | 'examined'
  /** Between two tries. */
  | 'pausing'
  | 'done'
  | 'failed'
  | 'cancelled';

/** As many uploads at once as help: more only share the same line. */
export const maxUnderWay = 3;
/** A folder may hold a whole life; a queue longer than this is no help to anybody. */
export const maxQueued = 1000;

const pages = /\.(pdf|tiff?)$/i;
const pageTypes = ['application/pdf', 'image/tiff'];

/** A TIFF may have several pages, as a PDF has; everything else is one picture. What it really is, the service finds out. */
export const uploadKindOf = ({ name, type }: Pick<NamedFile, 'name' | 'type'>): UploadKind =>
  pageTypes.includes(type) || pages.test(name) ? 'document' : 'photo';

const rubbish = /^(\.|Thumbs\.db$|desktop\.ini$|ehthumbs\.db$)/i;

/** What systems leave in folders and nobody means to print. */
const isRubbish = ({ name }: Pick<NamedFile, 'name'>): boolean => rubbish.test(name);

/** The same file chosen twice: name, size and time agree. */
const markOf = ({ name, size, lastModified }: NamedFile): string => `${size} ${lastModified} ${name}`;

export interface Sorted<F extends NamedFile> {
  added: F[];
  /** Names of those that are in the queue already. */
  twice: string[];
  /** How many had no room any more. */
  left: number;
}

/** Which of the chosen files are new. `queued` are those that are there and were not given up. */
export function sortChosen<F extends NamedFile>(
  chosen: readonly F[],
  queued: readonly NamedFile[],
): Sorted<F> {
  const known = new Set(queued.map(markOf));
  const sorted: Sorted<F> = { added: [], twice: [], left: 0 };
  for (const file of chosen) {
    if (isRubbish(file)) continue;
    const mark = markOf(file);
    if (known.has(mark)) sorted.twice.push(file.name);
    else if (known.size >= maxQueued) sorted.left += 1;
    else {
      known.add(mark);
      sorted.added.push(file);
    }
  }
  return sorted;
}

export const isUnderWay = (state: UploadState): boolean =>
  state === 'sending' || state === 'examined' || state === 'pausing';

/** Those that may begin now, in the order in which they were chosen. */
export function nextToStart<E extends { state: UploadState }>(entries: readonly E[]): E[] {
  const running = entries.filter(({ state }) => isUnderWay(state)).length;
  return entries.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, maxUnderWay - running));
}

/** 0 to 1 of all that was not given up, by bytes. */
export function shareOf(
  entries: ReadonlyArray<{ state: UploadState; share: number; file: NamedFile }>,
): number {
  const wanted = entries.filter(({ state }) => state !== 'cancelled' && state !== 'failed');
  const bytes = wanted.reduce((sum, { file }) => sum + file.size, 0);
  const sent = wanted.reduce(
    (sum, { state, share, file }) => sum + file.size * (state === 'done' ? 1 : share),
    0,
  );
  return bytes === 0 ? 0 : sent / bytes;
}
