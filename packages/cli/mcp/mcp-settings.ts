const bridge = settingGroup('bridge');

/** The settings of `platen mcp`: one row each, and nowhere else a name or a default. Neither value is ever repeated: either may be a key. */
import { type SettingTable, secretReader, settingGroup, textReader } from '@platen/contracts/settings';

export const mcpSettings = {
  url: bridge(
    'PLATEN_URL',
    'address of the cloud, or of its MCP endpoint for fewer tools: …/api/mcp/x/core/readonly',
    textReader('an http or https address'),
    { byDefault: 'http://127.0.0.1:8080' },
  ),
  apiKey: bridge('PLATEN_API_KEY', "the account's API key", secretReader('an API key', 'platen_live_…'), {
    isRequired: true,
  }),
} satisfies SettingTable;
