/**
 * The style sheet and the scripts of the documentation, as they are served. The pages are complete without either. Owns how the colours of
 * Platen become variables for pages that nobody builds.
 */
import { readFileSync } from 'node:fs';
import { codeFonts, type PageColours, pageColours, pageFonts } from '@platen/contracts/palette';

const readPart = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const variablesOf = (colours: PageColours, more: string): string =>
  `${Object.entries(colours)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}:${colour};`)
    .join('')}${more}`;

/** Methods have colours of their own, readable on both grounds; a lamp's reading of the same hues in the dark. */
const light = variablesOf(
  pageColours.light,
  '--get:#0b5563;--post:#2a6318;--put:#7d4b00;--delete:#9c3419;color-scheme:light;',
);
const dark = variablesOf(
  pageColours.dark,
  '--get:#7fc0c9;--post:#9fd38a;--put:#e9b974;--delete:#f0b8a8;color-scheme:dark;',
);

/** What was chosen on this device counts, else what the device prefers; without scripts the latter alone. */
const variables = `:root{--fonts:${pageFonts};--code-fonts:${codeFonts};${light}}
@media (prefers-color-scheme:dark){:root:not([data-scheme="light"]){${dark}}}
:root[data-scheme="dark"]{${dark}}
`;

export const docsCss = variables + readPart('./docs.css');
export const docsScript = readPart('./docs.js');
export const firstPaintScript = readPart('./first-paint.js');
