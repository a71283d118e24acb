/** What a shop does once about its agent: a code from the cloud, joining with it, the way to a cloud that moved, the PIN. */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import { readSetting, type Setting } from '@platen/contracts/settings';
import { type Command, type FlagValues, UsageError } from './command.ts';

/** What stands in an agent's way is told in its own words, and not as a bug. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  const { AgentStartError } = await import('@platen/agent/machine/agent-start-error');
  try {
    return await work();
  } catch (error) {
    if (error instanceof AgentStartError) throw new AppError('unprocessable', error.message);
    throw error;
  }
}

const agentRows = async () => (await import('@platen/agent/machine/agent-settings')).agentSettings;

async function rowsOf(...names: ('cloudUrl' | 'name' | 'dir')[]): Promise<Setting[]> {
  // Nothing is enrolled yet that the address could be taken from, or it is the one that changes.
  const { otherwise: _, ...cloudUrl } = (await agentRows()).cloudUrl;
  const rows = { ...(await agentRows()), cloudUrl };
  return names.map((name) => rows[name]);
}

/** By the flag, or as the environment has it. */
const addressGiven = async (flag: FlagValues[string]): Promise<string | undefined> =>
  flag === undefined ? process.env[(await agentRows()).cloudUrl.variable] : String(flag);

const folderOfAgent = async (): Promise<string> =>
  resolve(readSetting((await agentRows()).dir, process.env)!);

/** `platen agent enroll`. */
export const agentEnrolCommand: Command = {
  name: 'agent enroll',
  summary: 'Makes the agent of this machine known to a cloud. Once; from then on "platen agent" runs it.',
  word: { name: 'CODE', describe: 'One-time code of the shop, such as K7QM-2XWP-9DTA.' },
  flags: {
    cloud: { type: 'string', value: 'URL', describe: 'Address of the cloud; PLATEN_CLOUD_URL unless told.' },
    name: { type: 'string', value: 'TEXT', describe: 'How the shop knows it; the name of the machine.' },
  },
  settings: async () => await rowsOf('cloudUrl', 'name', 'dir'),
  async run(values) {
    const { cloudUrlOf } = await import('@platen/agent/machine/config');
    const { enrolOnce } = await import('@platen/agent/link/enrolment');
    const dir = await folderOfAgent();
    const name =
      String(values.name ?? '').trim() || (readSetting((await agentRows()).name, process.env) ?? hostname());
    return await inWords(async () => {
      const cloudUrl = cloudUrlOf(await addressGiven(values.cloud));
      const agentId = await enrolOnce({ cloudUrl, dir, name, code: String(values.CODE) });
      console.log(`${name} is enrolled at ${cloudUrl} as agent ${agentId}. Its folder is ${dir}.`);
      return 0;
    });
  },
};

/** `platen agent move`. */
export const agentMoveCommand: Command = {
  name: 'agent move',
  summary:
    'Tells the agent of this machine that its cloud has another address now. Its jobs stay; another cloud is refused.',
  flags: {
    cloud: { type: 'string', value: 'URL', describe: 'The new address; PLATEN_CLOUD_URL unless told.' },
  },
  settings: async () => await rowsOf('cloudUrl', 'dir'),
  async run(values) {
    const { cloudUrlOf } = await import('@platen/agent/machine/config');
    const { changeCloudAddress } = await import('@platen/agent/link/cloud-proof');
    const dir = await folderOfAgent();
    if (!existsSync(dir)) throw new AppError('not_found', `There is no folder ${dir}: see PLATEN_AGENT_DIR.`);
    return await inWords(async () => {
      const cloudUrl = cloudUrlOf(await addressGiven(values.cloud));
      const before = await changeCloudAddress({ dir, cloudUrl });
      console.log(`The agent of ${dir} finds its cloud at ${cloudUrl} from now on; before at ${before}.`);
      return 0;
    });
  },
};

/** `platen agent pin`. */
export const agentPinCommand: Command = {
  name: 'agent pin',
  summary: "Shows the PIN of the agent's console, or sets another.",
  flags: {
    set: { type: 'string', value: 'DIGITS', describe: 'Another PIN, of 4 to 12 digits.' },
  },
  settings: async () => await rowsOf('dir'),
  async run(values) {
    const { changePin, hasPin, isPin, readPin } = await import('@platen/agent/console/console-pin');
    const dir = await folderOfAgent();
    if (!existsSync(dir)) throw new AppError('not_found', `There is no folder ${dir}: see PLATEN_AGENT_DIR.`);
    if (!(await inWords(async () => hasPin(dir)))) throw new AppError('not_found', noAgent(dir));
    const wanted = values.set === undefined ? undefined : String(values.set);
    if (wanted !== undefined && !isPin(wanted)) throw new UsageError('--set: must be 4 to 12 digits.');
    console.log(wanted === undefined ? readPin(dir) : changePin(dir, wanted));
    return 0;
  },
};

const noAgent = (dir: string): string =>
  `In ${dir} no agent is enrolled, so there is no console to open: "platen agent enroll CODE" comes first (see PLATEN_AGENT_DIR).`;

/** `platen agent code`. */
export const agentCodeCommand: Command = {
  name: 'agent code',
  summary: 'Prints a one-time code with which one agent enrols for the first shop, within 24 hours.',
  flags: {},
  async settings() {
    const { cloudSettings } = await import('@platen/cloud/cloud-settings');
    return [cloudSettings.dataDir, cloudSettings.databaseUrl];
  },
  async run() {
    const { readCloudConfig } = await import('@platen/cloud/config');
    const { openDatabase } = await import('@platen/cloud/db/database');
    const { createEnrolmentCode } = await import('@platen/cloud/shops/enrolment-moves');
    const { ensureShop } = await import('@platen/cloud/demo');
    const database = await openDatabase(readCloudConfig(process.env).databaseUrl);
    try {
      const now = Date.now();
      const shopId = await ensureShop(database, now);
      console.log((await createEnrolmentCode(database.query, { shopId, now })).code);
      return 0;
    } finally {
      await database.close();
    }
  },
};
