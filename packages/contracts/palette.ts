/**
 * Platen's colours: ink on paper. Owns every one of them, for the built pages and for those that the cloud writes itself; must never know
 * what they are put on.
 */

/** Ten shades of a colour, from the lightest to the darkest. */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** The ink: what can be pressed, what is chosen. */
export const ink: Shades = [
  '#ebf6f7',
  '#d5eaed',
  '#abd5db',
  '#7fc0c9',
  '#5aafbb',
  '#3f9fae',
  '#2c8f9f',
  '#1f7a89',
  '#176876',
  '#0b5563',
];

/** The seal on a print: what asks for somebody. */
export const seal: Shades = [
  '#fdf0ec',
  '#f8ddd5',
  '#f0b8a8',
  '#e89178',
  '#e17051',
  '#dc5a38',
  '#cc4a29',
  '#b23e20',
  '#9c3419',
  '#842a12',
];

/** Paper's own greys: warm, so that photos look neutral beside them. */
export const paperGray: Shades = [
  '#faf9f6',
  '#f3f1ec',
  '#e9e6df',
  '#dcd8cf',
  '#c5c0b5',
  '#a39d91',
  '#6d675d',
  '#534e46',
  '#35322d',
  '#211f1b',
];

/** The dark room. */
export const darkRoom: Shades = [
  '#e3e6e8',
  '#c3c9cd',
  '#a3acb3',
  '#747e86',
  '#404950',
  '#313940',
  '#252c32',
  '#1a2025',
  '#13181c',
  '#0c1013',
];

/** What a page is drawn with. Paper lies on the table: surfaces are lighter than the ground. */
export interface PageColours {
  ground: string;
  surface: string;
  line: string;
  accent: string;
  accentSoft: string;
  text: string;
  dimmed: string;
  error: string;
}

export const pageColours: Record<'light' | 'dark', PageColours> = {
  light: {
    ground: paperGray[0],
    surface: '#ffffff',
    line: paperGray[2],
    accent: ink[9],
    accentSoft: ink[0],
    text: paperGray[9],
    dimmed: paperGray[6],
    error: seal[8],
  },
  dark: {
    ground: darkRoom[8],
    surface: darkRoom[7],
    line: darkRoom[5],
    accent: ink[3],
    accentSoft: '#14323a',
    text: darkRoom[0],
    dimmed: darkRoom[2],
    error: seal[2],
  },
};

/** What every system has, Chinese beside the letters; nothing is loaded. */
export const pageFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
export const codeFonts = 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "Noto Sans Mono", monospace';
