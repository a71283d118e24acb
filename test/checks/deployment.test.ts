/** The images, compose files and the systemd units against the repository; and that the lint sees what it is there for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDeployment } from './deployment-files.ts';
import { type DeploymentFacts, type DeploymentFiles, findDeploymentFaults } from './deployment-rules.ts';

const { files, facts } = readDeployment();
const withChange = (path: string, from: string, to: string): string[] => {
  const text = files.get(path)!;
  expect(text).toContain(from);
  const changed: DeploymentFiles = new Map(files).set(path, text.replaceAll(from, to));
  return findDeploymentFaults(changed, facts);
};

describe('deployment', () => {
  it('holds', () => {
    expect(findDeploymentFaults(files, facts)).toEqual([]);
  });

  it('knows every package', () => {
    const folders = readdirSync(join(import.meta.dirname, '../../packages'));
    expect([...facts.manifests.keys()].toSorted()).toEqual(folders.toSorted());
  });

  it.each([
    ['docker/Dockerfile', 'USER node', 'USER root', 'cloud: runs as root'],
    ['docker/Dockerfile', 'node:24-', 'node:22-', 'no image of Node.js 24'],
    ['docker/Dockerfile', 'COPY packages/ipp/ packages/ipp/', '', 'packages/ipp is not copied'],
    ['docker/Dockerfile', '"--single-threaded-gc", ', '', 'ENTRYPOINT lacks'],
    ['docker/Dockerfile', 'COPY packages/ipp/package.json packages/ipp/', '', 'npm ci refuses'],
    ['docker/compose.yaml', "'127.0.0.1:8080:8080'", "'8080:8080'", 'open to the whole network'],
    ['docker/compose.yaml', 'PLATEN_PRINTERS:', 'PLATEN_PRINTER:', 'nothing reads PLATEN_PRINTER'],
    ['docker/compose.agent.yaml', 'network_mode: host', 'hostname: shop', 'finds no printers'],
    ['docker/compose.agent.yaml', 'read_only: true', 'privileged: true', 'may change its own image'],
    ['docker/platen-agent.service', 'Restart=always', 'Restart=no', 'Restart=always is missing'],
    ['docker/platen-cloud.service', 'UMask=0077', 'UMask=0022', 'UMask=0077 is missing'],
    ['docker/platen-cloud.service', ' --single-threaded-gc', '', '--single-threaded-gc packages/cli'],
  ])('%s: without "%s" it says so', (path, from, to, fault) => {
    expect(withChange(path, from, to).join('\n')).toContain(fault);
  });

  it('takes a new part of ours into account', () => {
    const manifests = new Map(facts.manifests);
    manifests.set('agent', { dependencies: { '@platen/newcomer': '^0.1.0' } });
    manifests.set('newcomer', {});
    const changed: DeploymentFacts = { ...facts, manifests };
    expect(findDeploymentFaults(files, changed).join('\n')).toContain('packages/newcomer is not copied');
  });

  it('names nothing in the guide that is not there', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/shop.md'), 'utf8');
    const variables = [...guide.matchAll(/\b(PLATEN_[A-Z_]+)\b/g)].map(([, name]) => name!);
    expect(variables.filter((name) => !facts.variables.has(name))).toEqual([]);
  });
});
