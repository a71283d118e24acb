/** Which version of the agent this is. */
import { createRequire } from 'node:module';

export const { version: agentVersion } = createRequire(import.meta.url)('../package.json') as {
  version: string;
};
