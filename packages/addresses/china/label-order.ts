/**
 * The order of a label where a message has another: 湖滨世纪城 11-2-1502，合肥包河区徽州大道 has its road behind its house. Owns which parts
 * are told to stand behind the town or the road that is named after them. Pure.
 */
import { freeText, mark, type Piece, piecesOf, type Sheet } from '../parse-sheet.ts';

/** A town, a road with its number: what the rest of a house stands behind. */
const head =
  /^[\s,，、]*(?:\p{Script=Han}{1,6}?(?:街道|[镇乡])(?!\p{Script=Han}{0,2}政府))?[\s,，、]*(?:(?!街道)\p{Script=Han}{1,8}?(?:大道|大街|[路街道巷弄])(?:[东西南北中]|[东西南北中]?[一二三四五六七八九十]?段)?(?:[\s,]*\d{1,5}(?:-\d{1,3})?[号弄](?:院|之\d{1,3}(?!\d))?)?)?/u;
/** What has its own road, town or village stands where it is. */
const hasOwn = /街道|[镇乡村屯寨]|(?:大道|大街|[路街巷弄])(?!口|边)|\d号(?![楼栋幢库门仓])/u;
/** A zone or a park is as great as a road. */
const zone = /(?:产业园|工业园|科技园|物流园|创业园|(?:园|新|示范|开发|保税)区)$/u;
/** A firm, a room, a class, an office, a locker: behind all that is said of the building. */
const isWithin = /公司|集团|工厂|(?:[室房班部处科组柜间床台办]|中心|\d)$/u;

/** Pieces between which nothing was taken are one part. */
function partsOf(sheet: Sheet): Piece[] {
  const parts: Piece[] = [];
  for (const { start, end } of piecesOf(sheet)) {
    const last = parts.at(-1);
    if (last && sheet.marks.subarray(last.end, start).every((as) => as === mark.free)) last.end = end;
    else parts.push({ start, end });
  }
  return parts;
}

/** The sheet with nothing free outside of these characters. */
function only(sheet: Sheet, from: number, to: number): Sheet {
  const marks = sheet.marks.map((as, at) =>
    as === mark.free && (at < from || at >= to) ? mark.dropped : as,
  );
  return { ...sheet, marks };
}

/** The detail of a mainland's house, its town and road first; as it is where they are. */
export function inLabelOrder(sheet: Sheet, detail: string): string {
  const parts = partsOf(sheet);
  const first = parts.findIndex(({ start, end }) => {
    const text = sheet.text.slice(start, end);
    return (head.exec(text)?.[0].trim() ?? '') !== '' && hasOwn.test(text);
  });
  if (first < 1) return detail;
  const start = parts[first]!.start;
  const lead = freeText(only(sheet, 0, start));
  const rest = freeText(only(sheet, start, sheet.text.length));
  if (hasOwn.test(lead) || zone.test(lead) || detail !== lead + rest) return detail;
  const isGreater =
    /^\p{Script=Han}+(?:街道|[镇乡])/u.test(rest) || /\d/.test(head.exec(rest)![0]) || /\d/.test(lead);
  if (!isGreater) return detail;
  const ahead = isWithin.test(lead) ? rest.length : head.exec(rest)![0].length;
  return rest.slice(0, ahead) + lead + rest.slice(ahead);
}
