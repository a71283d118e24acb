/** How Platen looks: ink on paper. Owns colours, type, spacing and roundings; light and dark. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The ink: what can be pressed, what is chosen. */
const ink: MantineColorsTuple = [
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
const seal: MantineColorsTuple = [
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
const gray: MantineColorsTuple = [
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
const dark: MantineColorsTuple = [
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

/** What every system has, Chinese beside the letters; nothing is loaded. */
const fonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';

export const platenTheme = createTheme({
  colors: { ink, seal, gray, dark },
  primaryColor: 'ink',
  // Shades on which white text has a contrast of 4.5 and more.
  primaryShade: { light: 9, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  fontFamily: fonts,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "Noto Sans Mono", monospace',
  headings: {
    fontFamily: fonts,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.3rem', lineHeight: '1.35' },
      h3: { fontSize: '1.1rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Words are written as they are; capitals shout.
  components: { Badge: { defaultProps: { tt: 'none' } } },
});

/** Paper lies on the table: cards are lighter than the ground. */
export const platenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-default-border': gray[4],
    '--platen-ground': gray[0],
    '--platen-surface': '#ffffff',
    '--platen-line': gray[2],
    '--platen-accent': ink[9],
    '--platen-accent-soft': ink[0],
    '--mantine-color-anchor': ink[9],
    '--mantine-color-error': seal[8],
  },
  dark: {
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--platen-ground': dark[8],
    '--platen-surface': dark[7],
    '--platen-line': dark[5],
    '--platen-accent': ink[3],
    '--platen-accent-soft': '#14323a',
    '--mantine-color-body': dark[7],
    '--mantine-color-anchor': ink[3],
    '--mantine-color-error': seal[2],
  },
});
