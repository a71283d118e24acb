/** Sessions of the website: tokens and how long they last. Pure but for randomness; must never log or store a token. */
import { createHash, randomBytes } from 'node:crypto';

/** A session that nobody used for so long is over; each use begins it anew. */
export const sessionLifeMs = 30 * 24 * 3600 * 1000;

/** 256 random bits in base64url. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

/** True when it has the form of a token: what doesn't, needs no look at the database. */
export const isSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** What is stored of a token: its SHA-256 in hex. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');
