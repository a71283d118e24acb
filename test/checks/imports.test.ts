/** The import rules hold for every TypeScript file of the repository, and each rule can fail. */
import { describe, expect, it } from 'vitest';
import { importRules, importsOf } from './import-rules.ts';
import { readRepository } from './repository-files.ts';

const repository = readRepository();

const cloud = 'packages/cloud';
const agent = 'packages/agent';

/** For each rule a made-up repository that breaks it, and one next to it that doesn't. */
const examples: Record<string, { broken: Record<string, string>[]; fine: Record<string, string> }> = {
  'a package imports only what its layer allows': {
    broken: [
      { 'packages/contracts/a.ts': "import { readFileSync } from 'node:fs';" },
      { 'packages/contracts/a.ts': "import fastify from 'fastify';" },
      { 'packages/imaging/a.ts': "import { z } from 'zod';" },
      { 'packages/imaging/a.ts': "import { x } from '@platen/contracts/x';" },
      { 'packages/ipp/a.ts': "export * from '@platen/contracts/x';" },
      { 'packages/virtual-printer/a.ts': "import type { X } from '@platen/agent/x';" },
      { 'packages/cloud/a.ts': "const x = await import('@platen/cli/x');" },
    ],
    fine: {
      'packages/contracts/a.ts': "import { z } from 'zod';\nimport { b } from './b.ts';",
      'packages/imaging/a.ts': "import sharp from 'sharp';\nimport { join } from 'node:path';",
      'packages/ipp/a.ts': "import ipp from 'ipp';",
      'packages/cli/a.ts': "import '@platen/cloud/main';",
      'packages/imaging/a.test.ts': "import fc from 'fast-check';",
    },
  },
  'another package is imported by its name, not by a path': {
    broken: [{ 'packages/cli/a.ts': "import { x } from '../contracts/x.ts';" }],
    fine: { 'packages/cli/a.ts': "import { x } from '@platen/contracts/x';\nimport { b } from './b.ts';" },
  },
  'cloud and agent never import each other': {
    broken: [
      { [`${cloud}/a.ts`]: "import { x } from '@platen/agent/x';" },
      { [`${agent}/a.test.ts`]: "import { x } from '@platen/cloud/x';" },
    ],
    fine: { [`${cloud}/a.ts`]: "import { x } from '@platen/contracts/agent-protocol';" },
  },
  'rules import contracts, other rules and types': {
    broken: [
      { [`${cloud}/orders/order-rules.ts`]: "import { find } from './order-store.ts';" },
      { [`${agent}/jobs/x-rules.ts`]: "import { readFileSync } from 'node:fs';" },
      { [`${agent}/jobs/x-rules.ts`]: "import { z } from 'zod';" },
      { [`${agent}/jobs/x-text.ts`]: "import { find } from './x-store.ts';" },
    ],
    fine: {
      [`${cloud}/orders/order-rules.ts`]:
        "import { x } from '../prices/price-rules.ts';\nimport { y } from '@platen/contracts/y';\nimport type { Z } from './order-store.ts';",
    },
  },
  'Kysely is known in db/ and stores': {
    broken: [{ [`${cloud}/orders/order-operations.ts`]: "import { sql } from 'kysely';" }],
    fine: {
      [`${cloud}/orders/order-store.ts`]: "import { sql } from 'kysely';",
      [`${cloud}/db/database.ts`]: "import { Migrator } from 'kysely/migration';",
    },
  },
  "a feature never imports another feature's operations": {
    broken: [
      { [`${cloud}/orders/order-moves.ts`]: "import { x } from '../prices/price-operations.ts';" },
      { [`${cloud}/hub/hub-link.ts`]: "import { x } from '../orders/order-operations.ts';" },
    ],
    fine: {
      [`${cloud}/operations.ts`]: "import { x } from './prices/price-operations.ts';",
      [`${cloud}/orders/order-operations.ts`]: "import { x } from '../prices/price-store.ts';",
    },
  },
  'transports know no feature': {
    broken: [
      { [`${cloud}/http/rest.ts`]: "import { x } from '../orders/order-rules.ts';" },
      { [`${cloud}/mcp/mcp-call.ts`]: "import { x } from '../orders/order-rules.ts';" },
      { [`${cloud}/operation/paging.ts`]: "import { x } from '../orders/order-store.ts';" },
    ],
    fine: { [`${cloud}/http/rest.ts`]: "import { x } from '../operations.ts';" },
  },
  'rooms of imaging import only what lies below them': {
    broken: [
      { 'packages/imaging/decode/a.ts': "import { x } from '../quality/x.ts';" },
      { 'packages/imaging/sheet/a.ts': "import { x } from '../restore/x.ts';" },
      { 'packages/imaging/a.ts': "import { x } from './pool/x.ts';" },
    ],
    fine: {
      'packages/imaging/pool/a.ts': "import { x } from '../sheet/x.ts';",
      'packages/imaging/quality/a.ts': "import { x } from './x.ts';\nimport { y } from '../y.ts';",
      'packages/cloud/photos/a.ts': "import { x } from '@platen/imaging/quality/x';",
    },
  },
  'layers of the agent never import those above them': {
    broken: [
      { [`${agent}/spool/a.ts`]: "import type { X } from '../jobs/x.ts';" },
      { [`${agent}/machine/a.ts`]: "import { x } from '../link/x.ts';" },
      { [`${agent}/stages/a.ts`]: "import { x } from '../console/x.ts';" },
      { [`${agent}/printing-layer.ts`]: "import type { X } from './shop-layer.ts';" },
      { [`${agent}/console/a.ts`]: "import type { RunningAgent } from '../agent.ts';" },
      { [`${agent}/new-room/a.ts`]: "import { x } from '../spool/x.ts';" },
      { [`${agent}/stages/a.ts`]: "import { x } from '../new-room/x.ts';" },
    ],
    fine: {
      [`${agent}/agent.ts`]: "import { x } from './shop-layer.ts';",
      [`${agent}/console/a.ts`]: "import { x } from '../printing-layer.ts';",
      [`${agent}/stages/a.ts`]: "import { x } from '../printers/x.ts';\nimport { y } from '../spool/y.ts';",
      [`${agent}/spool/a.test.ts`]: "import { x } from '../agent.ts';",
    },
  },
  'stages never import each other': {
    broken: [{ [`${agent}/stages/fetch.ts`]: "import { x } from './spool.ts';" }],
    fine: {
      [`${agent}/stages/fetch.ts`]:
        "import { x } from '../jobs/job-store.ts';\nimport { y } from './fetch-part.ts';",
    },
  },
  'adapters are imported by main files, cli and tests': {
    broken: [{ [`${cloud}/app.ts`]: "import { x } from './adapters/files-folder.ts';" }],
    fine: {
      [`${cloud}/main.ts`]: "import { x } from './adapters/files-folder.ts';",
      'test/a.test.ts': "import { x } from '@platen/cloud/adapters/files-folder';",
    },
  },
  'main files are imported by cli': {
    broken: [{ [`${cloud}/app.ts`]: "import './main.ts';" }],
    fine: { 'packages/cli/platen.ts': "await import('@platen/cloud/main');" },
  },
  'pages run in browsers: without Node.js, and without what builds them': {
    broken: [
      { 'packages/web/kit/a.ts': "import { join } from 'node:path';" },
      { 'packages/web/app/a.tsx': "import { x } from '../build/web-build.ts';" },
    ],
    fine: {
      'packages/web/build/a.ts': "import { join } from 'node:path';",
      'packages/web/kit/api-types.ts': "import type { ApiOperation } from '@platen/cloud/operations';",
    },
  },
  'entries of the web share kit/ alone': {
    broken: [{ 'packages/web/share/a.tsx': "import { x } from '../app/b.tsx';" }],
    fine: { 'packages/web/share/a.tsx': "import { x } from '../kit/b.tsx';\nimport './c.tsx';" },
  },
  'only tests import tests': {
    broken: [{ [`${cloud}/app.ts`]: "import { x } from './app.test.ts';" }],
    fine: { [`${cloud}/app.test.ts`]: "import { x } from './testing/x.ts';" },
  },
  'imports never form a circle': {
    broken: [
      { 'a.ts': "import './b.ts';", 'b.ts': "import './c.ts';", 'c.ts': "import './a.ts';" },
      { 'packages/cli/a.ts': "export { x } from './a.ts';" },
    ],
    fine: { 'a.ts': "import './b.ts';\nimport './c.ts';", 'b.ts': "import './c.ts';", 'c.ts': '' },
  },
  'features form no ring': {
    broken: [
      {
        [`${cloud}/orders/order-rules.ts`]: "import type { A } from '../jobs/job-tables.ts';",
        [`${cloud}/jobs/job-store.ts`]: "import { x } from '../payments/payment-store.ts';",
        [`${cloud}/payments/payment-moves.ts`]: "import { x } from '../orders/order-store.ts';",
      },
      {
        [`${cloud}/hub/hub-link.ts`]: "import { x } from '../jobs/job-moves.ts';",
        [`${cloud}/jobs/job-store.ts`]: "import { x } from '../hub/hub-log.ts';",
      },
    ],
    fine: {
      [`${cloud}/jobs/job-rules.ts`]: "import { x } from '../orders/order-rules.ts';",
      [`${cloud}/payments/payment-moves.ts`]:
        "import { x } from '../orders/order-store.ts';\nimport { y } from '../jobs/job-moves.ts';",
      [`${cloud}/orders/orders.test.ts`]: "import { x } from '../jobs/job-moves.ts';",
      [`${cloud}/operations.ts`]: "import { x } from './jobs/job-operations.ts';",
    },
  },
  'names of files are unique in their package': {
    broken: [{ [`${cloud}/orders/view.ts`]: '', [`${cloud}/photos/view.ts`]: '' }],
    fine: { [`${cloud}/main.ts`]: '', [`${agent}/main.ts`]: '' },
  },
};

const mapOf = (files: Record<string, string>) => new Map(Object.entries(files));

describe.each(importRules)('$name', ({ name, check }) => {
  it('holds', () => {
    expect(check(repository)).toEqual([]);
  });
  it('can fail', () => {
    const { broken, fine } = examples[name]!;
    for (const files of broken) expect(check(mapOf(files)), JSON.stringify(files)).not.toEqual([]);
    expect(check(mapOf(fine))).toEqual([]);
  });
});

describe('reading imports', () => {
  it('finds every way to import, over several lines, and none in comments', () => {
    const text = [
      "import a from 'a';",
      "import type { B,\n  C } from './b.ts';",
      "import 'side-effect';",
      "export * from './all.ts';",
      "export { x } from '@platen/contracts/x';",
      "type D = import('d').D;",
      "const e = await import('e');",
      "// import f from 'f';",
      "/**\n * import('g')\nimport h from 'h';\n */",
      "export const from = 'nothing';",
    ].join('\n');
    expect(importsOf('packages/cli/here.ts', text)).toEqual([
      { specifier: 'a', isType: false, target: undefined },
      { specifier: './b.ts', isType: true, target: 'packages/cli/b.ts' },
      { specifier: 'side-effect', isType: false, target: undefined },
      { specifier: './all.ts', isType: false, target: 'packages/cli/all.ts' },
      { specifier: '@platen/contracts/x', isType: false, target: 'packages/contracts/x.ts' },
      { specifier: 'd', isType: false, target: undefined },
      { specifier: 'e', isType: false, target: undefined },
    ]);
  });

  it('reads the repository', () => {
    expect([...repository.keys()]).toEqual(
      expect.arrayContaining([
        'packages/cloud/main.ts',
        'packages/cli/platen.ts',
        'test/checks/imports.test.ts',
      ]),
    );
    // The examples above name files that don't exist.
    const others = [...repository].filter(([path]) => path !== 'test/checks/imports.test.ts');
    const targets = others.flatMap(([path, text]) => importsOf(path, text).map(({ target }) => target));
    const missing = targets.filter((target) => target?.endsWith('.ts') && !repository.has(target));
    expect(missing).toEqual([]);
  });
});
