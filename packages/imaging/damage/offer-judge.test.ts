/** What is known of a place beside its surroundings, on planes that are drawn by hand. */
import { describe, expect, it } from 'vitest';
import type { DamageOffer } from './damage-offers.ts';
import { judgeOffers, measureOffers } from './offer-judge.ts';

const size = { widthPx: 200, heightPx: 120 };

/** Grey paper of tone 100 with a darker half on the right, and the network's chances, which are 0.1 where nothing is. */
function createPhoto() {
  const pixels = { rgb: new Uint8Array(3 * size.widthPx * size.heightPx).fill(100), ...size };
  for (let y = 0; y < size.heightPx; y++)
    pixels.rgb.fill(60, 3 * (y * size.widthPx + 150), 3 * (y + 1) * size.widthPx);
  const chances = { samples: new Uint8Array(size.widthPx * size.heightPx).fill(26), ...size };
  const offers: DamageOffer[] = [];
  /** A block of this tone that the network is so sure of. */
  const add = (
    left: number,
    top: number,
    [wide, high]: readonly [number, number],
    tone: number,
    chance = 0.95,
  ): void => {
    const places: number[] = [];
    for (let y = top; y < top + high; y++) {
      for (let x = left; x < left + wide; x++) {
        const at = y * size.widthPx + x;
        places.push(at);
        pixels.rgb.fill(tone, 3 * at, 3 * at + 3);
        chances.samples[at] = Math.round(255 * chance);
      }
    }
    offers.push({ places: Uint32Array.from(places), chance, isLight: tone > 100 });
  };
  return { pixels, chances, offers, add };
}

const names = [
  'chance',
  'highest',
  'sure',
  'area',
  'slender',
  'length',
  'step',
  'stepBySpread',
  'ringSpread',
  'ownSpread',
  'beyond',
  'ringChance',
  'colour',
  'isLight',
  'alike',
  'border',
] as const;

function featuresOf({ pixels, chances, offers }: ReturnType<typeof createPhoto>, index: number) {
  const all = measureOffers(pixels, chances, offers);
  return Object.fromEntries(names.map((name, i) => [name, all[index]!.features[i]!])) as Record<
    (typeof names)[number],
    number
  >;
}

describe('measureOffers', () => {
  it('knows a light speck on plain ground', () => {
    const photo = createPhoto();
    photo.add(60, 50, [4, 4], 240);
    const speck = featuresOf(photo, 0);
    expect(speck).toMatchObject({
      sure: 1,
      area: 4,
      ringSpread: 0,
      ownSpread: 0,
      beyond: 0,
      colour: 0,
      isLight: 1,
      alike: 0,
    });
    expect(speck.step).toBeCloseTo(140 / 25, 5);
    expect(speck.stepBySpread).toBe(8);
    expect(speck.ringChance).toBeCloseTo(1.02, 1);
    expect(speck.slender).toBeLessThan(0.3);
  });

  it('sees what is around a place as dark as it, and edges beside it', () => {
    const photo = createPhoto();
    photo.add(143, 50, [4, 4], 60);
    const besideEdge = featuresOf(photo, 0);
    expect(besideEdge.isLight).toBe(0);
    expect(besideEdge.beyond).toBeGreaterThan(2);
    expect(besideEdge.ringSpread).toBeGreaterThan(0.1);
  });

  it('tells lines from blocks, and counts what is alike nearby', () => {
    const photo = createPhoto();
    photo.add(20, 20, [60, 2], 200);
    for (const left of [20, 35, 50]) photo.add(left, 80, [5, 5], 200);
    photo.add(66, 80, [20, 20], 30);
    const line = featuresOf(photo, 0);
    expect(line.slender).toBeGreaterThan(2);
    expect(line.length).toBeCloseTo(Math.log2(61), 0);
    const button = featuresOf(photo, 2);
    expect(button.alike).toBe(2);
  });
});

describe('judgeOffers', () => {
  it('believes a clean speck sooner than one of a row of faint dots', () => {
    const print = createPhoto();
    print.add(60, 50, [4, 4], 240, 0.97);
    const [speck] = judgeOffers(print.pixels, print.chances, print.offers);
    const row = createPhoto();
    for (let left = 20; left < 140; left += 12) row.add(left, 60, [5, 5], 112, 0.55);
    const dots = judgeOffers(row.pixels, row.chances, row.offers);
    expect(speck!.chance).toBeGreaterThan(0.3);
    for (const dot of dots) expect(dot.chance).toBeLessThan(speck!.chance / 2);
  });

  it('knows a dark place beside others as dark, as the dots of letters are, and no light one', () => {
    const photo = createPhoto();
    photo.add(60, 50, [4, 4], 30);
    photo.add(20, 100, [4, 4], 230);
    const alone = judgeOffers(photo.pixels, photo.chances, photo.offers);
    expect(alone.map(({ isOneOfDark }) => isOneOfDark)).toEqual([false, false]);
    // A stroke that nobody takes for damage.
    for (let x = 50; x < 80; x++) photo.pixels.rgb.fill(25, 3 * (75 * 200 + x), 3 * (75 * 200 + x + 1));
    const beside = judgeOffers(photo.pixels, photo.chances, photo.offers);
    expect(beside.map(({ isOneOfDark }) => isOneOfDark)).toEqual([true, false]);
  });
});
