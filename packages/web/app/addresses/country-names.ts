/** The countries of the world by their codes, named in the reader's language. Owns the list; which of them are served is the cloud's to say. */
import { type Language, localeOf } from '../../kit/language.ts';

/** ISO 3166-1 alpha-2. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

/** Those most parcels go to stand first. */
const first = ['CN', 'HK', 'MO', 'TW', 'US', 'GB', 'JP'];

/** `China`, `中国`; the code where there is no name. */
export function countryName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([localeOf(language)], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** All of them, to choose from: those of `first`, then by name. */
export function countryChoices(language: Language): Array<{ value: string; label: string }> {
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'region' });
  const choiceOf = (value: string) => ({ value, label: names.of(value) ?? value });
  const rest = codes.filter((code) => !first.includes(code)).map(choiceOf);
  return [...first.map(choiceOf), ...rest.sort((a, b) => a.label.localeCompare(b.label, localeOf(language)))];
}
