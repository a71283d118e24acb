/** `platen mcp`: the tools of a cloud for assistants that start local servers, with access to files of this machine. */
import { AppError } from '@platen/contracts/app-error';
import { readSettings } from '@platen/contracts/settings';
import type { Command } from '../command.ts';
import { mcpSettings } from './mcp-settings.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary:
    'Serves the tools of a cloud over stdin and stdout, for AI clients. Files in allowed folders can be uploaded by path.',
  flags: {
    'allow-dir': {
      type: 'string',
      value: 'DIR',
      multiple: true,
      describe: 'A folder whose files may be uploaded; may be repeated. Without it no file may.',
    },
  },
  settings: async () => Object.values(mcpSettings),
  async run(values) {
    const { realFolder } = await import('../allowed-folders.ts');
    const wanted = (values['allow-dir'] as string[] | undefined) ?? [];
    const { url, apiKey } = readSettings(mcpSettings, process.env);
    await serve({
      endpoint: readEndpoint(url),
      apiKey,
      folders: await Promise.all(wanted.map(realFolder)),
    });
    return 0;
  },
};

/** The MCP endpoint below an address, or the address itself when it is one. What was given is never shown: it may be a key. */
export function readEndpoint(given: string): URL {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError('malformed', 'PLATEN_URL: must be an http or https address.');
  if (url.username || url.password)
    throw new AppError('malformed', 'PLATEN_URL: holds no name or password; the key is in PLATEN_API_KEY.');
  if (url.search || url.hash)
    throw new AppError('malformed', 'PLATEN_URL: must end with the path, without ? and #.');
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = /\/api\/mcp(\/x\/[^/]+(\/readonly)?)?$/.test(path) ? path : `${path}/api/mcp`;
  return url;
}

/** Runs until stdin ends. Only protocol goes to stdout. */
async function serve(options: { endpoint: URL; apiKey: string; folders: string[] }): Promise<void> {
  const { openStdio } = await import('./mcp-stdio.ts');
  const { createBridge } = await import('./mcp-bridge.ts');
  const { plainText } = await import('./mcp-reply.ts');
  const { send, ended } = openStdio(process.stdin, process.stdout, (message) => void bridge.receive(message));
  const bridge = createBridge({ ...options, send });
  void bridge.findTrouble().then((trouble) => {
    if (trouble) console.error(`platen mcp: ${plainText(trouble)}`);
  });
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  await Promise.race([ended, stopped]);
  bridge.close();
}
