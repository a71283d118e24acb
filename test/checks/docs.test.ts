/** The documentation comes from the definitions: it names every operation, is valid, and can't carry a script in. */
import { readFileSync } from 'node:fs';
import type { ApiDocument, JsonSchema } from '@platen/cloud/http/openapi';
import { operations } from '@platen/cloud/operations';
import { mcpClients } from '@platen/contracts/mcp-clients';
import { pictureFormats } from '@platen/imaging/decode/file-type';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(cloud.url + path, { headers });

const readDocument = async (): Promise<ApiDocument> =>
  (await (await get('/api/openapi.json')).json()) as ApiDocument;
const endpointsOf = (document: ApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ where: `${method} ${path}`, told })),
  );

describe('OpenAPI', () => {
  it('is a valid 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(
      (await (await get('/api/openapi.json')).json()) as Record<string, unknown>,
    );
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has every endpoint, with each parameter of its path, and says who may call it', async () => {
    const document = await readDocument();
    for (const { name, rest, access } of operations) {
      if (!rest) continue;
      const told = document.paths[rest.path]?.[rest.method.toLowerCase()];
      expect(told?.operationId).toBe(name);
      expect(told?.security).toHaveLength(access === 'public' ? 0 : 2);
      const inPath = told?.parameters.flatMap((each) =>
        'in' in each && each.in === 'path' ? [each.name] : [],
      );
      expect(new Set(inPath)).toEqual(
        new Set([...rest.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)),
      );
    }
  });

  it('has a description of every field that a client sends', async () => {
    const isBare = (schema: JsonSchema) =>
      !schema.description && !schema.items && !schema.properties && !schema.anyOf;
    const bare = endpointsOf(await readDocument()).flatMap(({ where, told }) => {
      const body = told.requestBody?.content['application/json']?.schema.properties ?? {};
      const fields = Object.entries(body).filter(([, schema]) => isBare(schema));
      const parameters = told.parameters.flatMap((each) =>
        '$ref' in each || each.description ? [] : [each.name],
      );
      return [...parameters, ...fields.map(([field]) => field)].map((field) => `${where}: ${field}`);
    });
    expect(bare).toEqual([]);
  });

  it('is answered with 304 when the client has it', async () => {
    const etag = (await get('/api/openapi.json')).headers.get('etag')!;
    const again = await get('/api/openapi.json', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('the pages', () => {
  it('show every endpoint and every tool, without a key', async () => {
    const reference = await (await get('/docs')).text();
    const staff = await (await get('/docs/staff')).text();
    const setup = (await (await get('/docs/mcp')).text()).replaceAll('<wbr>', '');
    for (const { name, rest, tool, access } of operations) {
      const isStaffs = access === 'operator' || access === 'admin';
      if (rest) expect(isStaffs ? staff : reference).toContain(`<article class="endpoint" id="${name}">`);
      if (tool) expect(setup).toContain(`<code>${name}</code>`);
    }
    // Every operation has a subject of its own.
    for (const page of [reference, staff]) expect(page).not.toContain('id="more"');
  });

  it('lead nowhere that is not there, and name nothing twice', async () => {
    const paths = ['/docs', '/docs/staff', '/docs/mcp'];
    const pages = new Map(
      await Promise.all(paths.map(async (path) => [path, await (await get(path)).text()] as const)),
    );
    for (const [path, page] of pages) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      const links = [...page.matchAll(/ href="([^"]*)#([^"]+)"/g)];
      const lost = links.filter(([, to, id]) => !pages.get(to || path)?.includes(` id="${id}"`));
      expect([path, lost.map(([link]) => link)]).toEqual([path, []]);
    }
  });

  it('have three examples for each endpoint, each of them whole', async () => {
    const pages = await Promise.all(
      ['/docs', '/docs/staff'].map(async (path) => await (await get(path)).text()),
    );
    const page = pages.join('');
    for (const { name } of operations.filter(({ rest }) => rest)) {
      for (const language of ['curl', 'javascript', 'python']) {
        const begin = page.indexOf(`<pre id="code.${name}.${language}"`);
        expect(begin, `${name} in ${language}`).toBeGreaterThan(0);
        expect(page.slice(begin, page.indexOf('</pre>', begin))).not.toMatch(/…|undefined|<API_KEY>/);
      }
    }
  });

  it('are small on the way: 100 KB with all that a page needs, packed, and 304 when they are known', async () => {
    const sizeOf = async (path: string) => {
      const headers = { 'accept-encoding': 'br' };
      const reply = await fetch(cloud.url + path, { headers });
      expect([path, reply.headers.get('content-encoding')]).toEqual([path, 'br']);
      const plain = await (
        await fetch(cloud.url + path, { headers: { 'accept-encoding': 'identity' } })
      ).text();
      expect(await reply.text()).toBe(plain);
      const etag = reply.headers.get('etag')!;
      const again = await fetch(cloud.url + path, {
        headers: { 'accept-encoding': 'br', 'if-none-match': etag },
      });
      expect([path, again.status]).toEqual([path, 304]);
      return Number(reply.headers.get('content-length'));
    };
    const parts = ['/docs', '/docs/docs.css', '/docs/docs.js', '/docs/first-paint.js', '/docs/mark.svg'];
    const sizes = await Promise.all(parts.map(sizeOf));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
    expect(await sizeOf('/docs/search.json')).toBeLessThan(50_000);
  });

  it('let nothing run but their own script', async () => {
    for (const path of ['/docs', '/docs/staff', '/docs/mcp']) {
      const reply = await get(path);
      expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
      expect((await reply.text()).match(/<script/g)).toHaveLength(2);
    }
    expect((await get('/docs/docs.js')).headers.get('content-type')).toMatch('text/javascript');
  });

  it('tell at least 21 clients how to connect, each with the address and a place for the key', () => {
    const url = 'https://print.example/api/mcp';
    const clients = mcpClients(url, 'THE_KEY');
    expect(new Set(clients.map((client) => client.name)).size).toBeGreaterThanOrEqual(21);
    for (const { name, text } of clients) {
      expect(text, name).toMatch(/https:\/\/print\.example/);
      expect(text, name).toMatch(/THE_KEY|COPILOT_MCP_KEY/);
    }
  });

  it('have an answer for JSON configurations that JSON reads', () => {
    const texts = mcpClients('https://print.example/api/mcp', 'K').map((client) => client.text);
    for (const text of texts.filter((each) => each.startsWith('{')))
      expect(() => JSON.parse(text)).not.toThrow();
  });
});

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('README counts the tools and the clients that there are', () => {
  const counted = (what: RegExp) => [...readme.matchAll(what)].map(([, count]) => Number(count));
  const tools = operations.filter(({ tool }) => tool).length;
  const clients = mcpClients('https://print.example/api/mcp', 'K').length;
  expect(counted(/(\d+) MCP tools/g)).toEqual([tools]);
  expect(counted(/configuration (?:of|for) (\d+) (?:AI )?clients/g)).toEqual([clients, clients]);
});

it('README names every format of pictures that is taken', () => {
  for (const format of pictureFormats.split(', ')) expect(readme).toMatch(new RegExp(`\\b${format}\\b`));
});
