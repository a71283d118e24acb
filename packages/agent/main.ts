/**
 * The agent as a process: environment in, signals in, exit code out. Everything else is agent.ts.
 * Ends on SIGINT, SIGTERM and when the parent's IPC channel closes; says `{ type: 'ready', consoleUrl }` over IPC when it is up.
 */
import { enableCompileCache } from 'node:module';
import { AgentStartError } from './machine/agent-start-error.ts';
import { readAgentConfig } from './machine/config.ts';

// Whatever this process makes is for its user alone: identity, spool, customers' files.
process.umask(0o077);

// Before anything large is loaded: from the second start on nothing is compiled, which saves time and some 20 MB.
enableCompileCache();

try {
  const { startAgent } = await import('./agent.ts');
  const { openRealPorts } = await import('./adapters/real-ports.ts');
  const { openWebFiles } = await import('@platen/web-host/web-files');
  const config = readAgentConfig(process.env);
  const agent = await startAgent(config, {
    ports: openRealPorts(config),
    // Without a console nobody looks at pages.
    web: config.consolePort === undefined ? undefined : openWebFiles(),
  });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // Whatever hangs, the shop's machine must be able to shut down; the spool is made for that. Longer than a transfer is waited for
    // (stages/submit.ts).
    setTimeout(() => process.exit(0), 9000).unref();
    await agent.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  await agent.opened;
  process.send?.({ type: 'ready', consoleUrl: agent.consoleUrl });
} catch (error) {
  const sentence = error instanceof AgentStartError ? error.message : String((error as Error).stack);
  process.stderr.write(`platen agent: ${sentence}\n`);
  process.exit(1);
}
