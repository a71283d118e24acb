/** What is painted before any script has run has the colours of contracts/palette.ts. */
import { readFileSync } from 'node:fs';
import { pageColours } from '@platen/contracts/palette';
import { expect, it } from 'vitest';

it('ground.css has the colours of the palette', () => {
  const css = readFileSync(new URL('./ground.css', import.meta.url), 'utf8');
  const [light, dark] = [/:root \{([^}]*)\}/, /:root\[data-mantine-color-scheme="dark"\] \{([^}]*)\}/].map(
    (block) => block.exec(css)![1]!,
  );
  for (const [scheme, block] of [
    ['light', light!],
    ['dark', dark!],
  ] as const) {
    const { ground, surface, line, accent, accentSoft } = pageColours[scheme];
    const said = Object.fromEntries(
      [...block.matchAll(/--platen-([\w-]+): (#[\da-f]+);/g)].map(([, name, colour]) => [
        name,
        colour === '#fff' ? '#ffffff' : colour,
      ]),
    );
    expect(said).toEqual({ ground, surface, line, accent, 'accent-soft': accentSoft });
  }
});
