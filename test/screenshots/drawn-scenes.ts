/**
 * Photos for pictures of the pages, drawn by code: nobody's own. Owns the scenes; each comes out the same whenever it is drawn.
 */
import sharp from 'sharp';
import { randomFrom } from '../fixtures/seeded-random.ts';

/** Numbers from 0 to 1. */
const createRandom = (seed: number): (() => number) => {
  const { between } = randomFrom(seed);
  return () => between(0, 1_000_000) / 1_000_000;
};

const widthPx = 2400;
const heightPx = 1600;

/** A scene as a JPEG of 2400 x 1600 pixels, with the grain of a photo. */
export async function createScene(draw: () => string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 1200 800">${draw()}</svg>`;
  const grain = await sharp({
    create: {
      width: widthPx / 2,
      height: heightPx / 2,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .resize(widthPx, heightPx)
    .png()
    .toBuffer();
  return await sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

const gradient = (id: string, ...colours: string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;

/** A ridge from the left edge to the right one, closed below. */
function ridge({ seed, y, height, fill }: { seed: number; y: number; height: number; fill: string }): string {
  const random = createRandom(seed);
  const waves = [1, 2, 4, 8].map((times) => ({ times, at: random() * 7, of: random() / times }));
  const points = Array.from({ length: 61 }, (_, index) => {
    const x = index * 20;
    const sum = waves.reduce(
      (total, wave) => total + wave.of * Math.sin((x / 190) * wave.times + wave.at),
      0,
    );
    return `${x},${(y - height * sum).toFixed(1)}`;
  });
  return `<polygon points="0,800 ${points.join(' ')} 1200,800" fill="${fill}"/>`;
}

function lake(): string {
  const random = createRandom(5);
  const ripples = Array.from({ length: 70 }, () => {
    const y = 505 + random() ** 1.6 * 290;
    const width = 20 + ((y - 490) / 3) * (0.5 + random());
    return `<rect x="${(random() * 1200).toFixed(0)}" y="${y.toFixed(0)}" width="${width.toFixed(0)}" height="2.4" rx="1" fill="#ffe9cf" opacity="${(0.1 + random() * 0.3).toFixed(2)}"/>`;
  });
  return `<defs>${gradient('s', '#2d4a7c', '#b5688a', '#f7b267', '#ffe3b3')}${gradient('w', '#e5a36f', '#6c5b84', '#22324f')}</defs>
    <rect width="1200" height="800" fill="url(#s)"/><circle cx="760" cy="380" r="62" fill="#fff3d2"/>
    ${ridge({ seed: 11, y: 400, height: 70, fill: '#8a6b90' })}${ridge({ seed: 12, y: 440, height: 60, fill: '#5a4d77' })}
    ${ridge({ seed: 13, y: 480, height: 34, fill: '#33345a' })}
    <rect y="500" width="1200" height="300" fill="url(#w)"/><rect x="715" y="500" width="90" height="300" fill="#ffedc4" opacity="0.22"/>
    ${ripples.join('')}
    <path d="M250 640q80 46 210 0l-22 44q-80 14-166 0z" fill="#241f35"/><path d="M352 640V470l86 150z" fill="#f4ead8"/><path d="M346 640V490l-58 132z" fill="#dccbb4"/>`;
}

function balloons(): string {
  const one = (x: number, y: number, size: number, [a, b]: [string, string]) => `
    <g transform="translate(${x} ${y}) scale(${size})"><path d="M0-90c62 0 92 46 92 92C92 60 34 92 18 128h-36C-34 92-92 60-92 2c0-46 30-92 92-92z" fill="${a}"/>
    <path d="M0-90c26 0 40 46 40 92 0 56-24 90-30 126h-20C-16 92-40 58-40 2c0-46 14-92 40-92z" fill="${b}"/>
    <path d="M-16 130l4 26m28-26l-4 26" stroke="#5b4636" stroke-width="2.5"/><rect x="-15" y="154" width="30" height="22" rx="4" fill="#7a5637"/></g>`;
  return `<defs>${gradient('s', '#5aa2d8', '#a9d4ec', '#fdeed0')}</defs><rect width="1200" height="800" fill="url(#s)"/>
    ${ridge({ seed: 31, y: 560, height: 40, fill: '#9fb9b0' })}${ridge({ seed: 32, y: 610, height: 44, fill: '#6f9a78' })}
    ${one(330, 300, 1.55, ['#d94f3d', '#f6c453'])}${one(800, 210, 1, ['#2b6f9e', '#f2efe4'])}${one(1010, 420, 0.6, ['#e08b2d', '#fbe3b0'])}${one(610, 440, 0.45, ['#5b4b8a', '#cfc3ea'])}
    ${ridge({ seed: 33, y: 690, height: 36, fill: '#3f7350' })}${ridge({ seed: 34, y: 750, height: 26, fill: '#2b5639' })}`;
}

function lighthouse(): string {
  const random = createRandom(9);
  const foam = Array.from({ length: 60 }, () => {
    const x = random() * 1200;
    return `<ellipse cx="${x.toFixed(0)}" cy="${(560 + random() * 230).toFixed(0)}" rx="${(10 + random() * 60).toFixed(0)}" ry="2.4" fill="#fff" opacity="${(0.12 + random() * 0.35).toFixed(2)}"/>`;
  });
  return `<defs>${gradient('s', '#7fb6d6', '#cfe6ee', '#f8efe0')}${gradient('w', '#3f86a0', '#17506d')}</defs>
    <rect width="1200" height="800" fill="url(#s)"/><g fill="#fff" opacity="0.85"><ellipse cx="240" cy="170" rx="130" ry="30"/><ellipse cx="320" cy="146" rx="90" ry="34"/><ellipse cx="560" cy="240" rx="110" ry="22"/></g>
    <rect y="540" width="1200" height="260" fill="url(#w)"/>${foam.join('')}
    <path d="M700 800q30-190 150-230 70-24 160 0 130 40 190 110v120z" fill="#6d5f52"/><path d="M760 800q60-150 170-170 120 10 270 120v50z" fill="#57493f"/>
    <path d="M868 566l20-300h68l20 300z" fill="#f6f1e7"/><path d="M878 420h88l5 72h-98zM885 310h74l4 56h-82z" fill="#c8432f"/>
    <rect x="876" y="248" width="92" height="18" rx="4" fill="#2f3438"/><rect x="894" y="206" width="56" height="44" fill="#ffe9a6"/><path d="M886 208l36-40 36 40z" fill="#a43122"/>
    <path d="M300 610q70 34 170 0l-20 36q-70 12-132 0z" fill="#8f3d2c"/><path d="M384 610V500l64 96z" fill="#fffaf0"/>`;
}

function lemons(): string {
  const lemon = (x: number, y: number, turn: number) => `
    <g transform="translate(${x} ${y}) rotate(${turn})"><ellipse cx="8" cy="86" rx="96" ry="16" fill="#000" opacity="0.13"/>
    <path d="M-118 0q14-8 22-18Q-62-74 0-74t96 56q8 10 24 18-16 8-24 18Q62 74 0 74t-96-56q-8-10-22-18z" fill="#f5c518"/>
    <path d="M-90-8Q-60-60 0-62q44 0 70 30Q20-50-30-34-66-22-90-8z" fill="#ffe36e"/></g>`;
  return `<defs>${gradient('t', '#d9e8e3', '#b8d2cb')}</defs><rect width="1200" height="800" fill="url(#t)"/><path d="M0 520h1200v280H0z" fill="#e9dcc8"/><path d="M0 520h1200v12H0z" fill="#cdb999"/>
    <ellipse cx="600" cy="640" rx="430" ry="70" fill="#000" opacity="0.1"/><path d="M190 560q410-40 820 0-60 130-410 130T190 560z" fill="#2f6f8f"/><ellipse cx="600" cy="560" rx="410" ry="36" fill="#245871"/>
    ${lemon(400, 500, -14)}${lemon(800, 500, 18)}${lemon(600, 450, 4)}
    <path d="M640 380q60-120 190-110-40 110-190 110z" fill="#3f8f4f"/><path d="M600 384q-50-110-170-104 30 104 170 104z" fill="#2f7a40"/><path d="M600 390V330" stroke="#6b4d2a" stroke-width="10"/>`;
}

/** A house with people before it, as they once had themselves taken. */
function house(): string {
  const person = (x: number, y: number, size: number, [coat, head]: [string, string]) => `
    <g transform="translate(${x} ${y}) scale(${size})"><path d="M-46 200q-8-150 46-150t46 150z" fill="${coat}"/><circle cy="18" r="32" fill="#e8c8a8"/><path d="M-34 12q0-40 34-40t34 40q-34-16-68 0z" fill="${head}"/></g>`;
  return `<defs>${gradient('s', '#8fb4cf', '#dfe7e2')}</defs><rect width="1200" height="800" fill="url(#s)"/>${ridge({ seed: 51, y: 460, height: 40, fill: '#8aa08a' })}
    <rect y="560" width="1200" height="240" fill="#9aa673"/><path d="M500 800l60-240h90l90 240z" fill="#cdbb98"/>
    <rect x="330" y="300" width="540" height="280" fill="#efe2c6"/><path d="M290 310l310-170 310 170z" fill="#8a4b3a"/><rect x="560" y="430" width="86" height="150" fill="#5c4030"/>
    <g fill="#6d8ea3" stroke="#fffaf0" stroke-width="10"><rect x="390" y="370" width="96" height="96"/><rect x="716" y="370" width="96" height="96"/></g>
    <path d="M150 580V420" stroke="#5a4632" stroke-width="26"/><circle cx="150" cy="350" r="120" fill="#5f7d4b"/><circle cx="90" cy="400" r="80" fill="#54713f"/><circle cx="1070" cy="430" r="110" fill="#58774a"/><path d="M1070 600V500" stroke="#5a4632" stroke-width="22"/>
    ${person(470, 520, 1.15, ['#3b4a63', '#2e2722'])}${person(590, 530, 1.05, ['#a4554b', '#4a3728'])}${person(690, 600, 0.72, ['#d0a94f', '#3a2c20'])}`;
}

export const scenes = { lake, balloons, lighthouse, lemons, house };

/** The same photo after eighty years in a drawer: brown, pale, scratched, stained. */
export async function createOldPhoto(draw: () => string): Promise<Buffer> {
  const random = createRandom(77);
  const scratches = Array.from({ length: 14 }, () => {
    const x = random() * 1200;
    const lean = (random() - 0.5) * 160;
    return `<path d="M${x.toFixed(0)} ${(random() * 300).toFixed(0)}q${(lean / 3).toFixed(0)} 160 ${lean.toFixed(0)} ${(250 + random() * 300).toFixed(0)}" stroke="#fdf6e6" stroke-width="${(0.8 + random() * 1.6).toFixed(1)}" fill="none" opacity="0.9"/>`;
  });
  const dust = Array.from(
    { length: 130 },
    () =>
      `<circle cx="${(random() * 1200).toFixed(0)}" cy="${(random() * 800).toFixed(0)}" r="${(0.8 + random() * 2.2).toFixed(1)}" fill="#fff8ea"/>`,
  );
  const damage = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><path d="M0 236q300 10 620-4t580 6" stroke="#fffaf0" stroke-width="3" fill="none"/>${scratches.join('')}${dust.join('')}</svg>`;
  return await sharp(await createScene(draw))
    .resize(1200, 800)
    .grayscale()
    .tint('#c9a27a')
    .linear(0.55, 88)
    .composite([{ input: Buffer.from(damage) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
