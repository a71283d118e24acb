#!/usr/bin/env node
/**
 * What `npm start`, `npm test` and the other scripts run, on Node.js 20 or later with nothing installed: it installs
 * what is missing and hands over to Node.js 24. It must never import an installed package.
 *   start.mjs [ARGS…]            platen up ARGS…
 *   start.mjs --run CMD [ARGS…]  CMD with node_modules/.bin first on the PATH
 */
import { delimiter, join } from 'node:path';
import { installDependencies } from './dependency-install.mjs';
import { binDir, getNodePath, platenEnv, rootDir, runInForeground } from './node-runtime.mjs';

const [first, ...rest] = process.argv.slice(2);
const isRun = first === '--run';

if (isRun && rest.length === 0) {
  console.error('platen: --run needs a command.');
  process.exitCode = 2;
} else if (!(await installDependencies({ withDevelopment: isRun }))) {
  process.exitCode = 1;
} else if (isRun) {
  const [command, ...args] = rest;
  const env = { ...process.env, PATH: `${binDir}${delimiter}${process.env.PATH ?? ''}` };
  runInForeground(command, args, { env, isInterruptedByTerminal: true });
} else {
  const args = [join(rootDir, 'packages', 'cli', 'platen.ts'), 'up', ...process.argv.slice(2)];
  runInForeground(getNodePath(), args, { env: platenEnv() });
}
