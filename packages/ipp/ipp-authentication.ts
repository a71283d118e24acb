/**
 * Owns how a client proves who it is to one printer: Basic (RFC 7617) and Digest (RFC 7616), chosen by what the printer asks.
 * Nothing is sent before the printer has asked for it, so one that takes Digest never sees the password.
 *
 * INVARIANTS
 * 1. A password leaves in readable form only where `mayBeReadable` says so.
 * 2. A nonce count is never used twice with one nonce, however many requests are under way.
 * 3. No sentence of this file holds a password.
 */
import { randomBytes } from 'node:crypto';
import { type HttpChallenge, readChallenges } from './http-challenge.ts';
import { digestHash, digestRank, digestResponse } from './http-digest.ts';
import type { IppCredentials } from './ipp-target.ts';
import type { LoginProblem } from './ipp-transport-error.ts';

/** What an authenticator is made of. */
export interface AuthenticatorOptions {
  /** Asked for every request, so that new ones count at once. */
  credentials: () => IppCredentials | undefined;
  /** True where Basic may be used: over TLS, to this machine, or because somebody allowed it. */
  mayBeReadable: () => boolean;
  /** The request target. */
  path: string;
}

/** What follows from a 401. */
export type ChallengeVerdict =
  | { isAnswerable: true }
  | { isAnswerable: false; login: LoginProblem; problem: string };

/** The state of one client's proofs. */
export interface Authenticator {
  /** The Authorization of the next request; undefined when the printer has not asked for any, or there is nothing to say. */
  authorization(): string | undefined;
  /**
   * Takes the WWW-Authenticate of a 401. `answered` says whether this very challenge had been answered already: true after
   * an authorization that was made from a challenge of the same request.
   */
  challenged(header: string, attempt: { answered: boolean }): ChallengeVerdict;
}

interface DigestSession {
  kind: 'digest';
  algorithm: string;
  realm: string;
  nonce: string;
  opaque: string | undefined;
  hasQop: boolean;
  hashesUser: boolean;
  /** One a nonce: -sess fixes its key with the first, and later requests must find the same. */
  cnonce: string;
  count: number;
}

type Session = { kind: 'basic' } | DigestSession;

const method = 'POST';

function digestSessionOf({ scheme, parameters }: HttpChallenge): DigestSession | undefined {
  const algorithm = parameters.get('algorithm') ?? 'MD5';
  const nonce = parameters.get('nonce');
  if (scheme !== 'digest' || nonce === undefined || digestRank(algorithm) === undefined) return undefined;
  const qop = parameters
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/);
  if (qop && !qop.includes('auth')) return undefined;
  // Without qop there is no cnonce, and so no key of a session.
  if (!qop && /-sess$/i.test(algorithm)) return undefined;
  return {
    kind: 'digest',
    algorithm,
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque'),
    hasQop: qop !== undefined,
    hashesUser: parameters.get('userhash')?.toLowerCase() === 'true',
    cnonce: randomBytes(16).toString('hex'),
    count: 0,
  };
}

/** The strongest Digest that is offered, undefined when there is none. */
function strongestDigest(
  challenges: HttpChallenge[],
): { session: DigestSession; isStale: boolean } | undefined {
  const offers = challenges.flatMap((challenge) => {
    const session = digestSessionOf(challenge);
    const isStale = challenge.parameters.get('stale')?.toLowerCase() === 'true';
    return session ? [{ session, isStale }] : [];
  });
  const rank = (offer: { session: DigestSession }): number => digestRank(offer.session.algorithm) ?? 0;
  return offers.sort((one, other) => rank(other) - rank(one))[0];
}

const inQuotes = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** RFC 7616 section 3.4.4: a name is hashed when the printer wishes it, else written so that any name fits a header. */
function usernameParameter(session: DigestSession, username: string): string {
  if (session.hashesUser)
    return `username=${inQuotes(digestHash(session.algorithm, `${username}:${Buffer.from(session.realm, 'latin1').toString('utf8')}`))}, userhash=true`;
  if (/^[\x20-\x7e]*$/.test(username)) return `username=${inQuotes(username)}`;
  const encoded = encodeURIComponent(username).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `username*=UTF-8''${encoded}`;
}

function digestAuthorization(session: DigestSession, credentials: IppCredentials, path: string): string {
  session.count += 1;
  const { algorithm, realm, nonce, opaque, cnonce } = session;
  const protection = session.hasQop ? { nc: session.count.toString(16).padStart(8, '0'), cnonce } : undefined;
  // Headers arrive as Latin-1; what a printer hashes are the bytes, and those are UTF-8 (RFC 7616 section 4).
  const realmText = Buffer.from(realm, 'latin1').toString('utf8');
  const response = digestResponse({
    algorithm,
    realm: realmText,
    nonce,
    protection,
    method,
    uri: path,
    ...credentials,
  });
  const parameters = [
    usernameParameter(session, credentials.username),
    `realm=${inQuotes(realm)}`,
    `nonce=${inQuotes(nonce)}`,
    `uri=${inQuotes(path)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(protection ? ['qop=auth', `nc=${protection.nc}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${inQuotes(opaque)}`]),
  ];
  return `Digest ${parameters.join(', ')}`;
}

const basicAuthorization = ({ username, password }: IppCredentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

const cannot = (login: LoginProblem, problem: string): ChallengeVerdict => ({
  isAnswerable: false,
  login,
  problem,
});

/** Creates the state of one client. */
export function createAuthenticator({
  credentials,
  mayBeReadable,
  path,
}: AuthenticatorOptions): Authenticator {
  let session: Session | undefined;
  return {
    authorization() {
      const known = credentials();
      if (!known || !session) return undefined;
      if (session.kind === 'digest') return digestAuthorization(session, known, path);
      return mayBeReadable() ? basicAuthorization(known) : undefined;
    },
    challenged(header, { answered }) {
      const challenges = readChallenges(header);
      const known = credentials();
      const digest = strongestDigest(challenges);
      const isBasic = !digest && challenges.some(({ scheme }) => scheme === 'basic');
      // A nonce that ran out says nothing about the password.
      const isRefused = answered && !digest?.isStale;
      session = digest?.session ?? (isBasic ? { kind: 'basic' } : undefined);
      if (!known) return cannot('needed', 'the printer asks for a user name and a password');
      if (!session) {
        const schemes = challenges.map(({ scheme }) => scheme).join(', ') || 'nothing that is known';
        return cannot('unknown', `the printer asks for a proof that can't be given here (${schemes})`);
      }
      if (isRefused) return cannot('refused', 'the printer refuses the user name or the password');
      if (isBasic && known.username.includes(':'))
        return cannot('refused', 'the printer asks for a user name that has no colon in it');
      if (isBasic && !mayBeReadable())
        return cannot(
          'readable',
          'the printer asks for the password in readable form over a connection that is not encrypted; it was not sent',
        );
      return { isAnswerable: true };
    },
  };
}
