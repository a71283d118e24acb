/** Names in Japanese and Korean addresses: a word by itself at the beginning or the end. Owns what such a word looks like. Pure. */
import { withoutTitle } from './abroad-people.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

export interface NamedSegments {
  name: string;
  rest: Segment[];
}

const koreanSurname =
  /^(?:김|이|박|최|정|강|조|윤|장|임|한|오|서|신|권|황|안|송|류|유|전|홍|고|문|양|손|배|백|허|남|심|노|하|곽|성|차|주|우|구|민|나|진|지|엄|채|원|천|방|공|현|함|변|염|여|추|도|소|석|선|설|마|길|연|위|표|명|기|반|왕|금|옥|육|인|맹|제|모|남궁|황보|제갈|선우|독고|사공|서문)/;
const koreanProvince =
  /^(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주|대한민국|한국)/;
const koreanPlace =
  /(?:시|도|군|구|읍|면|동|리|로|길|층|호|빌딩|아파트|타워|빌라|오피스텔|센터|주택|마을|상가|맨션)$|\d/;
const japanesePlace =
  /[都道府県市区郡町村丁番号階室]$|\d|ビル|マンション|アパート|ハイツ|タワー|センター|ホテル|荘$|館$|棟$|コーポ|メゾン|レジデンス|プラザ|日本|株式会社|有限会社/;

const isName = (word: string, country: string): boolean => {
  if (/^[A-Z][A-Za-z.'-]+( [A-Z][A-Za-z.'-]+){1,3}$/.test(word)) return true;
  if (country === 'KR' && koreanProvince.test(word)) return false;
  if (country === 'KR')
    return (
      /^[가-힣]{2,5}$/.test(word.replace(/(?<=..)(?:님|씨)$/, '')) &&
      koreanSurname.test(word) &&
      !(koreanPlace.test(word) && word.length !== 3)
    );
  return (
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{2,8}(?:様|さま|殿)?$/u.test(word) &&
    !japanesePlace.test(word)
  );
};

/** Takes the first segment or word that is a name at an end of the text, or what a label says is one. */
export function takeEastAsianName(segments: readonly Segment[], country: string): NamedSegments {
  const labelled = segments.find(({ label }) => label === 'name');
  if (labelled)
    return { name: withoutTitle(labelled.text), rest: segments.filter((segment) => segment !== labelled) };
  const honoured = country === 'JP' ? honouredName(segments) : undefined;
  if (honoured) return honoured;
  const order = [...segments.keys()].sort(
    (a, b) => Number(segments[b]!.byPhone) - Number(segments[a]!.byPhone),
  );
  for (const at of order) {
    const segment = segments[at]!;
    const isEnd = at === 0 || at === segments.length - 1 || segment.byPhone;
    if (segments.length > 1 && isEnd && isWholeName(segment.text, country)) {
      return { name: withoutTitle(segment.text), rest: segments.filter((other) => other !== segment) };
    }
  }
  for (const at of new Set([0, ...order])) {
    const found = nameInside(segments[at], country);
    if (found)
      return {
        name: found.name,
        rest: segments.map((segment, index) => (index === at ? { ...segment, text: found.left } : segment)),
      };
  }
  return { name: '', rest: [...segments] };
}

const honorific =
  /(?<![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々])((?:[\p{Script=Han}々]{1,3} )?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{1,7}) ?(?:様|さま|殿)(?=\s|$|〒)/u;

/** 田中様, 佐藤 次郎 様 anywhere. */
function honouredName(segments: readonly Segment[]): NamedSegments | undefined {
  for (const [at, segment] of segments.entries()) {
    const match = honorific.exec(segment.text);
    if (!match) continue;
    const left = trimSegment(segment.text.replace(match[0], ' '));
    const rest = segments.flatMap((other, index) =>
      index !== at ? [other] : left ? [{ ...other, text: left }] : [],
    );
    return { name: match[1]!.trim(), rest };
  }
  return undefined;
}

/** One word, or a family and a given name with a blank between. */
function isWholeName(text: string, country: string): boolean {
  if (isName(text, country)) return true;
  const words = text.split(' ');
  return (
    country === 'JP' &&
    words.length === 2 &&
    words.every(
      (word) =>
        /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{1,5}(?:様)?$/u.test(word) &&
        !japanesePlace.test(word),
    )
  );
}

/** `김민수 서울특별시 …`, `…みなとみらい2-2-1 鈴木一郎`: the first or last words of a longer text. */
function nameInside(
  segment: Segment | undefined,
  country: string,
): { name: string; left: string } | undefined {
  const words = segment?.text.split(' ') ?? [];
  if (words.length < 2) return undefined;
  const counts = country === 'JP' ? [2, 1] : [1];
  for (const count of counts) {
    if (words.length <= count) continue;
    const head = words.slice(0, count).join(' ');
    const next = words[count]!;
    if (isWholeName(head, country) && (/[都道府県市区시도군구]/.test(next) || /〒|\d/.test(next)))
      return { name: withoutTitle(head), left: trimSegment(words.slice(count).join(' ')) };
    const tail = words.slice(-count).join(' ');
    const before = words.at(-count - 1)!;
    if (isWholeName(tail, country) && /\d|号室|호$|層|階$|층$|\)$/.test(before))
      return { name: withoutTitle(tail), left: trimSegment(words.slice(0, -count).join(' ')) };
  }
  return undefined;
}
