/** Reads what deployment-rules.ts judges, and what it is held against, from this clone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentSettings } from '@platen/agent/machine/agent-settings';
import { listCloudSettings } from '@platen/cloud/cloud-settings';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import type { DeploymentFacts, DeploymentFiles } from './deployment-rules.ts';

const rootDir = join(import.meta.dirname, '../..');
const readText = (path: string): string => readFileSync(join(rootDir, path), 'utf8');

export function readDeployment(): { files: DeploymentFiles; facts: DeploymentFacts } {
  const names = readdirSync(join(rootDir, 'docker')).map((name) => `docker/${name}`);
  const folders = readdirSync(join(rootDir, 'packages'));
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: { node: string } };
  return {
    files: new Map(names.map((name) => [name, readText(name)])),
    facts: {
      manifests: new Map(
        folders.map((folder) => [folder, JSON.parse(readText(`packages/${folder}/package.json`))]),
      ),
      nodeMajor: Number(/\d+/.exec(dependencies.node)?.[0]),
      cloudNodeFlags,
      variables: {
        cloud: new Set(listCloudSettings().map(({ variable }) => variable)),
        agent: new Set(Object.values(agentSettings).map(({ variable }) => variable)),
      },
    },
  };
}
