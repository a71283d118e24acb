/**
 * The program `platen`: its commands as data, the one loop that runs one of them, and its exit codes:
 * 0 done, 1 refused or failed with one line on stderr, 2 the command line can't be understood.
 * Commands load what they need when they run, so that `--help` is quick.
 */
import { AppError } from '@platen/contracts/app-error';
import { accountCreateCommand } from './account-command.ts';
import { accountRoleCommand } from './account-role-command.ts';
import { agentCodeCommand, agentEnrolCommand, agentMoveCommand, agentPinCommand } from './agent-command.ts';
import { type Command, commandHelp, getCommand, programHelp, readFlags, UsageError } from './command.ts';
import { doctorCommand } from './doctor-command.ts';
import { mcpCommand } from './mcp/mcp-command.ts';
import manifest from './package.json' with { type: 'json' };
import { agentCommand, cloudCommand, virtualPrinterCommand } from './part-commands.ts';
import { upCommand } from './up-command.ts';

// Whatever a command makes is for its user alone.
process.umask(0o077);

const commands: readonly Command[] = [
  upCommand,
  cloudCommand,
  agentEnrolCommand,
  agentCodeCommand,
  agentMoveCommand,
  agentPinCommand,
  agentCommand,
  virtualPrinterCommand,
  accountCreateCommand,
  accountRoleCommand,
  doctorCommand,
  mcpCommand,
];

async function main(words: string[]): Promise<number | undefined> {
  if (words.length === 0 || words[0] === '--help' || words[0] === 'help') {
    console.log(programHelp(commands));
    return words.length === 0 ? 2 : 0;
  }
  if (words[0] === '--version') {
    console.log(manifest.version);
    return 0;
  }
  const [command, rest] = getCommand(commands, words);
  const values = readFlags(command, rest);
  if (!values.help) return await command.run(values);
  console.log(await commandHelp(command));
  return 0;
}

/** A container holds the packages of one part alone. */
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.sentence;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' && /'@platen\/(cloud|agent|virtual-printer)'/.exec(message)?.[1];
  return missing ? `The package ${missing} is not installed here.` : `${stack}`;
}

try {
  const exitCode = await main(process.argv.slice(2));
  if (exitCode !== undefined) process.exit(exitCode);
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`platen: ${error.message} See platen --help.`);
    process.exit(2);
  }
  console.error(`platen: ${sentenceOf(error)}`);
  process.exit(1);
}
