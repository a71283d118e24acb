/** The settings of `platen mcp`: one row each, and nowhere else a name or a default. Neither value is ever repeated: either may be a key. */
import { type SettingTable, secretReader, textReader } from '@platen/contracts/settings';

export const mcpSettings = {
  url: {
    variable: 'PLATEN_URL',
    group: 'bridge',
    reader: textReader('an http or https address'),
    byDefault: 'http://127.0.0.1:8080',
    says: 'address of the cloud, or of its MCP endpoint for fewer tools: …/api/mcp/x/core/readonly',
  },
  apiKey: {
    variable: 'PLATEN_API_KEY',
    group: 'bridge',
    reader: secretReader('an API key', 'platen_live_…'),
    isRequired: true,
    says: "the account's API key",
  },
} satisfies SettingTable;
