/**
 * Owns scenes drawn by code that look like damage and are none: stars, snow, rain, wires, rigging, grass, hair, text, a
 * windmill, a face, wet stones. A restoration that touches them is wrong.
 */
import { createSampleRandom, type SampleRandom } from './random-samples.ts';
import type { RawScene } from './scene-samples.ts';
import { type Cover, createCover, drawDisc, drawStroke, type Point, takeCover } from './stroke-samples.ts';

type Rgb = readonly [number, number, number];
interface Canvas {
  colour: Float32Array;
  cover: Cover;
  random: SampleRandom;
  widthPx: number;
  heightPx: number;
}

/** Blends the cover over the canvas and empties it. */
function paint({ colour, cover }: Canvas, paintColour: Rgb): void {
  takeCover(cover, (at, opacity) => {
    for (let c = 0; c < 3; c++) {
      colour[3 * at + c] = colour[3 * at + c]! * (1 - opacity) + paintColour[c]! * opacity;
    }
  });
}

function fillGradient({ colour, widthPx, heightPx }: Canvas, top: Rgb, bottom: Rgb): void {
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      for (let c = 0; c < 3; c++) {
        colour[3 * (y * widthPx + x) + c] = top[c]! + ((bottom[c]! - top[c]!) * y) / heightPx;
      }
    }
  }
}

function line({ cover }: Canvas, from: Point, to: Point, width: number): void {
  const lengthPx = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const curve = (t: number): Point => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
  drawStroke(cover, curve, { lengthPx, opacity: 1, widthAt: () => width });
}

/** A stroke from a point in a direction that bends, thinner towards its end: a blade, a hair, a twig. */
function blade(
  { cover }: Canvas,
  [x, y]: Point,
  { lengthPx, angle, bend, width }: { lengthPx: number; angle: number; bend: number; width: number },
): void {
  const curve = (t: number): Point => [
    x + lengthPx * t * Math.cos(angle + bend * t),
    y + lengthPx * t * Math.sin(angle + bend * t),
  ];
  drawStroke(cover, curve, { lengthPx, opacity: 0.9, widthAt: (t) => width * (1 - 0.7 * t) });
}

function drawStars(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [4, 6, 18], [18, 22, 44]);
  for (let i = 0; i < (widthPx * heightPx) / 500; i++) {
    const bright = random.share() ** 3;
    const place = [random.share() * widthPx, random.share() * heightPx * 0.85] as const;
    drawDisc(canvas.cover, place, { radiusPx: 0.4 + 1.6 * bright, opacity: 0.25 + 0.75 * bright });
  }
  paint(canvas, [250, 248, 240]);
  line(canvas, [0, heightPx * 0.9], [widthPx, heightPx * 0.88], heightPx * 0.1);
  paint(canvas, [2, 3, 5]);
}

function drawSnow(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [96, 104, 120], [70, 78, 70]);
  for (let i = 0; i < 25; i++) {
    const x = random.share() * widthPx;
    line(
      canvas,
      [x, heightPx * random.between(0.2, 0.5)],
      [x + random.normal() * 5, heightPx],
      random.between(4, 14),
    );
  }
  paint(canvas, [34, 30, 28]);
  for (let i = 0; i < (widthPx * heightPx) / 700; i++) {
    const place = [random.share() * widthPx, random.share() * heightPx] as const;
    drawDisc(canvas.cover, place, { radiusPx: random.between(0.5, 3), opacity: random.between(0.4, 1) });
  }
  paint(canvas, [250, 251, 255]);
}

function drawRain(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [110, 118, 128], [60, 64, 70]);
  for (let i = 0; i < 14; i++) {
    const [x, y] = [random.share() * widthPx, random.between(0.4, 0.8) * heightPx];
    line(canvas, [x, y], [x, heightPx], random.between(15, 60));
    paint(canvas, [random.between(20, 120), random.between(20, 110), random.between(20, 110)]);
  }
  for (let i = 0; i < (widthPx * heightPx) / 1200; i++) {
    const [x, y] = [random.share() * widthPx, random.share() * heightPx];
    const lengthPx = random.between(12, 40);
    drawStroke(canvas.cover, (t) => [x + 0.2 * lengthPx * t, y + lengthPx * t], {
      lengthPx,
      opacity: random.between(0.3, 0.8),
      widthAt: () => 1,
    });
  }
  paint(canvas, [215, 222, 230]);
}

function drawWires(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [90, 140, 210], [225, 228, 232]);
  for (let i = 0; i < 10; i++) {
    const [y, sag] = [random.between(0.05, 0.6) * heightPx, random.between(5, 40)];
    const rise = random.between(-0.15, 0.15) * heightPx;
    drawStroke(canvas.cover, (t) => [t * widthPx, y + rise * t + sag * 4 * t * (1 - t)], {
      lengthPx: widthPx,
      opacity: 0.95,
      widthAt: () => 1 + (i % 3),
    });
  }
  line(canvas, [widthPx * 0.3, heightPx * 0.05], [widthPx * 0.3, heightPx], 9);
  for (let i = 0; i < 12; i++) {
    const place = [random.share() * widthPx, random.between(0.1, 0.5) * heightPx] as const;
    drawDisc(canvas.cover, place, { radiusPx: random.between(1, 3), opacity: 1, squeeze: 1.6 });
  }
  paint(canvas, [18, 20, 24]);
}

function drawRigging(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [150, 170, 190], [205, 205, 196]);
  for (let mast = 1; mast <= 3; mast++) {
    const x = (widthPx * mast) / 4;
    line(canvas, [x, heightPx * 0.08], [x, heightPx * 0.8], 6);
    for (let i = 0; i < 14; i++) {
      const foot = x + random.between(-0.12, 0.12) * widthPx;
      line(canvas, [x, heightPx * random.between(0.1, 0.4)], [foot, heightPx * 0.8], random.between(0.8, 2));
    }
  }
  paint(canvas, [40, 30, 24]);
  for (let i = 0; i < 20; i++) {
    const y = heightPx * random.between(0.82, 1);
    line(canvas, [random.share() * widthPx, y], [random.share() * widthPx, y + random.normal()], 1.5);
  }
  paint(canvas, [238, 240, 242]);
}

function drawGrass(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [40, 70, 30], [20, 40, 14]);
  for (let layer = 0; layer < 6; layer++) {
    for (let i = 0; i < (widthPx * heightPx) / 900; i++) {
      blade(canvas, [random.share() * widthPx, random.share() * heightPx * 1.2], {
        lengthPx: random.between(15, 70),
        angle: -Math.PI / 2 + 0.4 * random.normal(),
        bend: 0.5 * random.normal(),
        width: random.between(0.8, 3),
      });
    }
    paint(canvas, [60 + 24 * layer, 110 + 22 * layer, 40 + 26 * layer]);
  }
}

function drawFace(canvas: Canvas): void {
  const { random, widthPx, heightPx, cover } = canvas;
  fillGradient(canvas, [120, 110, 100], [80, 74, 70]);
  const [x, y, size] = [widthPx / 2, heightPx * 0.48, Math.min(widthPx, heightPx) * 0.32];
  for (let i = 0; i < 500; i++) {
    blade(canvas, [x + size * 0.8 * random.normal() * 0.6, y - size * 0.9], {
      lengthPx: size * random.between(0.8, 2),
      angle: Math.PI / 2 + 0.6 * random.normal(),
      bend: 0.3 * random.normal(),
      width: random.between(0.8, 2),
    });
  }
  paint(canvas, [60, 42, 28]);
  drawDisc(cover, [x, y], { radiusPx: size, opacity: 1, squeeze: 0.78 });
  paint(canvas, [214, 172, 148]);
  for (const side of [-1, 1]) {
    const eye: Point = [x + side * size * 0.32, y - size * 0.15];
    drawDisc(cover, eye, { radiusPx: size * 0.08, opacity: 1, squeeze: 1.8 });
    paint(canvas, [244, 240, 236]);
    drawDisc(cover, eye, { radiusPx: size * 0.06, opacity: 1 });
    paint(canvas, [44, 34, 30]);
    drawDisc(cover, [eye[0] + 2, eye[1] - 2], { radiusPx: 1.4, opacity: 1 });
    paint(canvas, [255, 255, 255]);
    drawStroke(cover, (t) => [eye[0] + (t - 0.5) * size * 0.4, eye[1] - size * (0.16 + 0.2 * t * (1 - t))], {
      lengthPx: size * 0.4,
      opacity: 0.9,
      widthAt: () => 3,
    });
    paint(canvas, [52, 36, 28]);
  }
  drawStroke(cover, (t) => [x + (t - 0.5) * size * 0.5, y + size * (0.42 + 0.24 * t * (1 - t))], {
    lengthPx: size * 0.5,
    opacity: 0.9,
    widthAt: (t) => 1 + 5 * t * (1 - t),
  });
  paint(canvas, [150, 52, 52]);
  for (let i = 0; i < 25; i++) {
    const place = [x + size * 0.3 * random.normal(), y + size * (0.1 + 0.08 * random.normal())] as const;
    drawDisc(cover, place, { radiusPx: random.between(0.5, 1.2), opacity: 0.5 });
  }
  paint(canvas, [150, 96, 74]);
}

/** Strokes that stand like letters in lines, dark on paper. */
function drawText(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [252, 251, 248], [246, 245, 240]);
  for (let y = 24; y < heightPx - 14; y += 20) {
    for (let x = 20; x < widthPx - 20; x += 9) {
      if (random.chance(0.16)) continue;
      for (let stroke = 0; stroke < 3; stroke++) {
        const [u, v] = [x + random.between(0, 6), y - random.between(0, 9)];
        line(canvas, [u, v], [x + random.between(0, 6), y - random.between(0, 9)], 1.2);
      }
      if (random.chance(0.1)) drawDisc(canvas.cover, [x + 3, y - 12], { radiusPx: 0.9, opacity: 1 });
    }
  }
  paint(canvas, [16, 16, 20]);
}

/** A ruled form on plain paper, with few words in it. */
function drawForm(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  const paper = random.between(238, 252);
  fillGradient(canvas, [paper, paper, paper - 4], [paper, paper, paper - 4]);
  const [left, right] = [0.06 * widthPx, random.between(0.5, 0.8) * widthPx];
  const columns = [left, left + 0.15 * widthPx, left + 0.28 * widthPx, right];
  const row = random.between(34, 44);
  let bottom = 20;
  for (let y = 20; y < 0.85 * heightPx; y += row, bottom = y) {
    line(canvas, [left, y], [right, y], 1.4);
    for (const x of columns.slice(0, -1)) {
      for (let stroke = 0; stroke < 5; stroke++) {
        const from = [x + 8 + random.between(0, 30), y + random.between(12, 22)] as const;
        line(canvas, from, [from[0] + random.between(-4, 4), from[1] + random.between(-7, 7)], 1.3);
      }
    }
  }
  line(canvas, [left, bottom], [right, bottom], 1.4);
  for (const x of columns) line(canvas, [x, 20], [x, bottom], 1.4);
  paint(canvas, [22, 22, 26]);
}

function drawWindmill(canvas: Canvas): void {
  const { widthPx, heightPx, random } = canvas;
  fillGradient(canvas, [118, 132, 150], [186, 190, 190]);
  const [x, y, size] = [widthPx / 2, heightPx * 0.4, Math.min(widthPx, heightPx) * 0.36];
  line(canvas, [x, y], [x, heightPx], size * 0.5);
  paint(canvas, [120, 52, 44]);
  for (let sail = 0; sail < 4; sail++) {
    const angle = 0.3 + (sail * Math.PI) / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (const side of [-0.1, 0, 0.1]) {
      line(
        canvas,
        [x - side * size * sin, y + side * size * cos],
        [x + size * (cos - side * sin), y + size * (sin + side * cos)],
        2,
      );
    }
    for (let rung = 2; rung < 14; rung++) {
      const [u, v] = [x + (size * rung * cos) / 14, y + (size * rung * sin) / 14];
      line(
        canvas,
        [u - 0.1 * size * sin, v + 0.1 * size * cos],
        [u + 0.1 * size * sin, v - 0.1 * size * cos],
        1.2,
      );
    }
    line(canvas, [x + size * cos, y + size * sin], [x, y + size * 1.1], 1);
  }
  paint(canvas, [86, 40, 36]);
  for (let i = 0; i < 40; i++) {
    line(canvas, [i * (widthPx / 40), heightPx * 0.85], [i * (widthPx / 40), heightPx], random.between(1, 3));
  }
  paint(canvas, [230, 226, 214]);
}

/** Light pebbles and glints of water: specks as far as one can see. */
function drawPebbles(canvas: Canvas): void {
  const { random, widthPx, heightPx } = canvas;
  fillGradient(canvas, [60, 58, 54], [80, 76, 70]);
  for (let i = 0; i < (widthPx * heightPx) / 120; i++) {
    const place = [random.share() * widthPx, random.share() * heightPx] as const;
    drawDisc(canvas.cover, place, {
      radiusPx: random.between(1, 5),
      opacity: random.between(0.3, 1),
      squeeze: random.between(0.6, 2),
    });
    if (i % 50 === 0) {
      const grey = random.between(60, 245);
      paint(canvas, [grey, grey * 0.97, grey * 0.92]);
    }
  }
  paint(canvas, [200, 196, 186]);
}

const scenes = {
  stars: drawStars,
  snow: drawSnow,
  rain: drawRain,
  wires: drawWires,
  rigging: drawRigging,
  grass: drawGrass,
  face: drawFace,
  text: drawText,
  form: drawForm,
  windmill: drawWindmill,
  pebbles: drawPebbles,
} satisfies Record<string, (canvas: Canvas) => void>;

export type StructureScene = keyof typeof scenes;
export const structureScenes = Object.keys(scenes) as StructureScene[];

/** As cameras do: from nearly black to nearly white. */
function stretch(colour: Float32Array): void {
  const luma = new Float32Array(colour.length / 3);
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.2126 * colour[3 * i]! + 0.7152 * colour[3 * i + 1]! + 0.0722 * colour[3 * i + 2]!;
  }
  luma.sort();
  const black = luma[Math.floor(0.004 * luma.length)]!;
  const white = luma[Math.floor(0.995 * luma.length)]!;
  colour.forEach((value, i) => {
    colour[i] = 6 + ((value - black) * 243) / Math.max(1, white - black);
  });
}

/** Draws a scene of thin structures, with a camera's slight noise and softness. */
export function drawStructure(
  name: StructureScene,
  { widthPx, heightPx, seed }: { widthPx: number; heightPx: number; seed: number },
): RawScene {
  const random = createSampleRandom(seed);
  const colour = new Float32Array(widthPx * heightPx * 3);
  const canvas = { colour, cover: createCover(widthPx, heightPx), random, widthPx, heightPx };
  scenes[name](canvas);
  stretch(colour);
  const pixels = Buffer.alloc(colour.length);
  for (let i = 0; i < colour.length; i++) {
    pixels[i] = Math.max(0, Math.min(255, Math.round(colour[i]! + 1.2 * random.normal())));
  }
  return { pixels, widthPx, heightPx };
}
