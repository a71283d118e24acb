/**
 * How each AI client is told about Platen's MCP endpoint. Owns the list; the page and the tests read it.
 * A configuration is what the client's own documentation asks for, with the address and the key put in.
 */

export interface McpClient {
  name: string;
  /** Where it goes: a file, a menu, or the terminal. */
  where: string;
  /** What to paste, or the steps. */
  text: string;
  note?: string;
}

/** Where the page shows a client: `claude-code`. */
export const anchorOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Every client that takes a key in a header or by a bridge. `url` is the MCP endpoint; `key` stands for the API key. */
export function mcpClients(url: string, key: string): McpClient[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote puts the variable in; a space before it would be lost.
  const authorization = 'Authorization:${AUTH}';
  const isPlain = new URL(url).protocol === 'http:';
  const remoteFlags = ['--header', authorization, ...(isPlain ? ['--allow-http'] : [])];
  const headers = { Authorization: `Bearer ${key}` };
  const terminal = 'In a terminal';
  /** A settings file in which servers stand by name below one word. */
  const file = (name: string, where: string, word: string, server: object, note?: string): McpClient => ({
    name,
    where,
    text: json({ [word]: { print: server } }),
    ...(note && { note }),
  });
  const servers = 'mcpServers';
  return [
    {
      name: 'Claude Code',
      where: terminal,
      text: `claude mcp add --scope user --transport http print ${url} --header "Authorization: Bearer ${key}"`,
    },
    file(
      'Claude Desktop',
      'claude_desktop_config.json',
      servers,
      {
        command: 'npx',
        args: ['-y', 'mcp-remote', url, ...remoteFlags],
        env: { AUTH: `Bearer ${key}` },
      },
      'Settings, Developer, Edit Config opens it. The file takes local servers alone, so the bridge mcp-remote stands between; "platen mcp", the last entry here, is one too, and uploads files of your machine.',
    ),
    file('Cursor', '~/.cursor/mcp.json', servers, { url, headers }),
    file('VS Code with GitHub Copilot', '.vscode/mcp.json', 'servers', { type: 'http', url, headers }),
    file('Visual Studio', '.mcp.json in the solution or the home folder', 'servers', {
      type: 'http',
      url,
      headers,
    }),
    file(
      'GitHub Copilot in JetBrains IDEs, Eclipse and Xcode',
      'mcp.json: in the settings of Copilot, MCP, Configure (Xcode: Edit Config)',
      'servers',
      { url, requestInit: { headers } },
    ),
    file('GitHub Copilot CLI', '~/.copilot/mcp-config.json', servers, { type: 'http', url, headers }),
    file(
      'GitHub Copilot coding agent',
      'Repository settings, Copilot, Coding agent, MCP configuration',
      servers,
      { type: 'http', url, headers: { Authorization: 'Bearer $COPILOT_MCP_KEY' }, tools: ['*'] },
      'Keep the key as the secret COPILOT_MCP_KEY of the environment "copilot".',
    ),
    {
      name: 'Codex CLI and IDE',
      where: terminal,
      text: `export PRINT_KEY=${key}\ncodex mcp add print --url ${url} --bearer-token-env-var PRINT_KEY`,
      note: 'PRINT_KEY must be set wherever Codex starts, so put the first line into the profile of your shell too.',
    },
    file('Gemini CLI', '~/.gemini/settings.json', servers, { httpUrl: url, headers }),
    file(
      'Antigravity',
      '~/.gemini/config/mcp_config.json',
      servers,
      { serverUrl: url, headers },
      'Before version 2 the file is ~/.gemini/antigravity/mcp_config.json; "View raw config" opens the right one.',
    ),
    file('Windsurf', '~/.codeium/windsurf/mcp_config.json', servers, { serverUrl: url, headers }),
    file('Cline', 'cline_mcp_settings.json: MCP Servers, Configure', servers, {
      type: 'streamableHttp',
      url,
      headers,
    }),
    file('Roo Code', '.roo/mcp.json or mcp_settings.json', servers, {
      type: 'streamable-http',
      url,
      headers,
    }),
    file('Kilo Code', '~/.config/kilo/kilo.jsonc or .kilo/kilo.jsonc', 'mcp', {
      type: 'remote',
      url,
      headers,
    }),
    file('Zed', '~/.config/zed/settings.json', 'context_servers', { url, headers }),
    file('opencode', '~/.config/opencode/opencode.json or opencode.json', 'mcp', {
      type: 'remote',
      url,
      oauth: false,
      headers,
    }),
    file('Kiro', '~/.kiro/settings/mcp.json', servers, { url, headers }),
    {
      name: 'Qwen Code',
      where: terminal,
      text: `qwen mcp add --transport http print ${url} --header "Authorization: Bearer ${key}"`,
    },
    file('Trae', 'Settings, MCP, Add manually', servers, { url, headers }),
    { name: 'Amp', where: terminal, text: `amp mcp add print --header "Authorization=Bearer ${key}" ${url}` },
    {
      name: 'Factory Droid',
      where: terminal,
      text: `droid mcp add print ${url} --type http --header "Authorization: Bearer ${key}"`,
    },
    file('Crush', 'crush.json', 'mcp', { type: 'http', url, headers }),
    file('Rovo Dev CLI', 'opened by "acli rovodev mcp"', servers, { url, headers }),
    {
      name: 'Manus',
      where: 'Settings, Connectors, Custom MCP',
      text: `Transport: HTTP\nURL: ${url}\nCustom header: Authorization: Bearer ${key}`,
    },
    {
      name: 'goose',
      where: '~/.config/goose/config.yaml',
      text: `extensions:\n  print:\n    enabled: true\n    name: print\n    type: streamable_http\n    uri: ${url}\n    headers:\n      Authorization: Bearer ${key}`,
    },
    {
      name: 'LibreChat',
      where: 'librechat.yaml',
      text: `mcpServers:\n  print:\n    type: streamable-http\n    url: ${url}\n    headers:\n      Authorization: Bearer ${key}`,
    },
    file('AnythingLLM', 'anythingllm_mcp_servers.json', servers, { type: 'streamable', url, headers }),
    {
      name: 'MCP Inspector',
      where: terminal,
      text: `npx -y @modelcontextprotocol/inspector@2 --cli ${url} --transport http --header "Authorization: Bearer ${key}" --method tools/list`,
      note: 'Version 2 is named because a folder with another version installed would run that one, and the first ones take no header.',
    },
    {
      name: 'Any client that starts local servers',
      where: 'Command, arguments and environment of the server',
      text: json({
        [servers]: {
          print: {
            command: 'node',
            args: ['/path/to/platen/packages/cli/platen.mjs', 'mcp', '--allow-dir', '/path/to/your/pictures'],
            env: { PLATEN_URL: url, PLATEN_API_KEY: key },
          },
        },
      }),
      note: "Platen's own bridge: the same tools over stdio, and file_path takes files in the folders that you allow (--allow-dir, which may be repeated; without it no file is uploaded). It runs from a clone of Platen in which npm start or npm ci has run, on Node.js 20 or later; where the client doesn't find node, give its whole path.",
    },
  ];
}
