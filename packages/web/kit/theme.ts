/** How Platen looks: ink on paper. Owns how the colours of contracts/palette.ts are put on, type, spacing and roundings; light and dark. */
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import {
  codeFonts,
  darkRoom as dark,
  paperGray as gray,
  ink,
  pageColours,
  pageFonts,
  seal,
} from '@platen/contracts/palette';

export const platenTheme = createTheme({
  colors: { ink, seal, gray, dark },
  primaryColor: 'ink',
  // Shades on which white text has a contrast of 4.5 and more.
  primaryShade: { light: 9, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  fontFamily: pageFonts,
  fontFamilyMonospace: codeFonts,
  headings: {
    fontFamily: pageFonts,
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

const { light: lightPage, dark: darkPage } = pageColours;

/** Paper lies on the table: cards are lighter than the ground. */
export const platenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': lightPage.text,
    '--mantine-color-dimmed': lightPage.dimmed,
    '--mantine-color-placeholder': lightPage.dimmed,
    '--mantine-color-default-border': gray[4],
    '--platen-ground': lightPage.ground,
    '--platen-surface': lightPage.surface,
    '--platen-line': lightPage.line,
    '--platen-accent': lightPage.accent,
    '--platen-accent-soft': lightPage.accentSoft,
    '--mantine-color-anchor': lightPage.accent,
    '--mantine-color-error': lightPage.error,
  },
  dark: {
    '--mantine-color-text': darkPage.text,
    '--mantine-color-dimmed': darkPage.dimmed,
    '--mantine-color-placeholder': darkPage.dimmed,
    '--platen-ground': darkPage.ground,
    '--platen-surface': darkPage.surface,
    '--platen-line': darkPage.line,
    '--platen-accent': darkPage.accent,
    '--platen-accent-soft': darkPage.accentSoft,
    '--mantine-color-body': darkPage.surface,
    '--mantine-color-anchor': darkPage.accent,
    '--mantine-color-error': darkPage.error,
  },
});
