import { expect, it } from 'vitest';
import {
  createBinary,
  createOverlay,
  drawStroke,
  type StrokeContext,
  withinWindow,
  zoomAt,
} from './mask-strokes.ts';

function recorder() {
  const said: string[] = [];
  const say =
    (name: string) =>
    (...values: number[]) =>
      void said.push(`${name} ${values.map(Math.round).join(' ')}`);
  const context = {
    beginPath: say('begin'),
    moveTo: say('to'),
    lineTo: say('line'),
    arc: say('arc'),
    fill: () => void said.push(`fill ${context.globalCompositeOperation}`),
    stroke: () => void said.push(`stroke ${context.globalCompositeOperation} ${context.lineWidth}`),
  } as unknown as StrokeContext;
  return { said, context };
}

it('a stroke is the same on a small screen and on the full photo', () => {
  const stroke = {
    tool: 'erase',
    width: 0.1,
    points: [
      { x: 0.5, y: 0.5 },
      { x: 1, y: 0 },
    ],
  } as const;
  for (const scale of [1, 20]) {
    const { said, context } = recorder();
    drawStroke(context, stroke, { widthPx: 200 * scale, heightPx: 100 * scale, colour: '#fff' });
    expect(said).toEqual([
      'begin ',
      `to ${100 * scale} ${50 * scale}`,
      `line ${200 * scale} 0`,
      `stroke destination-out ${20 * scale}`,
    ]);
    // Whoever draws next draws as usual.
    expect(context.globalCompositeOperation).toBe('source-over');
  }
});

it('a tap is a dot, and nothing is nothing', () => {
  const { said, context } = recorder();
  const size = { widthPx: 100, heightPx: 100, colour: '#fff' };
  drawStroke(context, { tool: 'paint', width: 0.2, points: [{ x: 0.5, y: 0.5 }] }, size);
  drawStroke(context, { tool: 'paint', width: 0.2, points: [] }, size);
  expect(said).toEqual(['begin ', 'arc 50 50 10 0 6', 'fill source-over']);
});

it('a mask is black and white alone, and laid over the photo as opacity', () => {
  const greys = (pairs: Array<[value: number, alpha: number]>) =>
    new Uint8ClampedArray(pairs.flatMap(([value, alpha]) => [value, value, value, alpha]));
  const pixels = greys([
    [255, 255],
    [127, 255],
    [128, 255],
    [255, 100],
    [255, 0],
  ]);
  createBinary(pixels);
  expect([...pixels]).toEqual([
    ...greys([
      [255, 255],
      [0, 255],
      [255, 255],
      [0, 255],
      [0, 255],
    ]),
  ]);
  createOverlay(pixels, [200, 0, 0]);
  expect([...pixels.slice(0, 8)]).toEqual([200, 0, 0, 255, 200, 0, 0, 0]);
});

it('a mask with values for doubtful places is a mask: each is marked whole, and sent back as white', () => {
  const values = [0, 127, 128, 231, 254, 255];
  const pixels = () => new Uint8ClampedArray(values.flatMap((value) => [value, value, value, 255]));
  const [binary, overlay] = [pixels(), pixels()];
  createBinary(binary);
  expect(values.map((_, i) => binary[4 * i])).toEqual([0, 0, 255, 255, 255, 255]);
  createOverlay(overlay, [200, 0, 0]);
  expect(values.map((_, i) => overlay[4 * i + 3])).toEqual([0, 254, 255, 255, 255, 255]);
});

it('what is under the pointer stays there, and the photo can not be lost', () => {
  const at = { x: 40, y: -10 };
  const near = zoomAt({ zoom: 1, x: 0, y: 0 }, 4, at);
  expect([(at.x - near.x) / near.zoom, (at.y - near.y) / near.zoom]).toEqual([at.x, at.y]);
  expect(zoomAt(near, 1e6, at).zoom).toBe(16);
  expect(zoomAt(near, 1e-6, at).zoom).toBe(1);
  expect(withinWindow({ zoom: 2, x: 1e6, y: -1e6 }, { widthPx: 100, heightPx: 50 })).toEqual({
    zoom: 2,
    x: 50,
    y: -25,
  });
  expect(withinWindow({ zoom: 1, x: 9, y: 9 }, { widthPx: 100, heightPx: 50 })).toMatchObject({ x: 0, y: 0 });
});
