/**
 * A row of a table under the names of its columns, as a shop's export has it: 單號,收件人,電話,地址 and the values on the next line. Owns how such
 * a text is told, and makes a line of each value; numbers of the row go. Pure.
 */

/** What columns are called; those of the first group number the row. */
const column =
  /^(?:((?:[订訂]?[单單]|[编編]|序|流水)[号號]|訂單編號|订单编号|id|no\.?|#|order(?: ?(?:no|id|number))?\.?|(?:주문)?번호|주문|注文番号|受注番号|番号)|(?:收[件貨货][人者]?|[联聯][系繫絡络]人?|客[户戶])?(?:的)?(?:姓名|名字|[电電][话話]|手[机機](?:[号號][码碼]?)?|地址|[邮郵][编編區]|[邮郵][递遞][区區][号號]|邮政编码)|收[件貨货][人者]|[联聯][系繫絡络]人|省份?|城?市|[区區][县縣]?|[縣县]市|[鄉乡][鎮镇]市[區区]|公司|[备備][注註]|(?:full |first |last |customer |recipient )?name|recipient|receiver|(?:tele)?phone(?: number)?|mobile|tel|(?:shipping )?address(?: ?line)?(?: ?\d)?|street|city|town|state|province|county|country|zip(?: ?code)?|post ?code|postal ?code|company|받는 ?(?:사람|분|이)|수취인|수령인|수신인|이름|성명|연락처|전화(?:번호)?|휴대폰(?:번호)?|핸드폰|우편번호|(?:상세|배송)? ?주소|お?名前|氏名|宛名|受取人|お届け先|電話(?:番号)?|携帯|郵便番号|ご?住所|都道府県|市区町村|番地|建物名?|会社名?)$/iu;
const cell = /"([^"\n]*)"|([^,\t;\n]*)/y;

/** The cells of a line. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(line) ?? [];
    cells.push((quoted ?? plain).trim());
    at += whole.length;
    if (at < line.length && line[at] !== separator) return [];
    at++;
  }
  return cells;
}

/** The values of the only row, each on a line; the text as it is where it is no such table. */
export function rowAsLines(text: string): string {
  const end = text.indexOf('\n');
  if (end < 5 || end > 120 || /\d{3}/.test(text.slice(0, end))) return text;
  const head = text.slice(0, end).trim();
  const row = text.slice(end + 1).trim();
  const separator = [',', '\t', ';'].find((each) => head.split(each).length > 2);
  if (separator === undefined || row.includes('\n')) return text;
  const columns = cellsOf(head, separator);
  const values = cellsOf(row, separator);
  const kinds = columns.map((name) => column.exec(name));
  if (kinds.includes(null) || values.length < columns.length) return text;
  return values.filter((value, at) => value !== '' && kinds[at]?.[1] === undefined).join('\n');
}
