/** `platen doctor`: what is wrong with this machine's agent, its link, its clock, its disk and its printers, and what to do. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSetting } from '@platen/contracts/settings';
import { type Command, UsageError } from './command.ts';
import manifest from './package.json' with { type: 'json' };

const languages = ['en', 'zh-CN'] as const;
type Language = (typeof languages)[number];

const marks = { ok: 'ok     ', warning: 'WARNING', failure: 'WRONG  ' };

/** `platen doctor`. Exit code 1 when something is wrong; warnings leave it at 0. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Says what is wrong with the agent of this machine, and what to do. Changes nothing.',
  flags: {
    json: { type: 'boolean', describe: 'Prints one JSON object.' },
    language: { type: 'string', value: 'LANGUAGE', describe: 'en or zh-CN; by LANG unless told.' },
  },
  settings: async () => Object.values((await import('@platen/agent/machine/agent-settings')).agentSettings),
  async run({ json, language }) {
    const told = languages.find((known) => known === language);
    if (language !== undefined && !told)
      throw new UsageError(`--language: must be one of ${languages.join(', ')}, not "${language}".`);
    const { examineAgent } = await import('@platen/agent/doctor/doctor');
    const { openRealPorts } = await import('@platen/agent/adapters/real-ports');
    const ports = openRealPorts();
    const { openPrinter, openDiscovery } = ports;
    const env = { ...process.env, ...(await folderTold()) };
    const report = await examineAgent({
      env,
      openPrinter,
      version: manifest.version,
      ...(openDiscovery && { openDiscovery }),
    });
    await ports.preparer.close();
    if (json) {
      const findings = report.findings.map(({ said, ...rest }) => ({
        ...rest,
        en: said.en,
        zh: said['zh-CN'],
      }));
      console.log(JSON.stringify({ well: report.isWell, findings }, null, 2));
    } else {
      const spoken = told ?? languageOf(process.env);
      for (const { check, verdict, said } of report.findings)
        console.log(`${marks[verdict]} ${check.padEnd(10)} ${said[spoken]}`);
    }
    return report.isWell ? 0 : 1;
  },
};

const languageOf = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language =>
  /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh-CN' : 'en';

/** Where `platen up` keeps its agent, when the usual folder isn't there and that one is. */
async function folderTold(): Promise<Record<string, string>> {
  const { agentSettings } = await import('@platen/agent/machine/agent-settings');
  const { variable, byDefault: usual } = agentSettings.dir;
  const named = process.env[variable]?.trim();
  // Where the cloud isn't installed there is no `platen up` either.
  const dataDir = await import('@platen/cloud/cloud-settings').then(
    ({ cloudSettings }) => readSetting(cloudSettings.dataDir, process.env),
    () => undefined,
  );
  const ofUp = join(dataDir ?? usual, 'agent');
  return { [variable]: named || (!existsSync(usual) && existsSync(ofUp) ? ofUp : usual) };
}
