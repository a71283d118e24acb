/** `platen mcp`: the tools of a cloud for assistants that start local servers, with access to files of this machine. */
import { realpath } from 'node:fs/promises';
import { AppError } from '@platen/contracts/app-error';
import type { Command } from './command.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary:
    'Serves the tools of a cloud over stdin and stdout, for AI clients. Files in allowed folders can be uploaded by path.',
  flags: {
    'allow-dir': {
      type: 'string',
      value: 'DIR',
      multiple: true,
      describe: 'A folder whose files may be uploaded; may be repeated. The current one unless told.',
    },
    'no-files': { type: 'boolean', describe: 'No file of this machine may be uploaded.' },
  },
  variables: {
    PLATEN_URL: 'Address of the cloud; http://127.0.0.1:8080.',
    PLATEN_API_KEY: "The account's API key.",
  },
  async run(values) {
    const { PLATEN_URL = 'http://127.0.0.1:8080', PLATEN_API_KEY: apiKey } = process.env;
    const cloudUrl = URL.parse(PLATEN_URL);
    if (!cloudUrl || !/^https?:$/.test(cloudUrl.protocol))
      throw new AppError('malformed', `PLATEN_URL: must be an http or https address, not "${PLATEN_URL}".`);
    if (!apiKey) throw new AppError('malformed', 'PLATEN_API_KEY is missing.');
    const wanted = values['no-files'] ? [] : ((values['allow-dir'] as string[] | undefined) ?? ['.']);
    await serve({ cloudUrl, apiKey, folders: await Promise.all(wanted.map(realFolder)) });
    return 0;
  },
};

async function realFolder(folder: string): Promise<string> {
  return await realpath(folder).catch(() => {
    throw new AppError('malformed', `--allow-dir: there is no folder ${folder}.`);
  });
}

/** Runs until stdin ends. Only protocol goes to stdout. */
async function serve(options: { cloudUrl: URL; apiKey: string; folders: string[] }): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { createBridge, findStartTrouble } = await import('./mcp-bridge.ts');
  const transport = new StdioServerTransport();
  const bridge = createBridge({ ...options, send: (message) => transport.send(message) });
  const ended = new Promise<void>((resolve) => {
    transport.onclose = resolve;
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  transport.onmessage = (message) => void bridge.receive(message);
  transport.onerror = (error) => console.error(`platen mcp: ${error.message}`);
  await transport.start();
  void findStartTrouble(options).then((trouble) => {
    if (trouble) console.error(`platen mcp: ${trouble}`);
  });
  await ended;
  bridge.close();
}
