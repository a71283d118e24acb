/** Printers seen in the network: over a real socket on loopback, and out of announcements that mean no good. */
import { describe, expect, it } from 'vitest';
import { createMdnsDiscovery } from '../adapters/discovery-mdns.ts';
import type { PrinterAnnouncement } from '../ports/printer-discovery.ts';
import { isPrivateUri, rankedAddresses } from '../printers/local-address-rules.ts';
import { until } from '../testing/agent-bench.ts';
import { startMdnsResponder } from '../testing/mdns-responder.ts';
import { mergeAnnouncements } from './found-printer-rules.ts';

const uuid = '0c1f77d5-90ab-4e3c-8a6d-3d1f8e0f1a2b';

const announcement = (more: Partial<PrinterAnnouncement> & { txt?: ReadonlyMap<string, string> } = {}) => ({
  service: 'Photo One._ipp._tcp.local',
  instance: 'Photo One',
  isTls: false,
  host: 'photo-one.local',
  port: 631,
  addresses: ['192.168.1.20'],
  isUniversal: false,
  txt: new Map([
    ['rp', 'ipp/print'],
    ['uuid', uuid],
    ['ty', 'Maker 3000'],
  ]),
  ...more,
});

describe('over the network', () => {
  it('finds a printer by ipp, ipps and universal, and asks for the addresses itself', async () => {
    const responder = await startMdnsResponder();
    const txt = { rp: 'ipp/print', UUID: uuid, ty: 'Maker 3000', Color: 'T', Duplex: 'F', note: 'Counter' };
    const both = { instance: 'Photo.One [2]', host: 'photo-one', addresses: ['192.168.1.20'], txt };
    responder.services.push(
      { ...both, type: '_ipp._tcp', port: 631, isUniversal: true, hidesAddresses: true },
      { ...both, type: '_ipps._tcp', port: 443, hidesAddresses: true },
    );
    const discovery = createMdnsDiscovery(() => {}, {
      multicast: false,
      ip: '127.0.0.1',
      port: responder.port,
      bind: false,
    });
    let changes = 0;
    discovery.start(() => {
      changes += 1;
    });
    const found = () => mergeAnnouncements(discovery.list());
    await until(() => found()[0]?.uris.length === 2 && found()[0]?.isAirPrint === true);
    expect(found()).toEqual([
      {
        printerUuid: `urn:uuid:${uuid}`,
        name: 'Photo.One [2]',
        makeAndModel: 'Maker 3000',
        note: 'Counter',
        uris: ['ipps://192.168.1.20:443/ipp/print', 'ipp://192.168.1.20/ipp/print'],
        formats: [],
        isColor: true,
        isDuplex: false,
        isAirPrint: true,
        isQueue: false,
      },
    ]);
    expect(changes).toBeGreaterThan(0);
    expect(new Set(responder.asked)).toContain('photo-one.local');
    discovery.stop();
    await responder.close();
  });

  it('lives on when the socket fails', async () => {
    const failures: unknown[] = [];
    const discovery = createMdnsDiscovery((_level, event) => failures.push(event), {
      multicast: false,
      ip: '127.0.0.1',
      port: 1,
      bind: '192.0.2.1',
    });
    discovery.start(() => {});
    await until(() => failures.length > 0);
    expect(failures).toContain('discovery.failed');
    expect(discovery.list()).toEqual([]);
    discovery.stop();
  });
});

describe('announcements', () => {
  it('of several interfaces are one printer, with the best address first', () => {
    const found = mergeAnnouncements([
      announcement({ addresses: ['fe80::1', '169.254.3.4', '2001:db8::7', '192.168.1.20', '192.168.1.20'] }),
      announcement({ host: 'photo-one-2.local', addresses: ['10.0.0.9'] }),
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]?.uris).toEqual([
      'ipp://192.168.1.20/ipp/print',
      'ipp://[2001:db8::7]/ipp/print',
      'ipp://169.254.3.4/ipp/print',
      'ipp://10.0.0.9/ipp/print',
    ]);
  });

  it('without a uuid are one by host and path', () => {
    const txt = new Map([['rp', 'printers/office']]);
    const found = mergeAnnouncements([
      announcement({ txt }),
      announcement({ txt, isTls: true, service: 'x' }),
      announcement({ txt: new Map([['rp', 'printers/photo']]) }),
    ]);
    expect(found.map(({ isQueue, uris }) => [isQueue, uris[0]])).toEqual([
      [true, 'ipp://192.168.1.20/printers/photo'],
      [true, 'ipps://192.168.1.20/printers/office'],
    ]);
  });

  it.each([
    ['no address', { addresses: [] }],
    ['a link-local IPv6 address alone', { addresses: ['fe80::1'] }],
    ['addresses that are none', { addresses: ['999.1.1.1', 'evil/../', '224.0.0.1', '0.0.0.0'] }],
    ['a path that is none', { txt: new Map([['rp', 'a b\r\nX: y']]) }],
  ])('with %s are no printer', (_name, more) => {
    expect(mergeAnnouncements([announcement(more)])).toEqual([]);
  });

  it('that are hostile stay short and plain', () => {
    const txt = new Map([
      ['uuid', 'not a uuid'],
      ['ty', `\u0000${'x'.repeat(5000)}`],
      ['note', '\u202eevil'],
      ['pdl', 'image/jpeg,<script>,image/urf'],
      ['color', 'perhaps'],
    ]);
    const many = Array.from({ length: 1000 }, (_, at) => announcement({ host: `h${at}.local`, txt }));
    const found = mergeAnnouncements(many);
    expect(found).toHaveLength(200);
    expect(found[0]).toMatchObject({ printerUuid: undefined, note: 'evil', isColor: undefined });
    expect(found[0]?.makeAndModel).toHaveLength(120);
    expect(found[0]?.formats).toEqual(['image/jpeg', 'image/urf']);
  });
});

it('tells the shop’s own network from others', () => {
  expect(
    ['ipp://192.168.1.2/a', 'ipps://[fd00::1]:443/a', 'ipp://printer.local/a', 'ipp://printer/a'].map(
      isPrivateUri,
    ),
  ).toEqual([true, true, true, true]);
  expect(['ipp://8.8.8.8/a', 'ipp://[2001:db8::1]/a', 'ipp://print.example/a'].map(isPrivateUri)).toEqual([
    false,
    false,
    false,
  ]);
  expect(rankedAddresses(['127.0.0.1', '8.8.8.8', '10.1.1.1'])).toEqual(['10.1.1.1', '8.8.8.8', '127.0.0.1']);
});
