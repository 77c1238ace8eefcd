import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
      // Without a name for types, the compiler looks beside the code.
      const isForBoth = 'require' in target;
      expect(Object.keys(target)).toEqual(isForBoth ? ['module-sync', 'require', 'default'] : ['types', 'default']);
      if (isForBoth) expect(target['module-sync']).toBe(target.default);
      for (const file of Object.values(target).map(oneOf)) {
        const declared = file.replace(/(?<!\.d)\.(c?)(js|ts)$/, '.d.$1ts');
        for (const one of [file, declared]) expect([path, one, isThere(one)]).toEqual([path, one, true]);
      }
    }
  });

  it('offers to require what it offers to import', async () => {
    const load = createRequire(import.meta.url);
    const names = (file: string): string[] => Object.keys(load(join(ROOT, 'ts', folder, file))).sort();
    for (const target of Object.values<Record<string, string>>(exports)) {
      if (target.require === undefined || target.require.includes('*')) continue;
      expect([target.require, names(target.require)]).toEqual([target.require, names(target.default ?? '')]);
    }
  });

  it('has no private member in its declarations, which would make two types of two copies', () => {
    const declarations = readdirSync(join(ROOT, 'ts', folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.d\.c?ts$/.test(file))
      .map((file) => [file, readFileSync(join(ROOT, 'ts', folder, 'dist', file), 'utf8')] as const);
    const closed = /^\s+(static )?(private (?!constructor)|#private)|unique symbol/m;
    expect(declarations.filter(([, text]) => closed.test(text)).map(([file]) => file)).toEqual([]);
    expect(declarations.length).toBeGreaterThan(3);
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
