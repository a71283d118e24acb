/** Many virtual printers in one process, for the bench of watching them. */
import { join } from 'node:path';
import { startVirtualPrinter } from '@platen/virtual-printer/virtual-printer';

const count = Number(process.env.PLATEN_BENCH_PRINTERS);
const dir = process.env.PLATEN_DATA_DIR!;
const uris: string[] = [];
for (let at = 0; at < count; at += 1) {
  const printer = await startVirtualPrinter({
    port: 0,
    dir: join(dir, `printer-${at}`),
    name: `Printer ${at}`,
  });
  uris.push(printer.uri);
}
process.send?.({ uris });
