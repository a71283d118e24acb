/**
 * Writes simplified-characters.txt from opencc-js, a development dependency of some megabytes, so that the service ships a
 * few kilobytes. Run by hand after it changes: `node tools/address-data/simplified-characters-build.ts`; a test
 * compares what is committed with what it would write.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as OpenCC from 'opencc-js';

/** Where it is committed. */
export const simplifiedCharactersPath: string = join(
  import.meta.dirname,
  '../../packages/addresses/simplified-characters.txt',
);

/** A line for each simplified character: it, then every traditional form of it. One UTF-16 unit each. */
export function buildSimplifiedCharacters(): string {
  const simplify = OpenCC.Converter({ from: 't', to: 'cn' });
  const forms = new Map<string, string>();
  for (let code = 0x3400; code <= 0x9fff; code++) {
    const form = String.fromCharCode(code);
    const simple = simplify(form);
    if (simple !== form && simple.length === 1) forms.set(simple, (forms.get(simple) ?? '') + form);
  }
  return [...forms].map(([simple, traditional]) => `${simple}${traditional}\n`).join('');
}

if (import.meta.main) {
  writeFileSync(simplifiedCharactersPath, buildSimplifiedCharacters());
}
