/**
 * Makes the address parser a package that anybody may install: JavaScript with types, its data, its README, and a package.json that
 * asks for nothing of this repository. `node tools/address-package/address-package-build.ts FOLDER`, then `npm publish FOLDER`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const source = join(repository, 'packages/addresses');

const compilerOptions =
  '--declaration --rewriteRelativeImportExtensions --ignoreConfig --module nodenext --target es2022 --lib esnext --types node --strict --skipLibCheck';

/** Writes the package into the folder. Throws what the compiler says when it refuses. */
export function buildAddressPackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts') && !/node_modules|assembly/.test(file),
  );
  const compiled = spawnSync(
    process.execPath,
    [
      join(repository, 'node_modules/typescript/bin/tsc'),
      '--rootDir',
      source,
      '--outDir',
      folder,
      ...compilerOptions.split(' '),
      ...files.map((file) => join(source, file)),
    ],
    { cwd: repository, encoding: 'utf8' },
  );
  if (compiled.status !== 0) throw new Error(compiled.stdout + compiled.stderr);
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    // The compiler leaves the endings of source files in declarations.
    const written = readFileSync(join(folder, file), 'utf8');
    writeFileSync(
      join(folder, file),
      written.replace(/(?<=from '\.[^']*)\.ts(?=')/g, '.js').replace(/(?<=from "\.[^"]*)\.ts(?=")/g, '.js'),
    );
  }
  for (const file of globSync('**/*.{txt,bin,wasm}', { cwd: source })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(source, file), join(folder, file));
  }
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publicManifest(), null, 2)}\n`);
}

function publicManifest(): object {
  const { name, version, description, keywords, type, engines, dependencies } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  return {
    name,
    version,
    description,
    keywords,
    type,
    engines,
    exports: { '.': entry('parse-address'), './*': entry('*') },
    dependencies,
  };
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) throw new Error('Which folder is the package written to?');
  buildAddressPackage(folder);
}
