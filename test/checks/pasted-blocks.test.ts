/**
 * What README.md and docs/*.md tell people to paste works as it stands: every `sh` block runs in its order, in one shell of a person who
 * has a `platen up` in the same folder. Owns the list of what can't be run here, each with its reason; that is read by a shell at least.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);

interface Block {
  /** Page and line, as a person finds it. */
  where: string;
  language: string;
  text: string;
}

function blocksOf(path: string): Block[] {
  const page = readFileSync(join(root, path), 'utf8');
  const found = (pattern: RegExp, kind: (match: RegExpMatchArray) => Pick<Block, 'language' | 'text'>) =>
    [...page.matchAll(pattern)].map((match) => ({
      where: `${path}:${page.slice(0, match.index).split('\n').length}`,
      ...kind(match),
    }));
  return [
    ...found(/^```(\w*)\n(.*?)^```$/gms, ([, language, text]) => ({ language: language!, text: text! })),
    // Without a fence, four blanks in: a command as well.
    ...found(/(?<=\n\n)(?: {4}\S.*\n)+/g, ([text]) => ({
      language: 'sh',
      text: text.replace(/^ {4}/gm, ''),
    })),
  ];
}

const blocks = pages.flatMap(blocksOf);
const shellBlocks = blocks.filter(({ language }) => language === 'sh');

/** Commands that nobody can run in a test, and why. */
const notHere: readonly (readonly [command: RegExp, because: string])[] = [
  [/^(?:\w+=\S+ )?npm start\b/m, 'it is the very service that the others need; start.test.ts runs it'],
  [/^claude mcp add/m, "it changes another program's configuration"],
  [
    /--cloud https:\/\/\w+\.example/,
    'no cloud has that name; enrolment.test.ts and cloud-move.test.ts do the same',
  ],
  [/^git clone|\bgit pull|^node tools\/gather/m, 'it fetches repositories from where they are kept'],
  [/\bsystemctl\b/, 'it changes the services of the machine'],
  [/>\/etc\//, 'it changes the settings of the machine'],
  [/^PLATEN_AGENT_DIR=\/var\/lib\//m, 'it is about the agent that is a service of the machine'],
  [/^docker /m, 'it needs Docker'],
];
const reasonOf = ({ text }: Block): string | undefined =>
  notHere.find(([command]) => command.test(text))?.[1];
const runnable = shellBlocks.filter((block) => reasonOf(block) === undefined);

/** What a person puts in for a word, from what was answered before. */
const placeholders: Record<string, (answered: string) => string | undefined> = {
  JOB_ID: (answered) => /"job_id":"([^"]+)"/.exec(answered)?.[1],
  YOUR_API_KEY: () => JSON.parse(readFileSync(join(dir, 'data', 'demo.json'), 'utf8')).api_key,
};

/** Answers that are right although they are refusals: nothing is unknown in a shop that is well. */
const mayRefuse: readonly (readonly [mark: string, refusal: RegExp])[] = [
  ['/decide', /^The print job is printed; it waits for no decision\.$/],
];

let dir: string;
let up: ChildProcess | undefined;
let shell: ChildProcess | undefined;
let said = '';
let complaints = '';

async function until(what: string, isTrue: () => boolean, seconds = 60): Promise<void> {
  for (let looks = 0; looks < seconds * 20; looks += 1) {
    if (isTrue()) return;
    await sleep(50);
  }
  throw new Error(`waited in vain for ${what}:\n${said}\n${complaints}`);
}

/** A folder as the clone is to a newcomer, with a `data` of its own. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-pasted-'));
  for (const name of ['package.json', 'packages', 'node_modules', 'docker', 'docs'])
    symlinkSync(join(root, name), join(dir, name));
  const photo = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 });
  mkdirSync(join(dir, 'holiday'));
  for (const name of ['grandma.jpg', 'holiday/beach.jpg', 'holiday/harbour.jpg'])
    writeFileSync(join(dir, name), photo);
  const others = Object.entries(process.env).filter(([name]) => !/^(PLATEN_|DATABASE_URL$|npm_)/.test(name));
  const port = String(await freePort());
  const env = { ...Object.fromEntries(others), PLATEN_PORT: port, PLATEN_DISCOVERY: 'off' };
  up = spawn(process.execPath, [join(root, 'packages/cli/platen.mjs'), 'up'], {
    cwd: dir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let greeting = '';
  up.stdout!.on('data', (chunk) => {
    greeting += chunk;
  });
  await until('platen up', () => greeting.includes('Platen is ready'));
  const sample = readFileSync(join(dir, 'data', 'sample.pdf'));
  writeFileSync(join(dir, 'page.pdf'), sample);
  shell = spawn('sh', [], { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'] });
  shell.stdout!.on('data', (chunk) => {
    said += chunk;
  });
  shell.stderr!.on('data', (chunk) => {
    complaints += chunk;
  });
}, 120_000);
afterAll(async () => {
  shell?.stdin?.end('exit\n');
  if (up && up.exitCode === null) {
    up.kill('SIGTERM');
    await once(up, 'close');
  }
  rmSync(dir, { recursive: true, force: true });
});

/** Pastes a block; its exit code, and what it said. */
async function paste(text: string, name: string): Promise<{ code: number; output: string }> {
  const path = join(dir, `${name}.sh`);
  writeFileSync(path, text);
  const from = said.length;
  const end = new RegExp(`^@end ${name} (\\d+)$`, 'm');
  shell!.stdin!.write(`. '${path}' </dev/null; printf '\\n@end ${name} %s\\n' $?\n`);
  await until(`the end of ${name}`, () => end.test(said.slice(from)), 100);
  const output = said.slice(from);
  return { code: Number(end.exec(output)![1]), output: output.replace(end, '') };
}

const refusalsIn = (output: string): string[] =>
  [...output.matchAll(/^\{"error":"((?:[^"\\]|\\.)*)"/gm)].map(([, sentence]) => sentence!);

describe('what is pasted', () => {
  it('runs as it stands, block after block', { timeout: 240_000 }, async () => {
    expect(runnable.length).toBeGreaterThanOrEqual(8);
    for (const [at, { text, where }] of runnable.entries()) {
      const filled = text.replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (word) => placeholders[word]?.(said) ?? word);
      const missing = Object.keys(placeholders).filter((word) => new RegExp(`\\b${word}\\b`).test(filled));
      expect(missing, where).toEqual([]);
      complaints = '';
      const { code, output } = await paste(filled, `block-${at + 1}`);
      const allowed = mayRefuse.filter(([mark]) => text.includes(mark)).map(([, refusal]) => refusal);
      const refusals = refusalsIn(output).filter((each) => !allowed.some((refusal) => refusal.test(each)));
      expect({ where, code, refusals }).toEqual({ where, code: 0, refusals: [] });
      const unexpected = complaints.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
      expect({ where, unexpected }).toEqual({ where, unexpected: [] });
    }
    // Each step did what its text says.
    expect(said).toContain('"status":"ready_for_pickup"');
    expect(said).toMatch(/"restoration_id":"[^"]+"/);
    expect(said).toMatch(/"sheets":\[/);
    expect(said).toMatch(/"mode":"runs"/);
    expect(said).toMatch(/\+8613800000001 is an admin now/);
    expect(said).toMatch(/"name":"laptop"/);
  });

  it('leaves a shop that prints at once', { timeout: 60_000 }, async () => {
    const { output } = await paste('shop $URL/api/shop/schedule\n', 'schedule');
    expect(output).toMatch(/"plan":\{"mode":"immediate"\}/);
  });
});

describe('what can not be pasted here', () => {
  const skipped = shellBlocks.filter((block) => reasonOf(block) !== undefined);

  it.each(skipped.map((block) => [block.where, reasonOf(block), block.text]))(
    '%s is at least read by a shell: %s',
    (_where, _reason, text) => {
      execFileSync('sh', ['-n'], { input: text!, stdio: ['pipe', 'pipe', 'pipe'] });
    },
  );

  it('every reason is still needed', () => {
    for (const [command] of notHere)
      expect(
        shellBlocks.some(({ text }) => command.test(text)),
        String(command),
      ).toBe(true);
  });

  it('JSON is JSON, and there is no block of a kind that nobody looks at', () => {
    for (const { language, text, where } of blocks) {
      expect(['sh', 'json', 'mermaid'], where).toContain(language);
      if (language === 'json') expect(() => JSON.parse(text), where).not.toThrow();
    }
  });
});
