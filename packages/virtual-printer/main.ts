/**
 * Runs the virtual printer as a process. Owns the environment and the life of the process, nothing else.
 *   PLATEN_VP_PORT          8631
 *   PLATEN_VP_HOST          127.0.0.1
 *   PLATEN_VP_DIR           where the sheets go; ./printed
 *   PLATEN_VP_NAME          Platen Virtual Printer
 *   PLATEN_VP_FORMATS       application/pdf,image/jpeg,image/pwg-raster,image/urf
 *   PLATEN_VP_PAGE_MS       milliseconds a page takes; 0
 *   PLATEN_VP_HISTORY_JOBS  finished jobs it remembers; 500
 * With an IPC channel it tells its parent `{ type: 'ready', uri }`, and ends when the parent does.
 */
import { startVirtualPrinter, type VirtualPrinterOptions } from './virtual-printer.ts';

// What is printed here is somebody's page: for this user alone.
process.umask(0o077);

function wholeFrom(env: NodeJS.ProcessEnv, key: string, limits: { byDefault: number; max: number }): number {
  const value = env[key] === undefined || env[key] === '' ? limits.byDefault : Number(env[key]);
  if (!Number.isInteger(value) || value < 0 || value > limits.max)
    throw new TypeError(`${key}: must be a whole number from 0 to ${limits.max}`);
  return value;
}

/** Reads the options from the environment. Throws TypeError naming the variable. */
function optionsFrom(env: NodeJS.ProcessEnv): VirtualPrinterOptions {
  const formats = env.PLATEN_VP_FORMATS?.split(',').map((format) => format.trim());
  return {
    host: env.PLATEN_VP_HOST || '127.0.0.1',
    port: wholeFrom(env, 'PLATEN_VP_PORT', { byDefault: 8631, max: 65_535 }),
    dir: env.PLATEN_VP_DIR || 'printed',
    name: env.PLATEN_VP_NAME || 'Platen Virtual Printer',
    pageMs: wholeFrom(env, 'PLATEN_VP_PAGE_MS', { byDefault: 0, max: 600_000 }),
    historyJobs: wholeFrom(env, 'PLATEN_VP_HISTORY_JOBS', { byDefault: 500, max: 100_000 }),
    ...(formats ? { formats } : {}),
  };
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') return `PLATEN_VP_PORT: ${error.message}: another program listens there`;
  if (error.syscall && error.path) return `PLATEN_VP_DIR: ${error.message}`;
  return error.message;
}

try {
  const printer = await startVirtualPrinter(optionsFrom(process.env));
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    void printer.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  if (process.send) process.send({ type: 'ready', uri: printer.uri });
  else console.log(`virtual printer at ${printer.uri}`);
} catch (error) {
  console.error(`virtual printer: ${explain(error as NodeJS.ErrnoException)}`);
  process.exit(1);
}
