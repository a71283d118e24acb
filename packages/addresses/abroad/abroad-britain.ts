/** The United Kingdom: a postcode that can't be mistaken, a post town before it, now and then a county. */

import { isLargeTown } from '../town-names.ts';
import {
  type AbroadPlace,
  type AbroadReader,
  replaceAt,
  splitStreetTown,
  takeLabelled,
  takePostcode,
} from './abroad-place.ts';
import type { Segment } from './abroad-segments.ts';

const postcode =
  /(?<![A-Z\d])((?:[A-Z]{1,2}\d[A-Z\d]?) ?\d[ABD-HJLNP-UW-Z]{2}|GIR ?0AA|BFPO ?\d{1,4})(?![A-Z\d])/i;

/** As people write them, shortened ones too. */
export const counties: ReadonlySet<string> = new Set(
  'greater london,merseyside,greater manchester,west midlands,west yorkshire,south yorkshire,north yorkshire,east yorkshire,east riding of yorkshire,tyne and wear,tyne & wear,avon,bedfordshire,berkshire,buckinghamshire,cambridgeshire,cheshire,cleveland,cornwall,cumbria,derbyshire,devon,dorset,county durham,durham county,east sussex,west sussex,sussex,essex,gloucestershire,hampshire,herefordshire,hertfordshire,humberside,isle of wight,kent,lancashire,leicestershire,lincolnshire,middlesex,norfolk,northamptonshire,northumberland,nottinghamshire,oxfordshire,rutland,shropshire,somerset,staffordshire,suffolk,surrey,warwickshire,wiltshire,worcestershire,aberdeenshire,angus,argyll,ayrshire,fife,lanarkshire,midlothian,east lothian,west lothian,perthshire,renfrewshire,stirlingshire,dyfed,gwent,ceredigion,conwy,caerphilly,bridgend,wrexham,torfaen,blaenau gwent,rhondda cynon taf,vale of glamorgan,neath port talbot,merthyr tydfil,moray,falkirk,borders,scottish borders,argyll and bute,north ayrshire,south lanarkshire,north lanarkshire,gwynedd,mid glamorgan,south glamorgan,west glamorgan,powys,clwyd,county antrim,county armagh,county down,county fermanagh,county londonderry,county tyrone,co antrim,co down,flintshire,denbighshire,monmouthshire,pembrokeshire,carmarthenshire,anglesey,highland,dumfriesshire,ross-shire,inverness-shire,sutherland,caithness,banffshire,kincardineshire,nairnshire,berwickshire,roxburghshire,selkirkshire,peeblesshire,kirkcudbrightshire,wigtownshire,dumfries and galloway,clackmannanshire,east dunbartonshire,west dunbartonshire,dunbartonshire,isle of skye,isle of lewis,isle of mull,isle of arran,isle of islay,isle of bute,isle of anglesey,isle of man,orkney,shetland,western isles,outer hebrides,huntingdonshire,west glamorgan,glamorgan,merionethshire,montgomeryshire,radnorshire,brecknockshire,caernarfonshire,cardiganshire,county tyrone,co tyrone,co armagh,co fermanagh,co londonderry,co durham,isles of scilly,herts,bucks,cambs,hants,lancs,leics,lincs,notts,oxon,wilts,worcs,staffs,salop,berks,beds,glos,northants,yorkshire,derbys'.split(
    ',',
  ),
);
const nations = new Set([
  'england',
  'scotland',
  'wales',
  'northern ireland',
  'cymru',
  'gb',
  'uk',
  'great britain',
]);

/** Towns of more than one word, so that they are found where no comma stands before them; and some that follow a suburb. */
const bigTowns =
  /(?:^|\s)(London|Birmingham|Manchester|Liverpool|Leeds|Sheffield|Bristol|Glasgow|Edinburgh|Cardiff|Belfast|Leicester|Coventry|Nottingham|Newcastle upon Tyne|Newcastle|Brighton|Hull|Plymouth|Oxford|Cambridge|York|Bath|Milton Keynes|Stoke[- ]on[- ]Trent|Southend[- ]on[- ]Sea|Burton[- ]on[- ]Trent|Tunbridge Wells|Royal Tunbridge Wells|High Wycombe|Bury St Edmunds|St Albans|St Helens|South Ockendon|Great Yarmouth|Kings Lynn|King's Lynn|Hemel Hempstead|Welwyn Garden City|Sutton Coldfield|West Bromwich|Canterbury|Norwich|Exeter|Reading|Southampton|Portsmouth)$/i;

const plain = (text: string): string => text.toLowerCase().replace(/\.$/, '');
const streetSegment =
  /\d|\b(?:street|st|road|rd|avenue|ave|lane|drive|dr|close|way|court|place|gardens|terrace|crescent|grove|hill|walk|mews|square|row|house|building|mansions|centre|center|hospital|hotel|park|estate|wharf|quay|parade|yard|works|mill|farm|cottage|unit|flat|floor|suite|apartment|studio|box)\b/i;

const unitSegment =
  /^(?:flat|unit|apartment|apt|suite|studio|room|office|the|\p{L}+ floor flat)\b(?!.*\d.*\b(?:street|st|road|rd|lane|avenue|ave|terrace|crescent|parade|close|way|gardens|walk|hill|place|drive|square|mews|grove|row)\b)[^,]{0,24}$|^[\p{L}' -]+ (?:house|cottage|court|hall|lodge)$/iu;

export const britishReader: AbroadReader = {
  isTownLine: ({ text, label }) =>
    label === 'city' || label === 'postcode' || postcode.test(text) || counties.has(plain(text)),
  postcodeLast: postcode,
  read: readBritain,
};

function readBritain(all: Segment[]): AbroadPlace {
  const labelled = takeLabelled(all, 'city');
  const county = takeLabelled(labelled.rest, 'province');
  const taken = takePostcode(county.rest, postcode);
  // What stands behind the postcode's line is no town: a firm, a name, a remark.
  const behind = taken.rest
    .slice(taken.at + 1)
    .filter(({ text }) => !counties.has(plain(text)) && !nations.has(plain(text)));
  const ordered =
    taken.postcode !== '' && taken.at >= 0
      ? [...behind, ...taken.rest.filter((segment) => !behind.includes(segment))]
      : taken.rest;
  let segments = ordered.filter(({ text }) => !nations.has(plain(text)));
  const written = taken.postcode.replace(/^(.+?) ?(\d[A-Z]{2})$/, '$1 $2');
  let province = county.value;
  const last = segments.at(-1);
  if (!province && last && segments.length > 1 && counties.has(plain(last.text))) {
    province = last.text;
    segments = segments.slice(0, -1);
  }
  if (!province && last) {
    const split = splitCounty(last.text);
    if (split) {
      province = split.county;
      segments = replaceAt(segments, segments.length - 1, split.before);
    }
  }
  if (labelled.value)
    return { province, city: labelled.value, district: '', postcode: written, rest: segments };
  const { town, rest } = takeTown(segments);
  const { district, street } = takeDistrict(rest);
  return { province, city: town, district, postcode: written, rest: street };
}

/** `St Albans Hertfordshire`: a county behind a large town. */
function splitCounty(text: string): { before: string; county: string } | undefined {
  const words = text.split(' ');
  for (const count of [3, 2, 1]) {
    const county = words.slice(-count).join(' ');
    const before = words.slice(0, -count).join(' ');
    if (!counties.has(plain(county))) continue;
    const isTown = [4, 3, 2, 1].some((length) =>
      isLargeTown(before.split(' ').slice(-length).join(' '), 'GB'),
    );
    const cut = /\d/.test(before) ? splitStreetTown(before, 'GB') : undefined;
    if (
      cut &&
      cut.town !== '' &&
      cut.street !== '' &&
      cut.town.split(' ').length < 4 &&
      streetSegment.test(cut.street)
    )
      return { before, county };
    if (isTown || (before !== '' && !/\d/.test(text) && words.length - count < 4)) return { before, county };
  }
  return undefined;
}

function takeTown(segments: Segment[]): { town: string; rest: Segment[] } {
  const at = segments.length - 1;
  const last = segments[at];
  if (!last) return { town: '', rest: segments };
  if (at > 0 && !/\d/.test(last.text)) {
    const big = bigTowns.exec(last.text);
    // `Shoreditch London` has its suburb with it.
    if (big && big.index > 0 && !/\b(?:up)?on$/i.test(last.text.slice(0, big.index).trim()))
      return { town: big[1]!, rest: replaceAt(segments, at, last.text.slice(0, big.index)) };
    return { town: last.text, rest: segments.slice(0, -1) };
  }
  const big = bigTowns.exec(last.text);
  if (big && !/\b(?:up)?on$/i.test(last.text.slice(0, big.index).trim()))
    return { town: big[1]!, rest: splitSuburb(segments, { at, text: last.text.slice(0, big.index).trim() }) };
  const { street, town } = splitStreetTown(last.text, 'GB');
  return { town, rest: replaceAt(segments, at, street) };
}

/** `100-106 Leonard St Shoreditch`: what follows the street is a segment of its own. */
function splitSuburb(segments: Segment[], { at, text }: { at: number; text: string }): Segment[] {
  const { street, town } = splitStreetTown(text, 'GB');
  const isClear =
    town !== '' &&
    street !== '' &&
    /\b(?:st|street|rd|road|ave|avenue|lane|way|close|place|square|drive|row|terrace|hill|gardens)\.?$/i.test(
      street,
    );
  if (!isClear) return replaceAt(segments, at, text);
  return [...replaceAt(segments, at, street), { ...segments[at]!, text: town, label: undefined }];
}

/** A place name between the street and the town: Covent Garden, Shoreditch. The first segment is never one. */
function takeDistrict(segments: Segment[]): { district: string; street: Segment[] } {
  const last = segments.at(-1);
  if (!last || segments.length < 2 || streetSegment.test(last.text))
    return { district: '', street: segments };
  // `Unit 7, Broadway` has its street there.
  const before = segments.slice(0, -1);
  const hasStreet = before.some(({ text }) => streetSegment.test(text) && !unitSegment.test(text));
  if (!hasStreet && !(before.length > 1 && before.some(({ text }) => /\d|\bfloor\b/i.test(text))))
    return { district: '', street: segments };
  return { district: last.text, street: segments.slice(0, -1) };
}
