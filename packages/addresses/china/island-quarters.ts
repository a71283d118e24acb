/** Quarters of Hong Kong and Macao that people name, in their characters there. Owns where in a house one stands. Pure. */
import { foldText } from '../parse-clean.ts';

const quarters =
  '中環|上環|西環|金鐘|灣仔|銅鑼灣|北角|鰂魚涌|太古城?|西灣河|筲箕灣|柴灣|香港仔|鴨脷洲|黃竹坑|尖沙咀|佐敦|油麻地|旺角|太子|深水埗|長沙灣|荔枝角|美孚|紅磡|何文田|土瓜灣|九龍城|九龍塘|九龍灣|黃大仙|鑽石山|新蒲崗|慈雲山|牛頭角|觀塘|藍田|油塘|大角咀|石硤尾|荃灣|葵涌|葵芳|葵興|青衣|沙田|大圍|火炭|馬鞍山|大埔|粉嶺|上水|元朗|天水圍|屯門|西貢|將軍澳|坑口|東涌|長洲|氹仔|路環|路氹城?|新口岸|黑沙環|祐漢|筷子基|高士德|台山|青洲|南灣|西灣|內港|水坑尾|下環|三盞燈|皇朝|沙梨頭|關閘';
const wholly = new RegExp(`^(?:${foldText(quarters)})$`, 'u');
/** Whether the words (folded) are the name of one. */
export const isQuarter = (words: string): boolean => wholly.test(words);

/** What a quarter is called after: its name goes on there. */
const goesOn =
  '[街道路邨村苑匯居臺軒閣峰灣城坊滙]|大廈|中心|廣場|花園|商場|工業|市政|新村|公園|醫院|中學|小學|大馬路|馬路';
/** Behind a firm, its department or a room. */
const within = new RegExp(
  `^(.*(?:公司|大學|學院|醫院|酒店|[部處組課系室房座樓號店會行院校]|[樓座室] ?[A-Za-z\\d]{1,2}))[ ,]*(${quarters})(?!${goesOn})[ ,]*(.*)$`,
  'u',
);

/** The house with its quarter before it, as the label of these cities has it: the firm that stood before the quarter stays with its street. */
export const quarterFirst = (detail: string): string =>
  detail.replace(
    within,
    (_, head: string, quarter: string, tail: string) =>
      `${quarter}${head}${/[A-Za-z\d]$/.test(head) && /^[A-Za-z\d]/.test(tail) ? ' ' : ''}${tail}`,
  );
