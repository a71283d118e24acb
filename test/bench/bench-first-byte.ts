/**
 * From the answer of pay to the first byte of the document at an idle printer: cloud and agent as processes of their own, an
 * ippeveprinter behind a relay that watches for a picture going by.
 */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRealTool, startIppeveprinter } from '../real/real-printers.ts';
import { smallJpeg, startBenchShop } from './bench-shop.ts';
import { median, type Row } from './bench-table.ts';

const orders = 20;
const goalMs = 300;
/** Long enough that the printer is asked seldom again and that nothing is warm from the order before. */
const idleMs = 5000;
/** The first of these starts the image process; the others come after a pause such as a shop's day has. */
const coldMs = 22_000;
const coldOrders = 3;
const documentStart = Buffer.from([0xff, 0xd8, 0xff]);

interface Relay {
  uri: string;
  /** The time at which the next document begins to come by. */
  nextDocument(): Promise<number>;
  stop(): void;
}

/** Passes every byte on to the printer at this port. */
async function startRelay(targetPort: number): Promise<Relay> {
  let seen: (atMs: number) => void = () => {};
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const printer = connect({ host: '127.0.0.1', port: targetPort, noDelay: true });
    for (const socket of [client, printer]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      if (chunk.includes(documentStart)) seen(performance.now());
    });
    client.pipe(printer).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    nextDocument: () =>
      new Promise((resolve) => {
        seen = resolve;
      }),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const wordsOf = (ms: readonly number[]): string =>
  `${median(ms).toFixed(0)} ms, worst of ${ms.length}: ${Math.max(...ms).toFixed(0)} ms`;

export async function benchFirstByte(): Promise<Row[]> {
  if (!(['ippeveprinter', 'avahi-daemon'] as const).every((tool) => findRealTool(tool))) return [];
  const printer = await startIppeveprinter({ name: 'Bench' });
  const relay = await startRelay(Number(new URL(printer.uri).port));
  const shop = await startBenchShop([relay.uri]);
  let pictures = 0;
  const measure = async (widthPx: number, waitMs: number): Promise<number> => {
    const orderId = await shop.order(await smallJpeg(widthPx, ++pictures));
    await sleep(waitMs);
    const document = relay.nextDocument();
    await shop.pay(orderId);
    const paidMs = performance.now();
    const tookMs = (await document) - paidMs;
    await shop.drained();
    return tookMs;
  };
  try {
    await measure(1200, idleMs);
    const whole: number[] = [];
    for (let at = 0; at < orders; at++) whole.push(await measure(1200, idleMs));
    const cold: number[] = [];
    for (let at = 0; at < coldOrders; at++) cold.push(await measure(400, coldMs));
    const warm: number[] = [];
    for (let at = 0; at < orders; at++) warm.push(await measure(400, idleMs));
    const row = (measure: string, ms: readonly number[]): Row => ({
      measure,
      platen: wordsOf(ms),
      reference: '',
      ratio: '',
      goal: `< ${goalMs} ms`,
      met: Math.max(...ms) < goalMs,
    });
    return [
      row("from payment to the document's first byte at an idle printer, JPEG in the sheet's pixels", whole),
      row('the same with a JPEG of 400x600 pixels, enlarged', warm),
      row('the same after a pause of 20 s', cold),
    ];
  } finally {
    await shop.stop();
    relay.stop();
    await printer.stop();
  }
}
