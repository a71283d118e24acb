/**
 * How each AI client is told about Platen's MCP endpoint. Owns the list; /docs/mcp, the page of the web and the tests read it.
 * A configuration is what the client's own documentation asks for, with the address and the key put in. Imports nothing: it runs in browsers.
 */

interface InTwoLanguages {
  en: string;
  zh: string;
}

export interface McpClient {
  name: string;
  /** Where it goes: a file, a menu, or the terminal. */
  where: InTwoLanguages;
  /** What to paste, or the steps. */
  text: string;
  note?: InTwoLanguages;
}

/** Where a page shows a client: `claude-code`. */
export const anchorOfClient = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const said = (en: string, zh: string): InTwoLanguages => ({ en, zh });

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Every client that takes a key in a header or by a bridge. `url` is the MCP endpoint; `key` stands for the API key. */
export function mcpClients(url: string, key: string): McpClient[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote puts the variable in; a space before it would be lost.
  const authorization = 'Authorization:${AUTH}';
  const isPlain = new URL(url).protocol === 'http:';
  const remoteFlags = ['--header', authorization, ...(isPlain ? ['--allow-http'] : [])];
  const headers = { Authorization: `Bearer ${key}` };
  const terminal = said('In a terminal', '在终端中运行');
  /** A settings file in which servers stand by name below one word. */
  const file = (
    name: string,
    where: string | InTwoLanguages,
    word: string,
    server: object,
    note?: InTwoLanguages,
  ): McpClient => ({
    name,
    where: typeof where === 'string' ? said(where, where) : where,
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
      said(
        'Settings, Developer, Edit Config opens it. The file takes local servers alone, so the bridge mcp-remote stands between; "platen mcp", the last entry here, is one too, and uploads files of your machine.',
        '从“设置 → 开发者 → 编辑配置”打开。该文件只接受本地服务器，所以中间用 mcp-remote 转接；最后一项的“platen mcp”也是这样的桥，并且可以上传本机文件。',
      ),
    ),
    file('Cursor', '~/.cursor/mcp.json', servers, { url, headers }),
    file('VS Code with GitHub Copilot', '.vscode/mcp.json', 'servers', { type: 'http', url, headers }),
    file(
      'Visual Studio',
      said('.mcp.json in the solution or the home folder', '解决方案或用户主目录中的 .mcp.json'),
      'servers',
      {
        type: 'http',
        url,
        headers,
      },
    ),
    file(
      'GitHub Copilot in JetBrains IDEs, Eclipse and Xcode',
      said(
        'mcp.json: in the settings of Copilot, MCP, Configure (Xcode: Edit Config)',
        'mcp.json：在 Copilot 设置的“MCP → Configure”中（Xcode:Edit Config）',
      ),
      'servers',
      { url, requestInit: { headers } },
    ),
    file('GitHub Copilot CLI', '~/.copilot/mcp-config.json', servers, { type: 'http', url, headers }),
    file(
      'GitHub Copilot coding agent',
      said(
        'Repository settings, Copilot, Coding agent, MCP configuration',
        '仓库设置 → Copilot → Coding agent → MCP configuration',
      ),
      servers,
      { type: 'http', url, headers: { Authorization: 'Bearer $COPILOT_MCP_KEY' }, tools: ['*'] },
      said(
        'Keep the key as the secret COPILOT_MCP_KEY of the environment "copilot".',
        '把密钥存为环境“copilot”的机密 COPILOT_MCP_KEY。',
      ),
    ),
    {
      name: 'Codex CLI and IDE',
      where: terminal,
      text: `export PRINT_KEY=${key}\ncodex mcp add print --url ${url} --bearer-token-env-var PRINT_KEY`,
      note: said(
        'PRINT_KEY must be set wherever Codex starts, so put the first line into the profile of your shell too.',
        'Codex 启动时必须能读到 PRINT_KEY，请把第一行也写进 shell 的配置文件。',
      ),
    },
    file('Gemini CLI', '~/.gemini/settings.json', servers, { httpUrl: url, headers }),
    file(
      'Antigravity',
      '~/.gemini/config/mcp_config.json',
      servers,
      { serverUrl: url, headers },
      said(
        'Before version 2 the file is ~/.gemini/antigravity/mcp_config.json; "View raw config" opens the right one.',
        '2.0 之前的文件是 ~/.gemini/antigravity/mcp_config.json；用“View raw config”可打开正确的文件。',
      ),
    ),
    file('Windsurf', '~/.codeium/windsurf/mcp_config.json', servers, { serverUrl: url, headers }),
    file(
      'Cline',
      said(
        'cline_mcp_settings.json: MCP Servers, Configure',
        'cline_mcp_settings.json:MCP Servers → Configure',
      ),
      servers,
      {
        type: 'streamableHttp',
        url,
        headers,
      },
    ),
    file(
      'Roo Code',
      said('.roo/mcp.json or mcp_settings.json', '.roo/mcp.json 或 mcp_settings.json'),
      servers,
      {
        type: 'streamable-http',
        url,
        headers,
      },
    ),
    file(
      'Kilo Code',
      said('~/.config/kilo/kilo.jsonc or .kilo/kilo.jsonc', '~/.config/kilo/kilo.jsonc 或 .kilo/kilo.jsonc'),
      'mcp',
      {
        type: 'remote',
        url,
        headers,
      },
    ),
    file('Zed', '~/.config/zed/settings.json', 'context_servers', { url, headers }),
    file(
      'opencode',
      said(
        '~/.config/opencode/opencode.json or opencode.json',
        '~/.config/opencode/opencode.json 或 opencode.json',
      ),
      'mcp',
      {
        type: 'remote',
        url,
        oauth: false,
        headers,
      },
    ),
    file('Kiro', '~/.kiro/settings/mcp.json', servers, { url, headers }),
    {
      name: 'Qwen Code',
      where: terminal,
      text: `qwen mcp add --transport http print ${url} --header "Authorization: Bearer ${key}"`,
    },
    file('Trae', said('Settings, MCP, Add manually', '设置 → MCP → 手动添加'), servers, { url, headers }),
    { name: 'Amp', where: terminal, text: `amp mcp add print --header "Authorization=Bearer ${key}" ${url}` },
    {
      name: 'Factory Droid',
      where: terminal,
      text: `droid mcp add print ${url} --type http --header "Authorization: Bearer ${key}"`,
    },
    file('Crush', 'crush.json', 'mcp', { type: 'http', url, headers }),
    file('Rovo Dev CLI', said('opened by "acli rovodev mcp"', '用“acli rovodev mcp”打开'), servers, {
      url,
      headers,
    }),
    {
      name: 'Manus',
      where: said('Settings, Connectors, Custom MCP', '设置 → Connectors → Custom MCP'),
      text: `Transport: HTTP\nURL: ${url}\nCustom header: Authorization: Bearer ${key}`,
    },
    {
      name: 'goose',
      where: said('~/.config/goose/config.yaml', '~/.config/goose/config.yaml'),
      text: `extensions:\n  print:\n    enabled: true\n    name: print\n    type: streamable_http\n    uri: ${url}\n    headers:\n      Authorization: Bearer ${key}`,
    },
    {
      name: 'LibreChat',
      where: said('librechat.yaml', 'librechat.yaml'),
      text: `mcpServers:\n  print:\n    type: streamable-http\n    url: ${url}\n    headers:\n      Authorization: Bearer ${key}`,
    },
    file('AnythingLLM', 'anythingllm_mcp_servers.json', servers, { type: 'streamable', url, headers }),
    {
      name: 'MCP Inspector',
      where: terminal,
      text: `npx -y @modelcontextprotocol/inspector@2 --cli ${url} --transport http --header "Authorization: Bearer ${key}" --method tools/list`,
      note: said(
        'Version 2 is named because a folder with another version installed would run that one, and the first ones take no header.',
        '写明 2 版，是因为装有其他版本的目录会运行那个版本，而最早的版本不接受请求头。',
      ),
    },
    {
      name: 'Any client that starts local servers',
      where: said('Command, arguments and environment of the server', '服务器的命令、参数和环境变量'),
      text: json({
        [servers]: {
          print: {
            command: 'node',
            args: ['/path/to/platen/packages/cli/platen.mjs', 'mcp', '--allow-dir', '/path/to/your/pictures'],
            env: { PLATEN_URL: url, PLATEN_API_KEY: key },
          },
        },
      }),
      note: said(
        "Platen's own bridge: the same tools over stdio, and file_path takes files in the folders that you allow (--allow-dir, which may be repeated; without it no file is uploaded). It runs from a clone of Platen in which npm start or npm ci has run, on Node.js 20 or later; where the client doesn't find node, give its whole path.",
        'Platen 自带的桥：通过 stdio 提供同样的工具，file_path 可以使用您允许的文件夹中的文件（--allow-dir，可重复；不写则不上传任何文件）。需在运行过 npm start 或 npm ci 的 Platen 目录中，用 Node.js 20 或更高版本运行；如果客户端找不到 node，请写出它的完整路径。',
      ),
    },
  ];
}
