/** Ports of this machine: which is free, and which one the virtual printer had. Opens no other address than the one given. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { AppError } from '@platen/contracts/app-error';

/** The port when a program may listen on it now, any free one for 0, else undefined. */
export function findFreePort(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: bound } = server.address() as { port: number };
      server.close(() => resolve(bound));
    });
  });
}

const firstPrinterPort = 8631;
const lastPrinterPort = 8731;

/**
 * The virtual printer's port: the one remembered in `path`, else the first free one from 8631, and remembers it, because
 * the agent knows the printer by its URI. Throws AppError when all are in use.
 */
export async function getPrinterPort(path: string): Promise<number> {
  const remembered = readPort(path);
  if (remembered !== undefined && (await findFreePort(remembered)) !== undefined) return remembered;
  for (let port = firstPrinterPort; port <= lastPrinterPort; port += 1) {
    if ((await findFreePort(port)) === undefined) continue;
    writeFileSync(path, `${port}\n`);
    return port;
  }
  throw new AppError('internal', `Ports ${firstPrinterPort} to ${lastPrinterPort} are all in use.`, {
    hint: 'The virtual printer needs one of them; PLATEN_PRINTERS uses real printers instead.',
  });
}

function readPort(path: string): number | undefined {
  try {
    const port = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
