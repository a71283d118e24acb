/**
 * What a finding is, how a number becomes one, and how findings become a verdict. Pure. There is no score: a score says
 * nothing of what to do (the classic ones fail outside the photos they were tuned on); a named defect can be acted upon.
 */
import { messageOf, type QualityMessage, type QualityName } from './quality-message-rules.ts';

/**
 * How grave a finding is. `info`: worth knowing, changes nothing. `warning`: people who look for it see it. `severe`: everybody
 * sees it. `fatal`: not worth the paper.
 */
export type Severity = 'info' | 'warning' | 'severe' | 'fatal';
export type Verdict = 'good' | 'acceptable' | 'poor' | 'unprintable';

export interface Finding extends QualityMessage {
  name: QualityName;
  severity: Severity;
  value: number;
  /** Where this severity begins. */
  threshold: number;
  unit: string;
}

/** Gravest first. */
const severities: readonly Severity[] = ['fatal', 'severe', 'warning', 'info'];

/** The gravest finding makes the verdict; nothing is added up. */
const verdicts: Record<Severity, Verdict> = {
  fatal: 'unprintable',
  severe: 'poor',
  warning: 'acceptable',
  info: 'good',
};

/** A number that a finding may come of. */
export interface Measured {
  name: QualityName;
  value: number;
  unit: string;
}

/** From grave to light. */
export type Levels = readonly (readonly [threshold: number, severity: Severity])[];

const rounded = (value: number) => Math.round(value * 100) / 100;

function findingOf({ name, value, unit }: Measured, [threshold, severity]: Levels[number]): Finding {
  const numbers = { value: rounded(value), threshold: rounded(threshold) };
  return { name, severity, ...numbers, unit, ...messageOf(name, numbers) };
}

/** The gravest level that the value reaches, as a finding; none below all of them. */
export function over(measured: Measured, levels: Levels): Finding[] {
  const level = levels.find(([threshold]) => measured.value >= threshold);
  return level ? [findingOf(measured, level)] : [];
}

/** The same for values that are bad when they are small. */
export function under(measured: Measured, levels: Levels): Finding[] {
  const level = levels.find(([threshold]) => measured.value < threshold);
  return level ? [findingOf(measured, level)] : [];
}

export const isGraver = (one: Finding, other: Finding): boolean =>
  severities.indexOf(one.severity) < severities.indexOf(other.severity);

export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));

/** The verdict of findings in any order. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const [gravest] = sortFindings(findings);
  return gravest ? verdicts[gravest.severity] : 'good';
}
