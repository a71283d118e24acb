/**
 * The settings of the agent: one row each, and nowhere else a name, a default or a bound. Configuration, help, README's table and the
 * checks of docker/ are loops over this table; `config.ts` hands every row on under its name.
 */
import {
  listReader,
  mebibytes,
  onOrOff,
  type SettingReader,
  type SettingTable,
  settingGroup,
  textReader,
  wholeNumber,
} from '@platen/contracts/settings';
import { readIppTarget, withoutCredentials } from '@platen/ipp/ipp-target';
import type { PrinterCredentials } from '../ports/printer-access.ts';

/** The origin of an http or https address; it may hold a password, so it is not repeated. */
const cloudUrlReader: SettingReader<string> = {
  shape: 'the address of the cloud',
  example: 'https://print.example',
  read(text) {
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
  },
  shown: () => undefined,
};

/** A printer as it was named: what stands in front of the @ of its URI is kept apart. */
interface NamedPrinter {
  uri: string;
  credentials: PrinterCredentials | undefined;
}

function readPrinter(given: string): NamedPrinter | undefined {
  const uri = withoutCredentials(given);
  if (!/^ipps?:/i.test(uri)) return undefined;
  try {
    return { uri, credentials: readIppTarget(given).credentials };
  } catch {
    return undefined;
  }
}

const wordsOf = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const printersReader: SettingReader<NamedPrinter[]> = {
  ...listReader('URIs of printers', 'ipp://192.168.1.20/ipp/print', readPrinter),
  read(text) {
    const printers = wordsOf(text).map(readPrinter);
    return printers.every((printer) => printer !== undefined) ? printers : undefined;
  },
  shown: (text) =>
    wordsOf(text)
      .filter((word) => !readPrinter(word))
      .map(withoutCredentials)
      .join(','),
};

const port = wholeNumber(0, 65_535);

/** A port, or that there is none. */
const portOrOff: SettingReader<number | 'off'> = {
  shape: 'a port from 0 to 65535, or off',
  read: (text) => (text === 'off' ? 'off' : port.read(text)),
};

const cloud = settingGroup('cloud');
const printers = settingGroup('printers');
const machine = settingGroup('machine');

/** The rows, by what `config.ts` calls them. */
export const agentSettings = {
  cloudUrl: cloud('PLATEN_CLOUD_URL', 'address of the cloud', cloudUrlReader, {
    otherwise: 'that of the enrolment',
  }),
  enrolCode: cloud(
    'PLATEN_ENROL_CODE',
    'one-time code, where "platen agent enroll" was not run before',
    textReader('a one-time code of the shop', 'K7QM-2XWP-9DTA'),
    { otherwise: 'none' },
  ),
  name: cloud('PLATEN_AGENT_NAME', 'how the shop knows this agent', textReader('a name'), {
    otherwise: 'the name of the machine',
  }),
  printers: printers(
    'PLATEN_PRINTERS',
    'printers by their ipp:// and ipps:// URIs, separated by commas',
    printersReader,
    { otherwise: 'those added in the console' },
  ),
  discovery: printers('PLATEN_DISCOVERY', 'whether printers in the network are looked for', onOrOff, {
    byDefault: 'on',
  }),
  dir: machine('PLATEN_AGENT_DIR', 'folder for identity, spool and files', textReader('a folder'), {
    byDefault: 'platen-agent',
  }),
  consolePort: machine(
    'PLATEN_CONSOLE_PORT',
    "port of the operator's console on 127.0.0.1, or off",
    portOrOff,
    { byDefault: '8081' },
  ),
  diskBudgetBytes: machine(
    'PLATEN_DISK_BUDGET_MB',
    "what waiting jobs' files may take, in MiB",
    mebibytes(200, 100_000_000),
    { byDefault: '20480' },
  ),
  minFreeBytes: machine(
    'PLATEN_MIN_FREE_MB',
    'free disk below which nothing new is prepared, in MiB',
    mebibytes(64, 100_000_000),
    { byDefault: '512' },
  ),
  modelsDir: machine(
    'PLATEN_MODELS_DIR',
    'folder of .onnx models that restorations may run',
    textReader('a folder'),
    { otherwise: "models in the agent's folder" },
  ),
} satisfies SettingTable;
