/**
 * Owns the arithmetic of HTTP Digest (RFC 7616), for the client that answers a challenge and for a server that checks an
 * answer: MD5, SHA-256 and SHA-512-256, each with -sess, qop=auth or none (RFC 2069). No I/O; keeps nothing.
 */
import { createHash } from 'node:crypto';

/** The algorithms by name, weakest first; the name in the challenge may differ in case. */
const hashes: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };

/** Of two supported algorithms the stronger has the higher rank; undefined for one that is not supported. */
export function digestRank(algorithm: string): number | undefined {
  const { name, isSession } = splitAlgorithm(algorithm);
  const rank = Object.keys(hashes).indexOf(name);
  return rank < 0 ? undefined : rank * 2 + (isSession ? 1 : 0);
}

function splitAlgorithm(algorithm: string): { name: string; isSession: boolean } {
  const upper = algorithm.toUpperCase();
  const isSession = upper.endsWith('-SESS');
  return { name: isSession ? upper.slice(0, -5) : upper, isSession };
}

/** The hash of a text in lower-case hexadecimal, by the algorithm of a challenge. Throws TypeError when it is not supported. */
export function digestHash(algorithm: string, content: string): string {
  const hash = hashes[splitAlgorithm(algorithm).name];
  if (hash === undefined) throw new TypeError(`${algorithm} is no digest algorithm`);
  return createHash(hash).update(content, 'utf8').digest('hex');
}

/** Everything that goes into a response. */
export interface DigestInput {
  algorithm: string;
  username: string;
  password: string;
  realm: string;
  nonce: string;
  method: string;
  /** The request target as it stands in the request line. */
  uri: string;
  /** Undefined for a challenge without qop. `nc` is written as 8 hexadecimal digits. */
  protection: { nc: string; cnonce: string } | undefined;
}

/** The `response` parameter (RFC 7616 section 3.4.1). */
export function digestResponse(input: DigestInput): string {
  const { algorithm, username, password, realm, nonce, method, uri, protection } = input;
  const hash = (...words: string[]): string => digestHash(algorithm, words.join(':'));
  const { isSession } = splitAlgorithm(algorithm);
  const plain = hash(username, realm, password);
  const secret = isSession ? hash(plain, nonce, protection?.cnonce ?? '') : plain;
  const request = hash(method, uri);
  return protection
    ? hash(secret, nonce, protection.nc, protection.cnonce, 'auth', request)
    : hash(secret, nonce, request);
}
