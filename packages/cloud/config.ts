/** The cloud's configuration from the environment: its settings (cloud-settings.ts) and what follows from them. Reads nothing else. */
import { join, resolve } from 'node:path';
import { type Environment, readSettings } from '@platen/contracts/settings';
import { cloudSettingsOf } from './cloud-settings.ts';
import { paymentProviders } from './payments/payment-providers.ts';

export type CloudConfig = ReturnType<typeof readCloudConfig>;

/** Throws malformed naming the variable. `providers`: those that may be chosen. */
export function readCloudConfig(env: Environment, providers = paymentProviders) {
  const rows = cloudSettingsOf(providers);
  const settings = readSettings(rows, env);
  const dataDir = resolve(settings.dataDir);
  return {
    ...settings,
    dataDir,
    /** An SQLite file's path or postgres://… */
    databaseUrl: settings.databaseUrl ?? join(dataDir, 'cloud', 'platen.db'),
    filesDir: join(dataDir, 'cloud', 'files'),
    modelsDir: resolve(settings.modelsDir ?? join(dataDir, 'models')),
    /** Where the development adapter for text messages writes. */
    outboxDir: join(dataDir, 'outbox'),
    allowedHosts: settings.allowedHosts ?? [],
    /** Those that are set up, the default one first. */
    paymentProviders: settings.paymentProviders.map((entry) => ({ ...entry, open: entry.configure(env) })),
    /** The providers were chosen, and are not merely the default. */
    isPaymentsChosen: Boolean(env[rows.paymentProviders.variable]?.trim()),
  };
}
