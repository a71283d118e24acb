/**
 * Phones that are written as neighbours dial them. Owns which code belongs before them, where the state of an address says it, and how a number
 * inside a firm is said apart from the phone. Australia has four codes, each of some states. Pure.
 */

import { stateOfPostcode } from '../abroad/abroad-states.ts';

/** The code of each state, by its names and by its codes. */
const australianAreas: ReadonlyArray<readonly [area: string, name: RegExp, states: readonly string[]]> = [
  ['02', /(?<!\p{L})(?:NSW|N\.S\.W|New South Wales|ACT|A\.C\.T|Canberra)(?!\p{L})/iu, ['NSW', 'ACT']],
  ['03', /(?<!\p{L})(?:Vic|Victoria|Tas|Tasmania)(?!\p{L})/iu, ['VIC', 'TAS']],
  ['07', /(?<!\p{L})(?:Qld|Queensland)(?!\p{L})/iu, ['QLD']],
  [
    '08',
    /(?<!\p{L})(?:SA|S\.A|WA|W\.A|NT|N\.T|(?:South|Western) Aust(?:ralia)?|Northern Territory)(?!\p{L})/u,
    ['SA', 'WA', 'NT'],
  ],
];

/** A number of eight digits that begins as landlines do. */
const australianLocal = /(?<![\p{L}\d#/+-]|\d )[2-9]\d{3}[ -]?\d{4}(?![\d/-])/gu;
const australianPostcode = /(?<![\p{L}\d#/-])(\d{4})(?![ -]?\d|[/-])/gu;

/** The form of a country's phones without the area's code, and the code that the text's state has: `Loxton, S.A. … 8584 7119` is 08 8584 7119. */
export function localPhonesOf(text: string, country: string): { form: RegExp; area: string } | undefined {
  if (country !== 'AU') return undefined;
  const [found, other] = australianAreas.filter(([, name]) => name.test(text));
  const code = [...text.matchAll(australianPostcode)].at(-1)?.[1];
  const state = code && stateOfPostcode(code, country);
  const byCode = state ? australianAreas.find(([, , states]) => states.includes(state)) : undefined;
  const area = found && !other ? found[0] : byCode?.[0];
  return area ? { form: australianLocal, area } : undefined;
}

/** `poste 23`, `Le poste c'est 340`, `Ext=4417`: it stands somewhere else than the phone. In Italy such a number is a flat's. */
const extensionApart =
  /(?<!\p{L})(?:extension|extn?\.?|poste|toestel|durchwahl|dw\.?|extensi[oó]n|anexo)(?: (?:no\.?|number|is|c['’]est|est|ist|es))?[ :=#.]{1,3}(\d{2,5})(?![\d/-]| \d)/giu;

/** The number inside a firm that a text with one phone has apart from it. */
export function extensionIn(text: string): string | undefined {
  const [found, another] = [...text.matchAll(extensionApart)];
  return another ? undefined : found?.[1];
}
