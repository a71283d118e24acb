#!/usr/bin/env node
/** The command `platen` on whichever Node.js runs it: hands over to Node.js 24 where this one is older. */
import module from 'node:module';
import { join } from 'node:path';
import { getNodePath, platenEnv, rootDir, runInForeground } from './node-runtime.mjs';

let nodePath;
try {
  nodePath = getNodePath();
} catch (error) {
  console.error(`platen: ${error.message}`);
  process.exitCode = 1;
}
if (nodePath === process.execPath) {
  // As for a program that is handed over: for this process, and for those that it starts.
  Object.assign(process.env, platenEnv());
  module.enableCompileCache?.();
  await import('./platen.ts');
} else if (nodePath) {
  const args = [join(rootDir, 'packages', 'cli', 'platen.ts'), ...process.argv.slice(2)];
  runInForeground(nodePath, args, { env: platenEnv() });
}
