/**
 * Singapore, and Hong Kong, Macao and Taiwan in Latin letters. Owns the areas and places of Hong Kong that people name.
 */
import { type AbroadPlace, type AbroadReader, behindLevels, takePostcode } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

const empty = (rest: Segment[]): AbroadPlace => ({
  province: '',
  city: '',
  district: '',
  postcode: '',
  rest,
});

const singaporePostcode =
  /(?:(?:\b(?:singapore|s'?pore)|新加坡)\s*|\bs\s*)?\(?(?<![\d#-])(?:\bS)?(\d{6})(?![\d-])\)?/i;

export const singaporeReader: AbroadReader = {
  isTownLine: ({ text }) => singaporePostcode.test(text) || /^singapore$/i.test(text),
  postcodeLast: singaporePostcode,
  read(segments) {
    const taken = takePostcode(segments, singaporePostcode);
    const rest = taken.rest
      .map((segment) => ({
        ...segment,
        text: trimSegment(segment.text.replace(/(?:^|[\s,])singapore$/i, '')),
      }))
      .filter(({ text }) => text !== '' && !/^(?:singapore|sg|新加坡|republic of singapore)$/i.test(text));
    return { ...empty(rest), city: 'Singapore', postcode: taken.postcode };
  },
};

const areas: Record<string, string> = {
  kowloon: 'Kowloon',
  kln: 'Kowloon',
  'new territories': 'New Territories',
  nt: 'New Territories',
  'hong kong island': 'Hong Kong Island',
  'hk island': 'Hong Kong Island',
};
const places: Record<string, string> = {
  'Hong Kong Island':
    "central|admiralty|wan chai|wanchai|causeway bay|north point|quarry bay|tai koo|taikoo|taikoo shing|sai wan ho|shau kei wan|chai wan|aberdeen|ap lei chau|wong chuk hang|stanley|repulse bay|happy valley|tin hau|sheung wan|sai ying pun|kennedy town|mid-levels|mid levels|the peak|pok fu lam|pokfulam|fortress hill|siu sai wan|shek tong tsui|western district|tai hang|jardine's lookout|deep water bay|heng fa chuen",
  Kowloon:
    'tsim sha tsui|tsim sha tsui east|tst|jordan|yau ma tei|mong kok|mongkok|prince edward|sham shui po|cheung sha wan|lai chi kok|mei foo|hung hom|ho man tin|to kwa wan|kowloon city|kowloon tong|kowloon bay|kai tak|wong tai sin|diamond hill|san po kong|tsz wan shan|choi hung|ngau tau kok|kwun tong|lam tin|yau tong|tai kok tsui|shek kip mei|sau mau ping|lok fu|west kowloon|ngau chi wan',
  'New Territories':
    'sha tin|shatin|tai po|fanling|sheung shui|yuen long|tin shui wai|tuen mun|tsuen wan|kwai chung|kwai fong|tsing yi|ma on shan|fo tan|tai wai|sai kung|tseung kwan o|hang hau|clear water bay|tung chung|discovery bay|lantau|mui wo|cheung chau|lamma island|siu lek yuen|po lam|kwai hing|science park',
};

const plain = (text: string): string => text.toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ').trim();
const areaOfPlace = (text: string): string | undefined =>
  Object.keys(places).find((area) => places[area]!.split('|').includes(plain(text)));
const hongKong = /^(?:hong ?kong(?: sar)?(?:,? china)?|h\.?k\.?(?:sar|g)?|china|sar|prc)$/i;

export const hongKongReader: AbroadReader = {
  isTownLine: ({ text }) => hongKong.test(text) || plain(text) in areas || areaOfPlace(text) !== undefined,
  read(segments) {
    const isLevel = ({ text }: Segment): boolean => plain(text) in areas || areaOfPlace(text) !== undefined;
    const { head: rest, tail } = behindLevels(
      segments.flatMap((segment) => splitArea(segment)).filter(({ text }) => !hongKong.test(text)),
      isLevel,
    );
    const place = empty(rest);
    const area = rest.at(-1) && areas[plain(rest.at(-1)!.text)];
    if (area) {
      place.province = area;
      rest.pop();
    }
    const last = rest.at(-1);
    const isPlace =
      last &&
      rest.length > 1 &&
      (areaOfPlace(last.text) !== undefined ||
        (area !== undefined &&
          /^[A-Z][A-Za-z' -]+$/.test(last.text) &&
          !/\b(?:road|street|rd|st|ave|avenue|building|centre|center|house|court|estate|tower|mansion|garden|gardens|path|lane|drive|plaza|block|floor)\b/i.test(
            last.text,
          )));
    if (isPlace) {
      place.city = last.text;
      rest.pop();
    }
    place.province ||= areaOfPlace(place.city) ?? '';
    return { ...place, rest: [...rest, ...tail] };
  },
};

/** `Mong Kok Kowloon Hong Kong` without commas. */
function splitArea(segment: Segment): Segment[] {
  const match =
    /^(?!.*\bof hong ?kong$)(.*?)[\s,]*\b(hk|kowloon|kln\.?|new territories|n\.?t\.?|hong ?kong island|hong ?kong|h\.k\.?)$/i.exec(
      segment.text,
    );
  if (!match?.[1]) return [segment];
  const before = { ...segment, text: trimSegment(match[1]) };
  return [...splitPlace(splitArea(before)), { ...segment, text: match[2]! }];
}

/** A known place at the end of the last segment is a segment of its own. */
function splitPlace(segments: Segment[]): Segment[] {
  const last = segments.at(-1)!;
  const words = last.text.split(' ');
  for (const count of [3, 2, 1]) {
    const tail = words.slice(-count).join(' ');
    // `Queen's Road Central` is a street.
    if (
      count >= words.length ||
      areaOfPlace(tail) === undefined ||
      (/^(?:central|east|west|north|south)$/i.test(tail) &&
        /\b(?:road|rd|street)$/i.test(words.slice(0, -count).join(' ')))
    )
      continue;
    return [
      ...segments.slice(0, -1),
      { ...last, text: trimSegment(words.slice(0, -count).join(' ')) },
      { ...last, text: tail },
    ];
  }
  return segments;
}

const macao = /^(?:maca[uo](?: sar)?(?:,? china)?|china|sar)$/i;

const macaoQuarter =
  /^(?:taipa|coloane|cotai|nape|zape|areia preta|iao hon|toi san|ilha verde|fai chi kei|praia grande|hac sa|horta da mitra|bairro da ilha verde)$/i;

export const macaoReader: AbroadReader = {
  isTownLine: ({ text }) => macao.test(text) || macaoQuarter.test(text),
  read(segments) {
    const rest = segments
      .filter(({ text }) => !macao.test(text))
      .map((segment) => ({
        ...segment,
        text: trimSegment(segment.text.replace(/(?<! of) maca[uo](?: sar)?$/i, '')),
      }));
    const written = /\bmaca[uo]\b/i.exec(segments.map(({ text }) => text).join(' '))?.[0];
    const at = rest.length > 1 ? rest.findLastIndex(({ text }) => macaoQuarter.test(text)) : -1;
    const quarter = at < 0 ? '' : rest.splice(at, 1)[0]!.text;
    return /^(?:taipa|coloane|cotai)$/i.test(quarter)
      ? { ...empty(rest), city: quarter }
      : { ...empty(rest), city: written || 'Macau', district: quarter };
  },
};

const taiwanPostcode = /(?<![\d#-])(\d{3}(?:-?\d{2,3})?)(?![\d-])/;
const taiwanCity =
  /^(?:new taipei|taipei|taoyuan|taichung|tainan|kaohsiung|keelung|hsinchu|chiayi|miaoli|changhua|nantou|yunlin|pingtung|yilan|hualien|taitung|penghu|kinmen|lienchiang)(?: city| county| hsien)?$/i;
const taiwanDistrict = /^[A-Z][A-Za-z' -]+(?: |-)(?:dist\.?|district|township|city|qu)$/i;

export const taiwanReader: AbroadReader = {
  isTownLine: ({ text }) =>
    taiwanCity.test(trimSegment(text.replace(taiwanPostcode, ''))) || taiwanDistrict.test(text),
  read(segments) {
    const taken = takeTaiwanPostcode(segments.flatMap(splitLevels));
    const rest = taken.rest.filter(
      ({ text }) => !/^(?:taiwan(?:[ ,]*\(?r\.?o\.?c\.?\)?)?|r\.?o\.?c\.?|roc)$/i.test(text),
    );
    const place = { ...empty(rest), postcode: taken.postcode };
    if (rest.at(-1) && taiwanCity.test(rest.at(-1)!.text)) place.city = rest.pop()!.text;
    if (rest.length > 1 && taiwanDistrict.test(rest.at(-1)!.text)) place.district = rest.pop()!.text;
    return place;
  },
};

/** `Zhongda Rd. Zhongli Dist. Taoyuan City 320`: district and city are segments of their own. */
function splitLevels(segment: Segment): Segment[] {
  const match =
    /^(.+?) ((?:[A-Z][A-Za-z'-]+ )(?:Dist\.?|District|Township)) ((?:New )?[A-Z][a-z]+ (?:City|County)(?: \d{3,6})?)$/i.exec(
      segment.text,
    );
  if (!match) return [segment];
  return match.slice(1).map((text) => ({ ...segment, text }));
}

/** Beside the city or alone; other numbers are houses. */
function takeTaiwanPostcode(segments: Segment[]): { postcode: string; rest: Segment[] } {
  const at = segments.findLastIndex(({ text }, index) => {
    if (
      !taiwanPostcode.test(text) ||
      (index === 0 &&
        segments.length > 1 &&
        /[a-z]{2}/i.test(text) &&
        !taiwanCity.test(trimSegment(text.replace(taiwanPostcode, ''))))
    )
      return false;
    const around = trimSegment(text.replace(taiwanPostcode, ''));
    return around === '' || taiwanCity.test(around) || /^taiwan/i.test(around);
  });
  if (at < 0) return { postcode: '', rest: segments };
  const part = takePostcode([segments[at]!], taiwanPostcode);
  return {
    postcode: part.postcode,
    rest: [...segments.slice(0, at), ...part.rest, ...segments.slice(at + 1)],
  };
}
