import { expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';
import { findUnitTests } from './unit-tests.ts';

it('unit tests are those from which no import leads outside, types apart', () => {
  const files = new Map([
    ['packages/ipp/codec.ts', "import type { Socket } from 'node:net';\nimport './ring.ts';\n"],
    ['packages/ipp/ring.ts', "import './codec.ts';\n"],
    ['packages/ipp/ipp-client.ts', "import { request } from 'node:http';\n"],
    ['packages/ipp/codec.test.ts', "import { encode } from './codec.ts';\n"],
    ['packages/ipp/ipp-client.test.ts', "import './codec.ts';\nimport { send } from './ipp-client.ts';\n"],
    ['test/flow.test.ts', "import { send } from '@platen/ipp/ipp-client';\n"],
    ['test/late.test.ts', "const { send } = await import('@platen/ipp/ipp-client');\n"],
  ]);
  expect(findUnitTests(files)).toEqual(['packages/ipp/codec.test.ts']);
});

it('most rules of this repository are tried without anything outside', () => {
  const files = readRepository();
  const units = new Set(findUnitTests(files));
  const rules = [...files.keys()].filter((path) => /-rules\.test\.ts$/.test(path));
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((path) => !units.has(path))).toEqual([]);
});
