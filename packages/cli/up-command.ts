/** `platen up`, which is `npm start`, as a command; up-process.ts runs it. */
import type { Command } from './command.ts';

/** `platen up`. */
export const upCommand: Command = {
  name: 'up',
  summary: 'Runs cloud, agent and virtual printer together, with a demo account. This is npm start.',
  flags: {},
  variables: {
    PLATEN_PORT: 'Port of the cloud; 8080.',
    PLATEN_DATA_DIR: 'Folder for everything that is kept; data.',
    PLATEN_PRINTERS: 'ipp:// and ipps:// URIs, separated by commas, instead of the virtual printer.',
    PLATEN_CONSOLE_PORT:
      "Port of the operator's console on 127.0.0.1, or off; 8081, or any when that is in use.",
    DATABASE_URL: 'postgres://… instead of SQLite in the data folder.',
  },
  async run() {
    const { up } = await import('./up-process.ts');
    return await up(process.env);
  },
};
