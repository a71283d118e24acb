/** `npm run bench [-- start orders upload addresses mcp dispatch watch kernels quality faces] [--photos DIR]`: what Platen claims, as ratios taken in one run. */
import { cpus } from 'node:os';
import { benchAddresses } from './bench-addresses.ts';
import { benchDispatch } from './bench-dispatch.ts';
import { benchKernels } from './bench-kernels.ts';
import { benchMcp } from './bench-mcp.ts';
import { benchOrders } from './bench-orders.ts';
import { benchNames } from './bench-photos.ts';
import { benchQuality } from './bench-quality.ts';
import { benchStart } from './bench-start.ts';
import { printTable, type Row } from './bench-table.ts';
import { benchUpload } from './bench-upload.ts';
import { benchWatch } from './bench-watch.ts';

const benches: Record<string, () => Promise<Row[]>> = {
  start: benchStart,
  orders: benchOrders,
  upload: benchUpload,
  addresses: benchAddresses,
  mcp: benchMcp,
  dispatch: benchDispatch,
  watch: benchWatch,
  kernels: benchKernels,
  quality: benchQuality,
};

const wanted = benchNames(process.argv.slice(2));
const unknown = wanted.find((name) => !(name in benches));
if (unknown) {
  console.error(`bench: ${unknown} is none of ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  console.log(`measuring ${name} …`);
  rows.push(...(await benches[name]!()));
}
console.log(`\n${cpus().length} cores, Node ${process.versions.node}\n`);
printTable(rows);
process.exitCode = rows.some((row) => row.met === false) ? 1 : 0;
