/**
 * How one finds out that what listens on the console's port is the console of this very agent: it signs a challenge with the agent's
 * key. Owns the question and the answer; another program, or the console of another agent, can't give it.
 */
import { type KeyObject, randomBytes, sign, verify } from 'node:crypto';

export const consoleProofPath = '/proof';

/** 32 bytes in base64url. */
const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Nothing else that this key signs begins like it. */
const proofText = (challenge: string): Buffer => Buffer.from(`platen agent console\n${challenge}`);

/** The signature in base64url; undefined for what is no challenge. */
export const proveConsole = (privateKey: KeyObject, challenge: string): string | undefined =>
  isChallenge(challenge) ? sign(null, proofText(challenge), privateKey).toString('base64url') : undefined;

const withinMs = 3000;
const longestAnswer = 200;

/** Whether the console of the agent with this public key answers on the port of this machine. */
export async function isConsoleOf(publicKey: KeyObject, port: number): Promise<boolean> {
  const challenge = randomBytes(32).toString('base64url');
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${consoleProofPath}?challenge=${challenge}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    const text = await beginningOf(answer);
    return answer.ok && verify(null, proofText(challenge), publicKey, Buffer.from(text, 'base64url'));
  } catch {
    return false;
  }
}

/** Another program may send without an end. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > longestAnswer) break;
  }
  return text.slice(0, longestAnswer);
}
