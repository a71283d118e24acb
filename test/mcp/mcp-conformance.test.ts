/**
 * The protocol's own suite and its Inspector against a cloud on loopback. Neither can be told a key, so a proxy on loopback
 * adds it; they reach no other address.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operations } from '@platen/cloud/operations';
import { mcpClients } from '@platen/contracts/mcp-clients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { conformanceTools } from '../fixtures/mcp/conformance-tools.ts';
import { type KeyedProxy, startKeyedProxy } from '../fixtures/proxies/keyed-proxy.ts';

const patienceMs = 120_000;
const baseline = join(import.meta.dirname, '../fixtures/mcp/mcp-conformance-baseline.yml');

interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of a package with this Node.js, which its own children find on the path. */
async function run(
  packageName: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const dir = await packageDir(packageName);
  const { bin } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'));
  const file = join(dir, bin[program]);
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const options = { env: { ...process.env, PATH: path, ...env }, timeout: patienceMs, maxBuffer: 2 ** 26 };
  return await new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

/** By the folders where packages are looked up: these two export no package.json. */
async function packageDir(name: string): Promise<string> {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const dir = join(folder, name);
    const found = await readFile(join(dir, 'package.json')).then(
      () => true,
      () => false,
    );
    if (found) return dir;
  }
  throw new Error(`${name} is not installed`);
}

describe('@modelcontextprotocol/conformance', () => {
  let cloud: TestCloud;
  let proxy: KeyedProxy;
  let dir: string;
  beforeAll(async () => {
    cloud = await startTestCloud(undefined, {}, { mcp: conformanceTools });
    proxy = await startKeyedProxy(cloud.url, (await cloud.account()).apiKey);
    dir = await mkdtemp(join(tmpdir(), 'platen-conformance-'));
  });
  afterAll(async () => {
    await proxy.close();
    await cloud.close();
    await rm(dir, { recursive: true, force: true });
  });

  it(
    'finds what it looks for, but for what a server of tools alone can not have',
    async () => {
      const args = ['server', '--url', `${proxy.url}/api/mcp`, '--expected-failures', baseline, '-o', dir];
      const { exitCode, stdout, stderr } = await run(
        '@modelcontextprotocol/conformance',
        'conformance',
        args,
      );
      expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
      const passed = [...stdout.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map(([, name]) => name);
      expect(passed).toEqual([
        'server-initialize',
        'ping',
        'tools-list',
        'tools-call-simple-text',
        'tools-call-image',
        'tools-call-audio',
        'tools-call-embedded-resource',
        'tools-call-mixed-content',
        'tools-call-error',
        'dns-rebinding-protection',
      ]);
    },
    patienceMs,
  );
});

describe("the Inspector's command line", () => {
  let cloud: TestCloud;
  let proxy: KeyedProxy;
  let apiKey: string;
  beforeAll(async () => {
    cloud = await startTestCloud();
    apiKey = (await cloud.account()).apiKey;
    proxy = await startKeyedProxy(cloud.url, apiKey);
  });
  afterAll(async () => {
    await proxy.close();
    await cloud.close();
  });

  const names = operations
    .filter((operation) => operation.tool)
    .map((operation) => operation.name)
    .toSorted();

  async function inspect(...args: string[]) {
    const ran = await run('@modelcontextprotocol/inspector', 'mcp-inspector', ['--cli', ...args]);
    expect(ran.exitCode, `${ran.stdout}\n${ran.stderr}`).toBe(0);
    return JSON.parse(ran.stdout);
  }
  const overHttp = (...args: string[]) => inspect(`${proxy.url}/api/mcp`, '--transport', 'http', ...args);
  const namesOf = (listed: { tools: { name: string }[] }) => listed.tools.map((tool) => tool.name);

  it(
    'lists and calls over HTTP',
    async () => {
      expect(namesOf(await overHttp('--method', 'tools/list'))).toEqual(names);
      const called = await overHttp('--method', 'tools/call', '--tool-name', 'get_print_prices');
      expect(called.structuredContent).toMatchObject({ currency: 'CNY' });
      const named = [
        '--method',
        'tools/call',
        '--tool-name',
        'create_api_key',
        '--tool-arg',
        'name=inspector',
      ];
      expect(JSON.parse((await overHttp(...named)).content[0].text)).toMatchObject({ name: 'inspector' });
      const wrong = await run('@modelcontextprotocol/inspector', 'mcp-inspector', [
        '--cli',
        `${proxy.url}/api/mcp`,
        '--transport',
        'http',
        '--method',
        'tools/call',
        '--tool-name',
        'list_orders',
        '--tool-arg',
        'pages=2',
      ]);
      expect(wrong.exitCode).not.toBe(0);
      expect(JSON.parse(wrong.stdout)).toMatchObject({
        isError: true,
        content: [{ text: 'unknown field: pages' }, {}],
      });
    },
    patienceMs,
  );

  it(
    'is started by the line of /docs/mcp, pasted in a clone as it is',
    async () => {
      const line = mcpClients(`${cloud.url}/api/mcp`, apiKey).find(
        ({ name }) => name === 'MCP Inspector',
      )!.text;
      const ran = await new Promise<Ran>((resolve) => {
        const path = `${dirname(process.execPath)}:${process.env.PATH}`;
        // Offline: a line that the clone's own version doesn't serve would have to be downloaded.
        const env = { ...process.env, PATH: path, npm_config_offline: 'true' };
        const options = {
          cwd: join(import.meta.dirname, '../..'),
          env,
          timeout: patienceMs,
          maxBuffer: 2 ** 26,
        };
        execFile('sh', ['-c', line], options, (error, stdout, stderr) =>
          resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
        );
      });
      expect(ran.exitCode, `${ran.stdout}\n${ran.stderr}`).toBe(0);
      expect(namesOf(JSON.parse(ran.stdout))).toEqual(names);
    },
    patienceMs,
  );

  it(
    'lists and calls over `platen mcp`',
    async () => {
      const program = join(import.meta.dirname, '../../packages/cli/platen.ts');
      const env = ['-e', `PLATEN_URL=${cloud.url}`, '-e', `PLATEN_API_KEY=${apiKey}`];
      const overStdio = (...args: string[]) => inspect(...env, process.execPath, program, 'mcp', ...args);
      expect(namesOf(await overStdio('--method', 'tools/list'))).toEqual(names);
      const called = await overStdio('--method', 'tools/call', '--tool-name', 'get_print_options');
      expect(called.structuredContent.sizes.length).toBeGreaterThan(0);
    },
    patienceMs,
  );
});
