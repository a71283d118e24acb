/**
 * Owns scenes drawn by code, as raw pixels: a sky with a sun, hills, houses, and grain, so that there are gradients,
 * edges and detail. Must never decode a file.
 */

/** 8-bit RGB rows without padding. */
export interface RawScene {
  pixels: Buffer;
  widthPx: number;
  heightPx: number;
}

/** Numbers in [0, 1), the same on every machine for the same seed. */
function createRandom(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x7f4a7c15) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

interface Painter {
  scene: RawScene;
  random: () => number;
}

function fillRow(scene: RawScene, area: { y: number; left: number; right: number }, colour: number[]): void {
  let at = (area.y * scene.widthPx + area.left) * 3;
  for (let x = area.left; x < area.right; x++) {
    scene.pixels[at++] = colour[0]!;
    scene.pixels[at++] = colour[1]!;
    scene.pixels[at++] = colour[2]!;
  }
}

function drawSky({ scene, random }: Painter): void {
  const { widthPx, heightPx } = scene;
  const top = [40 + random() * 60, 90 + random() * 60, 170 + random() * 60];
  const bottom = [230, 200 + random() * 40, 160 + random() * 60];
  const sunX = widthPx * (0.2 + random() * 0.6);
  const sunY = heightPx * 0.22;
  const radius = Math.min(widthPx, heightPx) * 0.08;
  for (let y = 0; y < heightPx; y++) {
    const t = y / heightPx;
    const colour = top.map((value, i) => Math.round(value + (bottom[i]! - value) * t));
    fillRow(scene, { y, left: 0, right: widthPx }, colour);
    const half = Math.sqrt(Math.max(0, radius * radius - (y - sunY) ** 2));
    const left = Math.max(0, Math.round(sunX - half));
    if (half > 0)
      fillRow(scene, { y, left, right: Math.min(widthPx, Math.round(sunX + half)) }, [255, 244, 200]);
  }
}

function drawHills({ scene, random }: Painter): void {
  const { widthPx, heightPx, pixels } = scene;
  for (let layer = 0; layer < 3; layer++) {
    const phase = random() * 6;
    const colour = [110 - layer * 30, 140 - layer * 25, 90 - layer * 22];
    for (let x = 0; x < widthPx; x++) {
      const wave =
        Math.sin(phase + (x / widthPx) * (5 + layer * 3)) + 0.3 * Math.sin(phase * 3 + (x / widthPx) * 31);
      const top = Math.round(heightPx * (0.5 + layer * 0.13 + wave * 0.05));
      for (let y = Math.max(0, top); y < heightPx; y++) {
        const at = (y * widthPx + x) * 3;
        pixels[at] = colour[0]!;
        pixels[at + 1] = colour[1]!;
        pixels[at + 2] = colour[2]!;
      }
    }
  }
}

function drawHouses({ scene, random }: Painter): void {
  const { widthPx, heightPx } = scene;
  for (let i = 0; i < 12; i++) {
    const width = Math.round(widthPx * (0.03 + random() * 0.07));
    const height = Math.round(heightPx * (0.03 + random() * 0.06));
    const left = Math.floor(random() * Math.max(1, widthPx - width));
    const top = Math.floor(heightPx * (0.62 + random() * 0.28));
    const wall = [80 + random() * 160, 80 + random() * 140, 70 + random() * 120];
    for (let y = top; y < Math.min(heightPx, top + height); y++) {
      fillRow(scene, { y, left, right: Math.min(widthPx, left + width) }, wall);
      if ((y - top) % 6 === 5)
        fillRow(scene, { y, left, right: Math.min(widthPx, left + width) }, [50, 45, 45]);
    }
  }
}

function addGrain({ scene, random }: Painter): void {
  const grain = Int8Array.from({ length: 8191 }, () => Math.round((random() - 0.5) * 9));
  const { pixels } = scene;
  for (let i = 0, g = 0; i < pixels.length; i++) {
    const value = pixels[i]! + grain[g]!;
    pixels[i] = Math.max(0, Math.min(255, value));
    if (++g === grain.length) g = 0;
  }
}

/** Draws the scene of `seed` at `widthPx` x `heightPx`; about 20 ms a megapixel. */
export function drawScene(options: { widthPx: number; heightPx: number; seed: number }): RawScene {
  const { widthPx, heightPx } = options;
  const scene = { pixels: Buffer.alloc(widthPx * heightPx * 3), widthPx, heightPx };
  const painter = { scene, random: createRandom(options.seed) };
  drawSky(painter);
  drawHills(painter);
  drawHouses(painter);
  addGrain(painter);
  return scene;
}
