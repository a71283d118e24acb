/**
 * libcups as the judge of the codec: what we send it reads as we meant it, and what it sends we read as it says. ippeveprinter
 * and ipptool are its two voices.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { createIppClient } from '@platen/ipp/ipp-client';
import { decodeMessage, encodeMessage } from '@platen/ipp/ipp-codec';
import {
  attributeNumber,
  attributesOf,
  attributeText,
  boolean,
  charset,
  collection,
  dateTime,
  enumValue,
  groupsOf,
  groupTags,
  type IppAttributes,
  type IppMessage,
  integer,
  keyword,
  mimeMediaType,
  name,
  naturalLanguage,
  octets,
  outOfBand,
  range,
  resolution,
  text,
  uri,
  valueTags,
} from '@platen/ipp/ipp-message';
import { startVirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getRealTool, type Ippeveprinter, startIppeveprinter, whenReal } from './real-printers.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'platen-libcups-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Everything that ipptool prints. */
async function ipptool(flags: string[]): Promise<string> {
  const child = spawn(getRealTool('ipptool'), flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

/** A server that answers everything with these attributes, and keeps what it was asked. */
async function serve(attributes: IppAttributes): Promise<{ uri: string; asked: IppMessage[] }> {
  const asked: IppMessage[] = [];
  const server = http.createServer(async (request, response) => {
    const { message } = decodeMessage(Buffer.concat(await request.toArray()));
    asked.push(message);
    const answer = encodeMessage({
      version: [2, 0],
      code: 0,
      requestId: message.requestId,
      groups: [
        {
          tag: groupTags.operation,
          attributes: attributesOf({
            'attributes-charset': charset('utf-8'),
            'attributes-natural-language': naturalLanguage('en'),
          }),
        },
        { tag: groupTags.printer, attributes: attributesOf(attributes) },
      ],
    });
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { uri: `ipp://127.0.0.1:${port}/ipp/print`, asked };
}

/** A test file with one request: the usual attributes, then `lines`. */
function requestFile(lines: string[], operation = 'Get-Printer-Attributes'): string {
  const file = join(dir, 'request.test');
  const usual = [
    'GROUP operation-attributes-tag',
    'ATTR charset attributes-charset utf-8',
    'ATTR naturalLanguage attributes-natural-language en',
    'ATTR uri printer-uri $uri',
  ];
  writeFileSync(
    file,
    ['{', 'NAME "One"', `OPERATION ${operation}`, ...usual, ...lines, 'STATUS successful-ok', '}', ''].join(
      '\n',
    ),
  );
  return file;
}

/** Each syntax once or more, and how libcups writes it. */
const everySyntax: [string, IppAttributes[string], string][] = [
  ['an-integer', [integer(-2147483648), integer(2147483647)], '(1setOf integer) = -2147483648,2147483647'],
  ['an-enum', enumValue(5), '(enum) = 5'],
  ['a-boolean', [boolean(true), boolean(false)], '(1setOf boolean) = true,false'],
  ['a-range', range(-5, 7), '(rangeOfInteger) = -5-7'],
  [
    'a-resolution',
    [resolution(300, 600), resolution(118, 118, 4)],
    '(1setOf resolution) = 300x600dpi,118dpcm',
  ],
  ['a-date', dateTime(new Date('2026-11-21T01:02:03.400Z')), '(dateTime) = 2026-11-21T01:02:03Z'],
  ['some-octets', octets(Buffer.from([0, 255, 65])), '(octetString) = \\000\\377A'],
  ['a-text', text('相片 "x" <y> & z'), '(textWithoutLanguage) = 相片 \\"x\\" <y> & z'],
  ['a-name', name('n,m'), '(nameWithoutLanguage) = n,m'],
  ['a-keyword', keyword('k'), '(keyword) = k'],
  ['a-uri', uri('ipp://x/y'), '(uri) = ipp://x/y'],
  ['a-scheme', { kind: 'text', tag: valueTags.uriScheme, text: 'ipp' }, '(uriScheme) = ipp'],
  ['a-charset', charset('utf-8'), '(charset) = utf-8'],
  ['a-language', naturalLanguage('zh-cn'), '(naturalLanguage) = zh-cn'],
  ['a-format', mimeMediaType('image/urf'), '(mimeMediaType) = image/urf'],
  [
    'a-local-text',
    { kind: 'localizedText', tag: valueTags.textWithLanguage, text: 'Foto', language: 'de' },
    '(textWithLanguage) = Foto[de]',
  ],
  [
    'a-local-name',
    { kind: 'localizedText', tag: valueTags.nameWithLanguage, text: '名', language: 'zh-cn' },
    '(nameWithLanguage) = 名[zh-cn]',
  ],
  ['nothing', outOfBand(valueTags.noValue), '(no-value) = no-value'],
  ['nobody-knows', outOfBand(valueTags.unknown), '(unknown) = unknown'],
  ['a-mixture', [keyword('iso_a4'), name('Own paper')], '(1setOf nameWithoutLanguage) = iso_a4,Own paper'],
  ['a-future', { kind: 'bytes', tag: 0x6a, bytes: Buffer.from('zz') }, '(UNKNOWN) = UNKNOWN'],
  [
    'some-collections',
    [
      collection({ x: collection({ y: [integer(1), integer(2)], z: keyword('k') }), w: name('q') }),
      collection({ x: integer(3) }),
    ],
    '(1setOf collection) = {x={y=1,2 z=k} w=q},{x=3}',
  ],
  ['the-end', integer(1), '(integer) = 1'],
];

whenReal(['ipptool'])('ipptool', () => {
  it('reads every syntax that we send', async () => {
    const server = await serve(Object.fromEntries(everySyntax.map(([key, values]) => [key, values])));
    const output = await ipptool(['-tv', '-V', '2.0', server.uri, requestFile([])]);
    expect(output).toContain('[PASS]');
    for (const [key, , written] of everySyntax) expect(output).toContain(`        ${key} ${written}\n`);
  });

  it('sends every syntax that it can, and we read what it says', async () => {
    const server = await serve({ 'printer-name': name('x') });
    const lines = [
      'ATTR integer an-integer -7,8',
      'ATTR enum an-enum 5',
      'ATTR boolean a-boolean true',
      'ATTR rangeOfInteger a-range 1-7,9-12',
      'ATTR resolution a-resolution 300x600dpi,118dpcm',
      'ATTR text a-text "相片 & more"',
      'ATTR name a-name n',
      'ATTR keyword a-keyword k,l',
      'ATTR uri a-uri ipp://x/y',
      'ATTR uriScheme a-scheme ipp',
      'ATTR charset a-charset utf-8',
      'ATTR naturalLanguage a-language zh-cn',
      'ATTR mimeMediaType a-format image/urf',
      'ATTR dateTime a-date 2026-11-21T01:02:03Z',
      'GROUP job-attributes-tag',
      'ATTR collection media-col { MEMBER collection media-size { MEMBER integer x-dimension 10160 MEMBER integer y-dimension 15240 } MEMBER keyword media-type photographic }',
      'GROUP subscription-attributes-tag',
      'ATTR keyword notify-events job-state-changed,printer-state-changed',
    ];
    const output = await ipptool(['-tv', '-V', '2.0', server.uri, requestFile(lines)]);
    expect(output).toContain('[PASS]');
    const [message] = server.asked;
    expect(encodeMessage(message!)).toEqual(encodeMessage(decodeMessage(encodeMessage(message!)).message));
    const expected: IppAttributes = {
      'an-integer': [integer(-7), integer(8)],
      'an-enum': enumValue(5),
      'a-boolean': boolean(true),
      'a-range': [range(1, 7), range(9, 12)],
      'a-resolution': [resolution(300, 600), resolution(118, 118, 4)],
      'a-text': text('相片 & more'),
      'a-name': name('n'),
      'a-keyword': [keyword('k'), keyword('l')],
      'a-uri': uri('ipp://x/y'),
      'a-scheme': { kind: 'text', tag: valueTags.uriScheme, text: 'ipp' },
      'a-charset': charset('utf-8'),
      'a-language': naturalLanguage('zh-cn'),
      'a-format': mimeMediaType('image/urf'),
      'a-date': dateTime(new Date('2026-11-21T01:02:03Z')),
    };
    const operation = groupsOf(message!, groupTags.operation)[0]!;
    expect(operation.attributes.slice(3)).toEqual(attributesOf(expected));
    expect(groupsOf(message!, groupTags.job)[0]?.attributes).toEqual(
      attributesOf({
        'media-col': collection({
          'media-size': collection({ 'x-dimension': integer(10160), 'y-dimension': integer(15240) }),
          'media-type': keyword('photographic'),
        }),
      }),
    );
    expect(groupsOf(message!, groupTags.subscription)[0]?.attributes).toEqual(
      attributesOf({ 'notify-events': [keyword('job-state-changed'), keyword('printer-state-changed')] }),
    );
  });

  it('reads every attribute of the virtual printer without a complaint', async () => {
    const printer = await startVirtualPrinter({ port: 0, dir: join(dir, 'described'), name: '相片 One' });
    cleanUps.push(() => printer.close());
    const output = await ipptool(['-tv', printer.uri, 'get-printer-attributes.test']);
    expect(output).toContain('[PASS]');
    expect(output).not.toMatch(/EXPECTED|UNKNOWN|Bad |[Dd]uplicate/);
    expect(output).toContain('printer-name (nameWithoutLanguage) = 相片 One');
    expect(output).toMatch(/media-col-database \(1setOf collection\) = \{media-key=/);
  });

  // libcups knows neither SHA-512-256 nor -sess.
  it.each([
    ['basic', undefined],
    ['digest', 'MD5'],
    ['digest', 'SHA-256'],
  ] as const)('proves itself to the virtual printer by %s %s', async (scheme, algorithm) => {
    const login = { scheme, username: 'ann', password: 'hush', ...(algorithm && { algorithm }) };
    const printer = await startVirtualPrinter({
      port: 0,
      dir: join(dir, `${scheme}-${algorithm}`),
      name: 'L',
      login,
    });
    cleanUps.push(() => printer.close());
    const ask = (who: string): Promise<string> =>
      ipptool(['-t', printer.uri.replace('ipp://', `ipp://${who}@`), 'get-printer-attributes.test']);
    expect(await ask('ann:hush')).toContain('[PASS]');
    expect(await ask('ann:wrong')).toContain('[FAIL]');
  });
});

whenReal(['ippeveprinter', 'avahi-daemon', 'dbus-daemon'])('ippeveprinter', () => {
  let printer: Ippeveprinter | undefined;
  let said = '';
  const keysDir = (): string => join(dir, 'keys');
  const start = (more: Partial<Parameters<typeof startIppeveprinter>[0]> = {}): Promise<Ippeveprinter> =>
    startIppeveprinter({ name: 'Judge', onOutput: (words) => (said += words), ...more });
  afterEach(async () => {
    await printer?.stop();
    printer = undefined;
  });

  it('reads our requests as we mean them, and prints the document whole', async () => {
    printer = await start();
    said = '';
    const client = createIppClient({ uri: printer.uri, deadlineMs: 20_000, userName: '安妮' });
    cleanUps.push(() => client.close());
    const created = await client.request({
      operation: 'Create-Job',
      attributes: { 'job-name': name('相片 "1"'), 'ipp-attribute-fidelity': boolean(false) },
      jobAttributes: {
        copies: integer(2),
        'media-col': collection({
          'media-size': collection({ 'x-dimension': integer(10160), 'y-dimension': integer(15240) }),
          'media-top-margin': integer(0),
          'media-type': keyword('photographic-glossy'),
        }),
        'page-ranges': [range(1, 2), range(4, 9)],
        'print-quality': enumValue(5),
      },
    });
    expect(created.status).toBe(0);
    const jobId = attributeNumber(groupsOf(created.message, groupTags.job)[0], 'job-id') ?? 0;
    const photo = await makeJpeg({ widthPx: 600, heightPx: 900, seed: 1 });
    const sent = await client.request({
      operation: 'Send-Document',
      attributes: {
        'job-id': integer(jobId),
        'document-format': mimeMediaType('image/jpeg'),
        'last-document': boolean(true),
      },
      document: { stream: () => Readable.from([photo]) },
    });
    expect(sent.status).toBe(0);
    const asked = await client.request({
      operation: 'Get-Job-Attributes',
      attributes: { 'job-id': integer(jobId) },
    });
    expect(attributeText(groupsOf(asked.message, groupTags.job)[0], 'job-name')).toBe('相片 "1"');
    for (const line of [
      'operation-id=Create-Job(0005)',
      'requesting-user-name (nameWithoutLanguage) 安妮',
      'job-name (nameWithoutLanguage) 相片 \\"1\\"',
      'ipp-attribute-fidelity (boolean) false',
      'copies (integer) 2',
      'media-col (collection) {media-size={x-dimension=10160 y-dimension=15240} media-top-margin=0 media-type=photographic-glossy}',
      'page-ranges (1setOf rangeOfInteger) 1-2,4-9',
      'print-quality (enum) high',
      'operation-id=Send-Document(0006)',
      'document-format (mimeMediaType) image/jpeg',
      'last-document (boolean) true',
    ])
      expect(said).toContain(line);
  });

  it('is trusted by its certificate over ipps, and refused when it comes back with another', async () => {
    printer = await start({ keysDir: keysDir() });
    said = '';
    const { port } = new URL(printer.uri.replace('ipp:', 'http:'));
    const secureUri = printer.uri.replace('ipp:', 'ipps:');
    let trusted: string | undefined;
    const refused: string[] = [];
    const certificates = {
      known: () => trusted,
      trust: (fingerprint: string) => {
        trusted = fingerprint;
      },
      refuse: (fingerprint: string) => void refused.push(fingerprint),
    };
    const ask = async () => {
      const client = createIppClient({ uri: secureUri, deadlineMs: 20_000, certificates });
      return await client.request({ operation: 'Get-Printer-Attributes' }).finally(() => client.close());
    };
    expect((await ask()).status).toBe(0);
    expect(trusted).toMatch(/^[0-9a-f]{64}$/);
    const first = trusted;
    // The same printer after a restart shows the same certificate.
    await printer.stop();
    printer = await start({ keysDir: keysDir(), port: Number(port) });
    expect((await ask()).status).toBe(0);
    await printer.stop();
    printer = await start({ keysDir: `${keysDir()}-other`, port: Number(port) });
    await expect(ask()).rejects.toMatchObject({
      kind: 'certificate',
      sent: 'nothing',
      certificates: { known: first },
    });
    trusted = refused[0];
    expect(trusted).not.toBe(first);
    expect((await ask()).status).toBe(0);
  });
});
