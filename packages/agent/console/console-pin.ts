/**
 * The number that opens the console: made once, kept in the agent's folder, readable by its owner alone. It is kept as it is:
 * whoever can read this folder has the agent's identity too, and six digits hashed are six digits.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEnrolledCloud } from '../cloud-access/identity.ts';
import { identityPathOf, writeWholeFile } from '../machine/agent-folder.ts';

const pinPathOf = (dir: string): string => join(dir, 'console-pin');

/** 4 to 12 digits. */
export const isPin = (text: string): boolean => /^\d{4,12}$/.test(text);

/** The PIN of the agent in this folder; made when there is none. */
export function readPin(dir: string): string {
  const path = pinPathOf(dir);
  const stored = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return isPin(stored) ? stored : changePin(dir, String(randomInt(1_000_000)).padStart(6, '0'));
}

/** Whether the agent in this folder has a PIN, or is one that may be given one; an empty folder's would open nothing. */
export const hasPin = (dir: string): boolean =>
  existsSync(pinPathOf(dir)) || findEnrolledCloud(identityPathOf(dir)) !== undefined;

/** Stores another PIN, which counts from the next login on. Returns it. */
export function changePin(dir: string, pin: string): string {
  writeWholeFile(pinPathOf(dir), `${pin}\n`);
  return pin;
}
