/** `npm run bench [-- NAME…] [--photos DIR]`: what Platen claims of its speed, as ratios taken in one run. The names are those of `benches` and `groups`. */
import { cpus } from 'node:os';
import { benchAddresses } from './bench-addresses.ts';
import { readBenchArguments } from './bench-arguments.ts';
import { benchDispatch } from './bench-dispatch.ts';
import { benchFaces } from './bench-faces.ts';
import { benchFirstByte } from './bench-first-byte.ts';
import { benchFuzz } from './bench-fuzz.ts';
import { benchGrowth } from './bench-growth.ts';
import { benchHostile } from './bench-hostile.ts';
import { benchKernels } from './bench-kernels.ts';
import { benchLimits } from './bench-limits.ts';
import { benchLive } from './bench-live.ts';
import { benchMcp } from './bench-mcp.ts';
import { benchOrders } from './bench-orders.ts';
import { benchPrintReady } from './bench-print-ready.ts';
import { benchQuality } from './bench-quality.ts';
import { benchRestoration } from './bench-restoration.ts';
import { benchStart } from './bench-start.ts';
import { type Bench, printTable, type Row, runBench } from './bench-table.ts';
import { benchUpload } from './bench-upload.ts';
import { benchWatch } from './bench-watch.ts';
import { benchWeb } from './bench-web.ts';

const benches: Record<string, Bench> = {
  start: benchStart,
  orders: benchOrders,
  growth: benchGrowth,
  upload: benchUpload,
  limits: benchLimits,
  live: benchLive,
  addresses: benchAddresses,
  mcp: benchMcp,
  dispatch: benchDispatch,
  'first-byte': benchFirstByte,
  watch: benchWatch,
  web: benchWeb,
  restoration: benchRestoration,
  kernels: benchKernels,
  hostile: benchHostile,
  fuzz: benchFuzz,
  quality: benchQuality,
  faces: benchFaces,
  'print-ready': benchPrintReady,
};

/** Only when they are named: they say nothing of speed, and take long. */
const onDemand = ['hostile', 'fuzz'];

/** A name for several. */
const groups: Record<string, string[]> = {
  imaging: ['quality', 'faces', 'print-ready', 'restoration', 'kernels'],
};

const wanted = readBenchArguments(process.argv.slice(2), { names: Object.keys(benches), groups, onDemand });
if ('say' in wanted) {
  console.error(wanted.say);
  process.exit(wanted.exitCode);
}
const rows: Row[] = [];
for (const name of wanted.benches) {
  console.log(`measuring ${name} …`);
  rows.push(...(await runBench(benches[name]!)));
}
console.log(`\n${cpus().length} cores, Node ${process.versions.node}\n`);
printTable(rows);
process.exitCode = rows.some((row) => row.met === false) ? 1 : 0;
