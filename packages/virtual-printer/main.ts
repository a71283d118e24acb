/**
 * Runs the virtual printer as a process, as virtual-printer-settings.ts says. Owns the life of the process, nothing else.
 * With an IPC channel it tells its parent `{ type: 'ready', uri }`, and ends when the parent does.
 */
import { readSettings } from '@platen/contracts/settings';
import { startVirtualPrinter } from './virtual-printer.ts';
import { virtualPrinterSettings } from './virtual-printer-settings.ts';

// What is printed here is somebody's page: for this user alone.
process.umask(0o077);

function explain(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') return `PLATEN_VP_PORT: ${error.message}: another program listens there`;
  if (error.syscall && error.path) return `PLATEN_VP_DIR: ${error.message}`;
  return error.message;
}

try {
  const printer = await startVirtualPrinter(readSettings(virtualPrinterSettings, process.env));
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
