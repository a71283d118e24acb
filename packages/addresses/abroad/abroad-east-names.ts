/**
 * Who a Japanese or Korean address is for, in its own letters. Owns what such words weigh as a person and what their place in the
 * text weighs; the heaviest one wins. Pure.
 */
import { type PersonFound, withoutTitle } from './abroad-people.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

const koreanSurname =
  /^(?:김|이|박|최|정|강|조|윤|장|임|한|오|서|신|권|황|안|송|류|유|전|홍|고|문|양|손|배|백|허|남|심|노|하|곽|성|차|주|우|구|민|나|진|지|엄|채|원|천|방|공|현|함|변|염|여|추|도|소|석|선|설|마|길|연|위|표|명|기|반|왕|금|옥|육|인|맹|제|모|탁|국|어|은|편|용|예|경|봉|사|부|가|복|태|목|형|피|두|감|음|빈|동|온|호|범|좌|팽|승|간|상|시|갈|단|견|당|화|창|옹|순|단|남궁|황보|제갈|선우|독고|사공|서문)/;
const koreanProvince =
  /^(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주|충청|전라|경상|대한민국|한국)/;
const koreanPlace =
  /(?:시|도|군|구|읍|면|동|리|로|길|가|층|호|빌딩|아파트|타워|빌라|오피스텔|센터|주택|마을|상가|맨션|단지|번지|하우스|캐슬|자이|푸르지오|힐스테이트|래미안|빌|스퀘어|플라자|역|앞|옆|뒤|건물|본관|별관|지하)$|\d/;
const koreanFirm =
  /\(주\)|주식회사|유한회사|(?:대학교|대학|학교|병원|의원|약국|은행|백화점|마트|전자|상사|물산|산업|건설|교회|성당|센터|회사|유치원|도서관|부문|우체국|경찰서|시청|구청|호텔|식당|카페|공사|공단|연구소|연구원|협회|재단|부동산|학원|편집부|사무소|사무실|스튜디오)$/;
const japaneseSurnames = new Set(
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 斉藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 岩崎 菅原 木下 久保 佐野 野村 松尾 市川 菊地 杉本 古川 大西 島田 水野 桜井 高野 渡部 吉川 山内 西田 菊池 飯田 西川 小松 北村 安田 五十嵐 川口 平田 関 中田 久保田 服部 東 岩田 土屋 川崎 福島 本田 辻 樋口 秋山 田口 永井 山中 中西 吉村 川上 石原 大橋 松岡 馬場 浜田 森本 星野 矢野 浅野 大島 松下 大久保 吉岡 小池 野田 荒木 熊谷 松浦 大谷 内藤 黒田 尾崎 川村 永田 望月 堀 松村 田辺 菅野 荒井 平井 大石 早川 島 町田 堀内 区 県 館 丘 階戸 小泉 安倍 岸田 石破 竹下 宮沢 三木 本間 柳田 須藤 片山 横田 岡崎 宮田 西山 小田 北川 中井 大川 河合 川島 坂口 古賀 宮下 福井 桑原 上原 比嘉 金城 島袋'.split(
    ' ',
  ),
);
const japanesePlace =
  /[都道府県市区郡町村丁番号階室棟]$|\d|ビル|マンション|アパート|ハイツ|タワー|センター|ホテル|荘$|館$|コーポ|メゾン|レジデンス|プラザ|ハウス|ヒルズ|パーク|コート|駅|日本|住所|電話|郵便|大字|字/;
const japaneseFirm =
  /株式会社|有限会社|合同会社|\(株\)|\(有\)|財団|社団|法人|(?:大学|学部|学校|高校|病院|医院|銀行|商店|製作所|工業|事務所|研究所|役所|役場|支店|営業所|本社|店|部|課|室|園|寺|神社|組合|協会|クリニック|カフェ|レストラン|ストア|薬局)$/;
/** Sentences end so, names never. */
const japaneseSentence = /(?:ます|です|した|ません|ください|下さい|は|を|に|へ|まで|から|こと)$/;

const honoured =
  / ?(?:様|さま|殿|さん|님|씨|귀하)$| (?:책임|선임|수석|대리|과장|차장|부장|팀장|사원|주임|대표|이사|실장|원장|교수|선생님?|사장|매니저)(?:님)?$/u;
const loneTitle =
  /^(?:책임|선임|수석|대리|과장|차장|부장|팀장|사원|주임|대표|이사|실장|원장|교수|선생|사장|매니저)님?$|^(?:御中|様|殿)$/u;
const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・=]+$/u;

/** What words weigh as a person; undefined when they are certainly something else. */
function weighWords(words: string, country: string): number | undefined {
  const title = honoured.exec(words)?.[0] ?? '';
  const bare = words.slice(0, words.length - title.length);
  if (bare.length < 1 || bare.length > 20 || loneTitle.test(bare)) return undefined;
  const honour = title === '' ? 0 : 3;
  if (/^[A-Z][A-Za-z.'-]+(?: [A-Z][A-Za-z.'-]+){1,3}$/.test(bare)) return 2.5 + honour;
  return country === 'KR' ? weighKorean(bare, honour) : weighJapanese(bare, honour);
}

function weighKorean(bare: string, honour: number): number | undefined {
  if (!/^[가-힣]{2,6}(?: [가-힣]{1,3})?$/.test(bare)) return undefined;
  if (koreanProvince.test(bare) || koreanFirm.test(bare)) return undefined;
  const { length } = bare.replace(' ', '');
  let weight = honour + (koreanSurname.test(bare) ? 1.8 : 0.9);
  weight += length === 3 ? 0.8 : length === 2 ? 0.2 : length === 4 ? -0.2 : -1.2;
  if (koreanPlace.test(bare)) weight -= honour > 0 ? 0.5 : length === 3 ? 1.2 : 2;
  return weight;
}

function weighJapanese(bare: string, honour: number): number | undefined {
  if (
    !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々・=ヶ]+(?: [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+)?$/u.test(
      bare,
    )
  )
    return undefined;
  if (japaneseFirm.test(bare) || japaneseSentence.test(bare)) return undefined;
  const [first, second] = bare.split(' ') as [string, string?];
  const length = bare.replace(' ', '').length;
  if (second !== undefined && japaneseFirm.test(first)) return undefined;
  if (second !== undefined && (first.length > 5 || second.length > 5)) return undefined;
  if (length > 8 && !kana.test(first)) return undefined;
  const family =
    second === undefined
      ? [3, 2, 1].some((count) => count < length && japaneseSurnames.has(bare.slice(0, count)))
      : japaneseSurnames.has(first);
  let weight = honour + (family ? 2.2 : 0.9) + (second === undefined ? 0 : 0.7);
  if (bare.includes('・')) weight += 1.2;
  if (length < 2 || (length > 5 && !kana.test(first))) weight -= 0.8;
  if (japanesePlace.test(bare)) weight -= family ? 2 : 3.5;
  else if (second !== undefined && japanesePlace.test(first)) weight -= 1;
  return weight;
}

/** An address goes on with these: a name in front of it has ended. */
const addressAhead: Record<string, RegExp> = {
  JP: /^(?:〒|\d{3}-\d{4}|\S{2,3}[都道府県]|\S{1,6}[市区郡町村])/,
  KR: new RegExp(`^(?:\\(?\\d{5}\\)?|${koreanProvince.source.slice(1)}|\\S{1,5}[시군구](?=\\s))`),
};
/** A street has ended with these: a name may follow. */
const addressBehind = /\d|号室$|号$|호$|층$|階$|F$|\)$|동$/;
const buildingBehind =
  /ビル|マンション|タワー|ハイツ|コーポ|メゾン|荘$|館$|빌딩$|아파트$|타워$|빌라$|오피스텔$/;

/** Everybody whom the text may mean, the likeliest first, nobody among them. Bounded. */
export function listEasternPeople(segments: readonly Segment[], country: string): PersonFound[] {
  const labelled = segments.find(({ label, text }) => label === 'name' && !addressAhead[country]!.test(text));
  if (labelled) return [takeLabelled(segments, labelled, country)];
  const found: PersonFound[] = [];
  for (const at of segments.keys()) addFrom(segments, { at, country }, found);
  const nobody: PersonFound = { name: '', weight: least, rest: [...segments] };
  return [...found.sort((a, b) => b.weight - a.weight).slice(0, maxPeople), nobody]
    .sort((a, b) => b.weight - a.weight)
    .map((person) => ({ ...person, name: withoutTitle(person.name).replace(honoured, '') }));
}

const maxPeople = 3;
/** Somebody must weigh more than this to be better than nobody. */
const least = 2.4;

/** `받는사람: 김민수 서울 …` has more than the name. */
function takeLabelled(segments: readonly Segment[], labelled: Segment, country: string): PersonFound {
  const words = labelled.text.split(' ');
  for (const count of [1, 2]) {
    const tail = words.slice(count).join(' ');
    if (count >= words.length || !addressAhead[country]!.test(tail)) continue;
    const rest = segments.map((segment) =>
      segment === labelled ? { ...segment, text: tail, label: undefined } : segment,
    );
    return {
      weight: 8,
      isSure: true,
      name: withoutTitle(words.slice(0, count).join(' ')).replace(honoured, ''),
      rest,
    };
  }
  return {
    weight: 9,
    isSure: true,
    name: withoutTitle(labelled.text).replace(honoured, ''),
    rest: segments.filter((segment) => segment !== labelled),
  };
}

function addFrom(
  segments: readonly Segment[],
  { at, country }: { at: number; country: string },
  found: PersonFound[],
): void {
  const segment = segments[at]!;
  const isFirst = at === 0;
  const isLast = at === segments.length - 1;
  const words = segment.text.split(' ');
  const isFirmBefore = at > 0 && isFirmOf(segments[at - 1]!.text, country);
  const position =
    (segment.byPhone ? 1.3 : 0) + (isFirst || isLast || isFirmBefore ? 0.9 : segment.byPhone ? 0 : -0.8);
  const offer = (name: string, left: string, more: number): void => {
    const said = weighWords(name, country);
    if (said === undefined) return;
    const kept = trimSegment(left);
    found.push({
      name,
      weight: said + position + more,
      rest: segments.flatMap((other, index) =>
        index !== at ? [other] : kept ? [{ ...other, text: kept }] : [],
      ),
    });
  };
  if (segments.length > 1) offer(segment.text, '', 0.6);
  for (const count of [1, 2, 3]) {
    if (words.length <= count) continue;
    const tail = words.slice(count).join(' ');
    if (addressAhead[country]!.test(tail)) offer(words.slice(0, count).join(' '), tail, isFirst ? 0.6 : 0.2);
    const before = words.slice(0, -count);
    const last = before.at(-1)!;
    const isHonoured = honoured.test(words.slice(-count).join(' ')) && (segment.byPhone || isLast);
    const isBehind =
      isHonoured ||
      addressBehind.test(last) ||
      buildingBehind.test(last) ||
      isFirmOf(last, country) ||
      isFirmOf(before.slice(-2).join(' '), country);
    if (isBehind && before.length > 0)
      offer(words.slice(-count).join(' '), before.join(' '), isFirmOf(last, country) ? 0.9 : 0.4);
  }
}

/** Whether the words name a firm, a school, a hospital. */
export const isFirmOf = (words: string, country: string): boolean =>
  (country === 'KR' ? koreanFirm : japaneseFirm).test(words);
