/**
 * A template of a message (templates/*.jsonl: talk with slots such as {name} and {street}) to a text whose every part says what it
 * is. Owns the form of templates, which of them are held out, and the text's parts; what goes into a slot is for the callers.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface MessageTemplate {
  country: string;
  text: string;
  /** One in ten: never learnt from, only to measure with. */
  isHeldOut: boolean;
}

/** A part of a message; talk, labels and punctuation have no slot. */
export interface MessagePart {
  slot: string | undefined;
  text: string;
}

export interface LabelledText {
  text: string;
  spans: Array<{ slot: string; start: number; end: number }>;
}

const folder = new URL('./templates/', import.meta.url);

/** Templates of all files whose names begin so (`cn-`, `latin-`, `east-JP`). */
export function readTemplates(prefix: string): MessageTemplate[] {
  const lines = readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const { country, text } = JSON.parse(line) as { country: string; text: string };
    return { country, text, isHeldOut: index % 10 === 7 };
  });
}

/** Talk and slots of a template in their order. */
export const partsOf = (template: string): MessagePart[] =>
  template
    .split(/(\{[a-z0-9]+\})/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\{[a-z0-9]+\}$/.test(part) ? { slot: part.slice(1, -1), text: '' } : { slot: undefined, text: part },
    );

/** One text of its parts. */
export function joinParts(parts: readonly MessagePart[]): LabelledText {
  let text = '';
  const spans: LabelledText['spans'] = [];
  for (const part of parts) {
    if (part.slot !== undefined && part.text !== '')
      spans.push({ slot: part.slot, start: text.length, end: text.length + part.text.length });
    text += part.text;
  }
  return { text, spans };
}
