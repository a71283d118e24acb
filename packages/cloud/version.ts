/** The version of this package, as package.json has it. */
import manifest from './package.json' with { type: 'json' };

export const version: string = manifest.version;
