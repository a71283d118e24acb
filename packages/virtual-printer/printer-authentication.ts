/**
 * Owns who may speak IPP to the virtual printer: Basic (RFC 7617) and Digest (RFC 7616) as printers have them, with nonces
 * that run out. Decides on the headers alone, before a byte of the message is read.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import { readChallenges } from '@platen/ipp/http-challenge';
import { digestRank, digestResponse } from '@platen/ipp/http-digest';

/** Who may print, and how that is proved. */
export interface PrinterLogin {
  /** What is offered; both means that the client may choose. */
  scheme: 'basic' | 'digest' | 'both';
  username: string;
  password: string;
  /** MD5, SHA-256 or SHA-512-256, with -sess or without; SHA-256 unless told. */
  algorithm?: string;
  /** Requests that one nonce is good for; no end unless told. */
  nonceUses?: number;
}

/** The answer to a request: undefined lets it in, else the WWW-Authenticate of a 401. */
export type PrinterGate = (request: http.IncomingMessage) => string[] | undefined;

const realm = 'Platen Virtual Printer';
/** Old nonces are forgotten: whoever comes back with one gets a new one. */
const maxNonces = 1000;

interface Nonce {
  uses: number;
  highestCount: number;
}

/** Creates the gate. Throws TypeError on an algorithm that is not known. */
export function createGate(login: PrinterLogin): PrinterGate {
  const { scheme, username, password, algorithm = 'SHA-256', nonceUses = Number.POSITIVE_INFINITY } = login;
  if (digestRank(algorithm) === undefined) throw new TypeError(`algorithm: ${algorithm} is not known`);
  const nonces = new Map<string, Nonce>();
  const basic = `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

  const challenges = (isStale: boolean): string[] => {
    const list: string[] = [];
    if (scheme !== 'basic') {
      const nonce = randomBytes(18).toString('base64url');
      nonces.set(nonce, { uses: 0, highestCount: 0 });
      const [oldest] = nonces.keys();
      if (nonces.size > maxNonces && oldest !== undefined) nonces.delete(oldest);
      const stale = isStale ? ', stale=true' : '';
      list.push(`Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${stale}`);
    }
    if (scheme !== 'digest') list.push(`Basic realm="${realm}", charset="UTF-8"`);
    return list;
  };

  const judgeDigest = (request: http.IncomingMessage, header: string): 'in' | 'stale' | 'out' => {
    const given = readChallenges(header)[0]?.parameters;
    const nonce = given?.get('nonce') ?? '';
    const [nc, cnonce, uri] = ['nc', 'cnonce', 'uri'].map((key) => given?.get(key) ?? '') as [
      string,
      string,
      string,
    ];
    if (given?.get('username') !== username || uri !== request.url || given.get('qop') !== 'auth')
      return 'out';
    const response = digestResponse({
      algorithm,
      username,
      password,
      realm,
      nonce,
      uri,
      method: request.method ?? '',
      protection: { nc, cnonce },
    });
    if (given.get('response') !== response || !/^[0-9a-f]{8}$/i.test(nc)) return 'out';
    const known = nonces.get(nonce);
    const count = Number.parseInt(nc, 16);
    // A count that was seen is a request that was overheard.
    if (!known || known.uses >= nonceUses || count <= known.highestCount) return 'stale';
    known.uses += 1;
    known.highestCount = count;
    return 'in';
  };

  return (request) => {
    const header = request.headers.authorization ?? '';
    if (scheme !== 'digest' && header === basic) return undefined;
    if (scheme === 'basic' || !/^digest /i.test(header)) return challenges(false);
    const verdict = judgeDigest(request, header);
    return verdict === 'in' ? undefined : challenges(verdict === 'stale');
  };
}
