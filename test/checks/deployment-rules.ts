/**
 * What must hold for the images, the compose files and the systemd units: that they name what is there, that nothing runs with
 * rights it does not need, and that nothing grows without an end. Pure: texts in, sentences out.
 */
import { parse } from 'yaml';

/** Paths from the root to the text of the file. */
export type DeploymentFiles = ReadonlyMap<string, string>;

/** What the files are held against. */
export interface DeploymentFacts {
  /** Manifests by the folder under packages/. */
  manifests: ReadonlyMap<string, { dependencies?: Record<string, string> }>;
  nodeMajor: number;
  /** Flags that the cloud's process must be started with. */
  cloudNodeFlags: readonly string[];
  /** Environment variables that some part reads. */
  variables: ReadonlySet<string>;
}

const parts = ['cloud', 'agent'] as const;
const dockerfilePath = 'docker/Dockerfile';
const composePaths = ['docker/compose.yaml', 'docker/compose.agent.yaml'];

/** What is wrong; empty when everything holds. */
export function findDeploymentFaults(files: DeploymentFiles, facts: DeploymentFacts): string[] {
  const text = (path: string): string => files.get(path) ?? '';
  return [
    ...dockerfileFaults(text(dockerfilePath), facts).map((fault) => `${dockerfilePath}: ${fault}`),
    ...composePaths.flatMap((path) => composeFaults(text(path), facts).map((fault) => `${path}: ${fault}`)),
    ...parts.flatMap((part) =>
      unitFaults(text(`docker/platen-${part}.service`), part, facts).map(
        (fault) => `docker/platen-${part}.service: ${fault}`,
      ),
    ),
  ];
}

interface Stage {
  base: string;
  name: string;
  /** Instructions with their words joined, continuation lines too. */
  lines: [instruction: string, rest: string][];
}

function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')) {
    const [, instruction, rest] = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (!instruction || rest === undefined) continue;
    if (instruction !== 'FROM') stages.at(-1)?.lines.push([instruction, rest]);
    else {
      const [base = '', , name = ''] = rest.split(/\s+/);
      stages.push({ base, name, lines: [] });
    }
  }
  return stages;
}

function dockerfileFaults(dockerfile: string, facts: DeploymentFacts): string[] {
  const stages = stagesOf(dockerfile);
  const named = new Set(stages.map(({ name }) => name));
  const wantedBase = `node:${facts.nodeMajor}-`;
  const faults = stages
    .filter(({ base }) => !named.has(base) && !base.startsWith(wantedBase))
    .map(({ base }) => `${base} is no image of Node.js ${facts.nodeMajor}`);
  if (stages.some(({ lines }) => lines.some(([instruction]) => instruction === 'ADD')))
    faults.push('ADD fetches and unpacks; COPY is enough');
  const copied = new Set(stages.flatMap(copiesOf).map(({ from }) => from));
  for (const folder of facts.manifests.keys())
    if (!copied.has(`packages/${folder}/package.json`))
      faults.push(`packages/${folder}/package.json is not copied, so npm ci refuses the lock file`);
  for (const part of parts) {
    const stage = stages.find(({ name }) => name === part);
    if (!stage) faults.push(`there is no target ${part}`);
    else faults.push(...targetFaults(stage, part, facts).map((fault) => `${part}: ${fault}`));
  }
  return faults;
}

function copiesOf({ lines }: Stage): { from: string; to: string }[] {
  return lines.flatMap(([instruction, rest]) => {
    const words = rest.split(/\s+/);
    if (instruction !== 'COPY' || words[0]?.startsWith('--from')) return [];
    const to = words.at(-1)!;
    return words.slice(0, -1).map((from) => ({ from: from.replace(/\/$/, ''), to }));
  });
}

function targetFaults(stage: Stage, part: string, facts: DeploymentFacts): string[] {
  const last = (wanted: string): string =>
    stage.lines.findLast(([instruction]) => instruction === wanted)?.[1] ?? '';
  const faults: string[] = [];
  if (['', 'root', '0'].includes(last('USER'))) faults.push('runs as root');
  for (const wanted of ['STOPSIGNAL', 'VOLUME', 'ENTRYPOINT'])
    if (!last(wanted)) faults.push(`${wanted} is missing`);
  if (!last('ENTRYPOINT').startsWith('[')) faults.push('a shell stands between Docker and Node.js');
  if (part === 'cloud' && facts.cloudNodeFlags.some((flag) => !last('ENTRYPOINT').includes(`"${flag}"`)))
    faults.push(`ENTRYPOINT lacks ${facts.cloudNodeFlags.join(' ')}`);
  const copied = new Set(copiesOf(stage).map(({ from }) => from));
  for (const folder of [...neededBy(part, facts), 'cli'])
    if (!copied.has(`packages/${folder}`)) faults.push(`packages/${folder} is not copied`);
  return faults;
}

/** The part and the packages of ours that it needs, theirs too. */
function neededBy(part: string, { manifests }: DeploymentFacts): Set<string> {
  const needed = new Set([part]);
  for (const folder of needed)
    for (const name of Object.keys(manifests.get(folder)?.dependencies ?? {}))
      if (name.startsWith('@platen/')) needed.add(name.slice('@platen/'.length));
  return needed;
}

interface ComposeService {
  build?: { target?: string; dockerfile?: string };
  restart?: string;
  read_only?: boolean;
  privileged?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  network_mode?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  logging?: { options?: Record<string, string> };
}

function composeFaults(yaml: string, facts: DeploymentFacts): string[] {
  const file = parse(yaml) as {
    services?: Record<string, ComposeService>;
    volumes?: Record<string, unknown>;
  } | null;
  const services = Object.entries(file?.services ?? {});
  if (services.length === 0) return ['there is no service'];
  const volumes = new Set(Object.keys(file?.volumes ?? {}));
  return services.flatMap(([name, service]) =>
    serviceFaults(name, service, { facts, volumes }).map((fault) => `${name}: ${fault}`),
  );
}

function serviceFaults(
  name: string,
  service: ComposeService,
  { facts, volumes }: { facts: DeploymentFacts; volumes: ReadonlySet<string> },
): string[] {
  const must: [boolean, string][] = [
    [parts.some((part) => part === service.build?.target), `build.target is none of ${parts.join(', ')}`],
    [service.build?.dockerfile === dockerfilePath, `build.dockerfile is not ${dockerfilePath}`],
    [service.restart === 'unless-stopped', 'does not come back after a restart of the machine'],
    [service.read_only === true && !service.privileged, 'may change its own image'],
    [service.cap_drop?.includes('ALL') ?? false, 'keeps capabilities'],
    [service.security_opt?.includes('no-new-privileges:true') ?? false, 'may gain privileges'],
    [service.mem_limit !== undefined, 'has no bound on memory'],
    [service.logging?.options?.['max-size'] !== undefined, 'its log grows without an end'],
    [name !== 'agent' || service.network_mode === 'host', 'finds no printers outside of the host network'],
    [(service.ports ?? []).every((port) => port.startsWith('127.0.0.1:')), 'is open to the whole network'],
    [
      (service.volumes ?? []).some((volume) => volume.endsWith(':/data')),
      'keeps nothing: /data is no volume',
    ],
    [
      (service.volumes ?? []).every((volume) => volumes.has(volume.split(':')[0]!)),
      'a volume is not declared',
    ],
  ];
  const unknown = Object.keys(service.environment ?? {}).filter((variable) => !facts.variables.has(variable));
  return [
    ...must.filter(([holds]) => !holds).map(([, fault]) => fault),
    ...unknown.map((variable) => `nothing reads ${variable}`),
  ];
}

/** The lines that keep a service from what it does not need, and bring it back. */
const unitLines = [
  'DynamicUser=yes',
  'Restart=always',
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'CapabilityBoundingSet=',
  'StateDirectoryMode=0700',
  'UMask=0077',
  'WantedBy=multi-user.target',
];

/** What starts each part, and where it keeps its own. */
const unitLinesOf = {
  cloud: ({ cloudNodeFlags }: DeploymentFacts) => [
    `ExecStart=/opt/platen/node_modules/node/bin/node ${cloudNodeFlags.join(' ')} packages/cli/platen.ts cloud`,
    'StateDirectory=platen-cloud',
    'Environment=PLATEN_DATA_DIR=%S/platen-cloud',
    'Environment=PLATEN_PAYMENTS=none',
  ],
  agent: () => [
    'ExecStart=/opt/platen/packages/cli/platen.mjs agent',
    'StateDirectory=platen-agent',
    'Environment=PLATEN_AGENT_DIR=%S/platen-agent',
  ],
};

function unitFaults(unit: string, part: (typeof parts)[number], facts: DeploymentFacts): string[] {
  const lines = new Set(unit.split('\n'));
  return [...unitLines, ...unitLinesOf[part](facts)]
    .filter((line) => !lines.has(line))
    .map((line) => `${line} is missing`);
}
