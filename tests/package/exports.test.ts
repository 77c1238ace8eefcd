import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PACKAGES } from '../../tools/build/packages.js';
import { sourceOfName, sourcesByName, sourcesByPattern } from '../../tools/build/sources.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

describe('import names of the packages', () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );

  const ofPatterns = [...sourcesByPattern().keys()].map((pattern) => pattern.replace('*', 'index'));

  it.each([...sourcesByName().keys(), ...ofPatterns])(
    '%s resolves to the same file in the compiler and here',
    (name) => {
      const { resolvedModule } = ts.resolveModuleName(name, join(ROOT, 'tests/run.ts'), options, ts.sys);
      const source = sourceOfName(name);
      expect(resolvedModule?.resolvedFileName).toBe(source && fileURLToPath(source));
    },
  );

  it('every path of the compiler is exported by a package', () => {
    const names = [...sourcesByName().keys(), ...ofPatterns];
    const matched = (path: string): string[] =>
      names.filter((name) => new RegExp(`^${path.replace('*', '\\w+')}$`).test(name));
    for (const path of Object.keys(options.paths ?? {})) expect([path, matched(path)]).not.toEqual([path, []]);
  });
});

describe.each(PACKAGES)('ts/%s', (folder) => {
  const { exports, imports = {}, files, bin } = manifestOf(`ts/${folder}`);
  const isThere = (file: string): boolean => existsSync(join(ROOT, 'ts', folder, file));
  /** A file of a pattern. */
  const oneOf = (file: string): string => file.replace('*', 'index');

  it('exports types and code that the build writes', () => {
    for (const [path, target] of Object.entries<string | Record<string, string>>(exports)) {
      if (typeof target === 'string') continue;
      expect(Object.keys(target)).toEqual(['types', 'default']);
      for (const file of Object.values(target).map(oneOf))
        expect([path, file, isThere(file)]).toEqual([path, file, true]);
    }
  });

  it('has one file for Node and one for everything else where the two differ', () => {
    for (const targets of Object.values<Record<string, string>>(imports)) {
      expect(Object.keys(targets)).toEqual(['node', 'default']);
      for (const file of Object.values(targets)) expect([file, isThere(file)]).toEqual([file, true]);
    }
  });

  it('has the files that it publishes, and its command exists before the build', () => {
    for (const file of files.filter((name: string) => !name.startsWith('!')))
      expect([file, isThere(file)]).toEqual([file, true]);
    for (const file of Object.values<string>(bin ?? {})) expect(file.startsWith('dist/')).toBe(false);
  });

  it('has the version of the others, and depends on exactly that version', () => {
    const { version, dependencies } = manifestOf(`ts/${folder}`);
    expect(version).toBe(manifestOf('ts/sdk').version);
    for (const [name, range] of Object.entries(dependencies))
      if (/^@linesman\//.test(name)) expect([name, range]).toEqual([name, version]);
  });
});
