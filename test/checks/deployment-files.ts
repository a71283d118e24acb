/** Reads what deployment-rules.ts judges, and what it is held against, from this clone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import type { DeploymentFacts, DeploymentFiles } from './deployment-rules.ts';
import { readRepository } from './repository-files.ts';

const rootDir = join(import.meta.dirname, '../..');
const readText = (path: string): string => readFileSync(join(rootDir, path), 'utf8');

export function readDeployment(): { files: DeploymentFiles; facts: DeploymentFacts } {
  const names = readdirSync(join(rootDir, 'docker')).map((name) => `docker/${name}`);
  const folders = readdirSync(join(rootDir, 'packages'));
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: { node: string } };
  const code = [...readRepository()].filter(
    ([path]) => path.startsWith('packages/') && !path.includes('.test.'),
  );
  return {
    files: new Map(names.map((name) => [name, readText(name)])),
    facts: {
      manifests: new Map(
        folders.map((folder) => [folder, JSON.parse(readText(`packages/${folder}/package.json`))]),
      ),
      nodeMajor: Number(/\d+/.exec(dependencies.node)?.[0]),
      cloudNodeFlags,
      // What the code reads from its environment, wherever it does.
      variables: new Set(
        code.flatMap(([, text]) =>
          [...text.matchAll(/\b(PLATEN_[A-Z_]+|DATABASE_URL)\b/g)].map(([, name]) => name!),
        ),
      ),
    },
  };
}
