/**
 * Owns faults put into good photos for trying the quality check: what a camera, its light and its owner do to a picture, in
 * linear light where it happens there. The same seed gives the same fault. Must never be shipped.
 */
import sharp from 'sharp';

/** Interleaved 8-bit sRGB. */
export interface FaultPhoto {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

export interface Fault {
  name: string;
  /** The finding that tells of it; undefined where nothing must be said. */
  finding: 'shaken' | 'overexposed' | 'colour_cast' | 'blotchy' | 'enlarged' | undefined;
  make(photo: FaultPhoto, seed: number): Promise<Buffer>;
}

/** sRGB (IEC 61966-2-1) to linear light, 0 to 1. */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});
const encodedSteps = 4096;
const encoded = Uint8Array.from({ length: encodedSteps + 1 }, (_, step) => {
  const v = step / encodedSteps;
  return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
});
const encode = (value: number) => encoded[Math.round(Math.max(0, Math.min(1, value)) * encodedSteps)]!;

function createRandom(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x7f4a7c15) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
}
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

const rawOf = ({ widthPx, heightPx }: FaultPhoto) => ({
  raw: { width: widthPx, height: heightPx, channels: 3 as const },
});
const jpegOf = (photo: FaultPhoto, quality: number) =>
  sharp(photo.rgb, rawOf(photo)).jpeg({ quality }).toBuffer();

/** The photo with its longer side at most so long. */
export async function openFaultPhoto(path: string, longestPx: number): Promise<FaultPhoto> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .resize({ width: longestPx, height: longestPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
}

/** On a print of 6 inches at 300 dpi lengths are told in its pixels. */
const printPx = 1800;
const pixelsOf = ({ widthPx, heightPx }: FaultPhoto, onPrint: number) =>
  (onPrint * Math.max(widthPx, heightPx)) / printPx;

interface Tap {
  x: number;
  y: number;
  weight: number;
}

/** Where a hand that shakes leads the picture while the shutter is open: a bent way, at a pace that changes. */
function shakePath(lengthPx: number, seed: number): Tap[] {
  const random = createRandom(seed);
  const steps = Math.max(8, Math.ceil(lengthPx * 4));
  const bend = (random() - 0.5) * 1.2;
  let angle = random() * Math.PI * 2;
  let [x, y] = [0, 0];
  const points: [number, number][] = [];
  const pace = random() * Math.PI;
  for (let i = 0; i < steps; i++) {
    const stride = (lengthPx / steps) * (1 + 0.6 * Math.sin(pace + (3 * i) / steps));
    x += stride * Math.cos(angle);
    y += stride * Math.sin(angle);
    angle += (bend + 0.8 * normal(random) * 0.2) / steps;
    points.push([x, y]);
  }
  const [middleX, middleY] = [x / 2, y / 2];
  const taps = new Map<string, Tap>();
  for (const [px, py] of points) {
    const [tx, ty] = [Math.round(px - middleX), Math.round(py - middleY)];
    const tap = taps.get(`${tx} ${ty}`) ?? { x: tx, y: ty, weight: 0 };
    tap.weight += 1 / steps;
    taps.set(`${tx} ${ty}`, tap);
  }
  return [...taps.values()];
}

/** Camera shake over the whole frame, so long on the print. */
function shake(photo: FaultPhoto, onPrint: number, seed: number): FaultPhoto {
  const { rgb, widthPx, heightPx } = photo;
  const taps = shakePath(pixelsOf(photo, onPrint), seed);
  const light = new Float32Array(rgb.length);
  for (let i = 0; i < light.length; i++) light[i] = linear[rgb[i]!]!;
  const sums = new Float32Array(light.length);
  const row = 3 * widthPx;
  for (const { x, y, weight } of taps) {
    for (let to = 0; to < heightPx; to++) {
      const from = Math.max(0, Math.min(heightPx - 1, to + y)) * row;
      const first = Math.max(0, -x);
      const last = Math.min(widthPx, widthPx - x);
      for (let i = 3 * first; i < 3 * last; i++) {
        sums[to * row + i] = sums[to * row + i]! + weight * light[from + i + 3 * x]!;
      }
      for (let column = 0; column < widthPx; column++) {
        if (column >= first && column < last) continue;
        const at = from + 3 * Math.max(0, Math.min(widthPx - 1, column + x));
        for (let c = 0; c < 3; c++) {
          sums[to * row + 3 * column + c] = sums[to * row + 3 * column + c]! + weight * light[at + c]!;
        }
      }
    }
  }
  const shaken = new Uint8Array(sums.length);
  for (let i = 0; i < shaken.length; i++) shaken[i] = encode(sums[i]!);
  return { rgb: shaken, widthPx, heightPx };
}

/** So many stops more light: the sensor clips, then the camera's curve bends what is left, more or less. */
function overexpose(photo: FaultPhoto, stops: number, shoulder: number): FaultPhoto {
  const gain = 2 ** stops;
  const bend = (value: number) => value + shoulder * value * (1 - value);
  const curve = Uint8Array.from(linear, (value) => encode(bend(Math.min(1, value * gain))));
  return { ...photo, rgb: photo.rgb.map((value) => curve[value]!) };
}

/** Light of another colour than the camera was set to: gains of red, green and blue in linear light, luminance kept. */
function castOver(photo: FaultPhoto, gains: readonly [number, number, number]): FaultPhoto {
  const luminance = 0.2126 * gains[0] + 0.7152 * gains[1] + 0.0722 * gains[2];
  const curves = gains.map((gain) => Uint8Array.from(linear, (value) => encode((value * gain) / luminance)));
  return { ...photo, rgb: photo.rgb.map((value, i) => curves[i % 3]![value]!) };
}

/** Noise that a camera's own smoothing left as blots: of so many pixels, so strong, stronger in the dark. */
async function blotPlane(
  { widthPx, heightPx }: FaultPhoto,
  blotPx: number,
  seed: number,
): Promise<Float32Array> {
  const random = createRandom(seed);
  const [width, height] = [Math.ceil(widthPx / blotPx) + 2, Math.ceil(heightPx / blotPx) + 2];
  const coarse = Uint8Array.from({ length: width * height }, () =>
    Math.max(0, Math.min(255, 128 + 42 * normal(random))),
  );
  const { data } = await sharp(coarse, { raw: { width, height, channels: 1 } })
    .resize({
      width: Math.round(width * blotPx),
      height: Math.round(height * blotPx),
      fit: 'fill',
      kernel: 'cubic',
    })
    .extract({ left: 0, top: 0, width: widthPx, height: heightPx })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const blots = new Float32Array(data.length);
  for (let i = 0; i < blots.length; i++) blots[i] = (data[i]! - 128) / 42;
  return blots;
}

async function addBlots(
  photo: FaultPhoto,
  { sigma, onPrint }: { sigma: number; onPrint: number },
  seed: number,
): Promise<FaultPhoto> {
  const blotPx = Math.max(2, pixelsOf(photo, onPrint));
  const blue = await blotPlane(photo, blotPx, seed);
  const red = await blotPlane(photo, blotPx, seed + 1);
  const random = createRandom(seed + 2);
  const grain = Float32Array.from({ length: 65_521 }, () => 1.5 * normal(random));
  const rgb = new Uint8Array(photo.rgb.length);
  for (let i = 0; i < blue.length; i++) {
    const [r, g, b] = [photo.rgb[3 * i]!, photo.rgb[3 * i + 1]!, photo.rgb[3 * i + 2]!];
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    const strength = sigma * (1.3 - (0.7 * luma) / 255);
    const [cb, cr, y] = [strength * blue[i]!, strength * red[i]!, grain[(i * 7) % grain.length]!];
    const put = (at: number, value: number) => {
      rgb[at] = Math.max(0, Math.min(255, Math.round(value)));
    };
    put(3 * i, r + y + 1.402 * cr);
    put(3 * i + 1, g + y - 0.344 * cb - 0.714 * cr);
    put(3 * i + 2, b + y + 1.772 * cb);
  }
  return { ...photo, rgb };
}

type Kernel = 'cubic' | 'lanczos3' | 'nearest' | 'linear';

/** A small copy of the photo, saved as one is, enlarged so many times. */
async function enlarge(
  photo: FaultPhoto,
  {
    times,
    kernel,
    sharpened,
    smallPx,
  }: { times: number; kernel: Kernel; sharpened: boolean; smallPx: number },
): Promise<Buffer> {
  const small = await sharp(photo.rgb, rawOf(photo))
    .resize({ width: smallPx, height: smallPx, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 88 })
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [small.info.width, small.info.height].map((side) => Math.round(side * times));
  const pipeline = sharp(small.data).resize({ width: width!, height: height!, fit: 'fill', kernel });
  if (sharpened) pipeline.sharpen({ sigma: 1.5, m1: 1, m2: 2 });
  return await pipeline.jpeg({ quality: 90 }).toBuffer();
}

/** Incandescent lamps seen by a camera set to daylight, and the other way round; fluorescent tubes and their opposite. */
const casts = {
  orange: [1.55, 1, 0.42],
  'light orange': [1.32, 1, 0.58],
  blue: [0.62, 1, 1.75],
  green: [0.72, 1.2, 0.75],
  magenta: [1.3, 0.8, 1.3],
} as const;

const fault = (
  name: string,
  finding: Fault['finding'],
  make: (photo: FaultPhoto, seed: number) => Promise<FaultPhoto> | FaultPhoto,
  quality = 90,
): Fault => ({
  name,
  finding,
  make: async (photo, seed) => await jpegOf(await make(photo, seed), quality),
});
const enlarged = (name: string, options: Parameters<typeof enlarge>[1], isSeen = true): Fault => ({
  name,
  finding: isSeen ? 'enlarged' : undefined,
  make: (photo) => enlarge(photo, options),
});

/** Lengths on the print; stops; strengths, and sizes on the print. */
const shakesPx = [8, 14, 24, 40];
const overStops = [1.5, 2, 3];
const blotSizes = [
  { sigma: 6, onPrint: 6 },
  { sigma: 9, onPrint: 10 },
  { sigma: 12, onPrint: 16 },
];

/** Clear faults, and mild ones at which nothing must be said. */
export const faults: readonly Fault[] = [
  ...shakesPx.map((px) => fault(`shake ${px}`, 'shaken', (photo, seed) => shake(photo, px, seed))),
  fault('mild shake 2', undefined, (photo, seed) => shake(photo, 2, seed)),
  ...overStops.map((stops) =>
    fault(`over ${stops} EV`, 'overexposed', (photo) => overexpose(photo, stops, 0)),
  ),
  fault('over 2 EV, shoulder', 'overexposed', (photo) => overexpose(photo, 2, 0.4)),
  fault('mild over 0.5 EV', undefined, (photo) => overexpose(photo, 0.5, 0)),
  ...Object.entries(casts).map(([colour, gains]) =>
    fault(`cast ${colour}`, 'colour_cast', (photo) => castOver(photo, gains)),
  ),
  fault('mild cast warm', undefined, (photo) => castOver(photo, [1.1, 1, 0.88])),
  fault('mild cast cool', undefined, (photo) => castOver(photo, [0.92, 1, 1.12])),
  ...blotSizes.map((blots) =>
    fault(
      `blots ${blots.sigma} of ${blots.onPrint}`,
      'blotchy',
      (photo, seed) => addBlots(photo, blots, seed),
      86,
    ),
  ),
  fault('mild blots 1 of 8', undefined, (photo, seed) => addBlots(photo, { sigma: 1, onPrint: 8 }, seed)),
  enlarged('enlarged 4 cubic', { times: 4, kernel: 'cubic', sharpened: false, smallPx: 640 }),
  enlarged('enlarged 4 lanczos sharpened', { times: 4, kernel: 'lanczos3', sharpened: true, smallPx: 640 }),
  enlarged('enlarged 4 nearest', { times: 4, kernel: 'nearest', sharpened: false, smallPx: 640 }),
  enlarged('enlarged 4 linear', { times: 4, kernel: 'linear', sharpened: false, smallPx: 640 }),
  enlarged('enlarged 3 cubic', { times: 3, kernel: 'cubic', sharpened: false, smallPx: 800 }),
  enlarged('enlarged 2 cubic', { times: 2, kernel: 'cubic', sharpened: false, smallPx: 800 }),
  enlarged('mild enlarged 1.3', { times: 1.3, kernel: 'cubic', sharpened: false, smallPx: 2400 }, false),
];
