/** One part of Platen in this process, for those who run the parts on machines of their own. Owns nothing but the start. */
import type { Command } from './command.ts';

const cloudVariables = {
  PLATEN_HOST: 'Address to listen on; 127.0.0.1.',
  PLATEN_PORT: 'Port to listen on; 8080.',
  PLATEN_BASE_URL: 'Public origin, when it is another one.',
  PLATEN_DATA_DIR: 'Folder for everything that is kept; data.',
  DATABASE_URL: 'postgres://… instead of SQLite in the data folder.',
  PLATEN_MAX_UPLOAD_MB: 'Largest upload in MiB; 200.',
  PLATEN_ACCOUNT_QUOTA_MB: 'What an account may keep of uploads, in MiB; 10240.',
  PLATEN_LEAST_FREE_MB: 'Free disk below which no upload is taken, in MiB; 512.',
  PLATEN_CURRENCY: 'ISO 4217 code; CNY.',
  PLATEN_MODELS_DIR: 'Folder of .onnx models for restorations; models in the data folder.',
  PLATEN_FILE_URL: 'off: no upload is fetched from an address; on.',
  PLATEN_PAYMENTS: 'sandbox (play money) or none; sandbox on loopback, to be chosen elsewhere.',
  PLATEN_PHONE_COUNTRIES: 'Countries whose numbers may log in, such as CN,HK, or all.',
  PLATEN_TRUST_PROXY: 'Addresses of proxies whose X-Forwarded-For is believed; none.',
};

/** `platen cloud`. */
export const cloudCommand: Command = {
  name: 'cloud',
  summary: 'Runs the cloud alone: REST, MCP, orders, the link for agents.',
  flags: {},
  variables: cloudVariables,
  async run() {
    await import('@platen/cloud/main');
    return undefined;
  },
};

/** `platen agent`. */
export const agentCommand: Command = {
  name: 'agent',
  summary: 'Runs an agent alone: it takes paid orders from a cloud to the printers of a shop.',
  flags: {},
  variables: {
    PLATEN_CLOUD_URL: 'Address of the cloud; that of the enrolment unless told.',
    PLATEN_ENROL_CODE: 'One-time code, where "platen agent enroll" was not run before.',
    PLATEN_PRINTERS: 'ipp:// and ipps:// URIs, separated by commas.',
    PLATEN_AGENT_DIR: 'Folder for identity, spool and files; platen-agent.',
    PLATEN_AGENT_NAME: 'How the shop knows this agent; the name of the machine.',
    PLATEN_MODELS_DIR: "Folder of .onnx models for restorations; models in the agent's folder.",
    PLATEN_CONSOLE_PORT: "Port of the operator's console on 127.0.0.1, or off; 8081.",
    PLATEN_DISCOVERY: 'off: printers in the network are not looked for; on.',
  },
  async run() {
    await import('@platen/agent/main');
    return undefined;
  },
};

/** `platen virtual-printer`. */
export const virtualPrinterCommand: Command = {
  name: 'virtual-printer',
  summary: 'Runs an IPP Everywhere printer that writes each job to a folder.',
  flags: {},
  variables: {
    PLATEN_VP_HOST: 'Address to listen on; 127.0.0.1.',
    PLATEN_VP_PORT: 'Port to listen on; 8631.',
    PLATEN_VP_DIR: 'Folder for the printed pages; printed.',
    PLATEN_VP_NAME: 'Name of the printer.',
  },
  async run() {
    await import('@platen/virtual-printer/main');
    return undefined;
  },
};
