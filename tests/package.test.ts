import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const { files, imports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

describe('the package', () => {
  it('imports nothing but what is installed with it', () => {
    const imported = new Set<string>();
    for (const { name, parentPath } of readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })) {
      if (!name.endsWith('.js')) continue;
      const code = readFileSync(join(parentPath, name), 'utf8');
      for (const [, from = ''] of code.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)) {
        const [first = '', second = ''] = from.split('/');
        if (!/^[.#]/.test(from) && !isBuiltin(from)) imported.add(first.startsWith('@') ? `${first}/${second}` : first);
      }
    }
    expect(imported).toContain('fastify');
    const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    expect([...imported].filter((name) => !installed.includes(name))).toEqual([]);
  });

  it('has what it imports by a name of its own, for Node and for browsers, and sources find it, too', () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).compilerOptions;
    expect(Object.keys(imports)).toEqual(Object.keys(paths));
    for (const [name, targets] of Object.entries(imports as Record<string, Record<string, string>>)) {
      expect(Object.keys(targets)).toEqual(['node', 'default']);
      expect(paths[name]).toEqual([targets.node?.replace('/dist/', '/ts/').replace(/\.js$/, '.ts')]);
      for (const file of Object.values(targets)) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });

  it('is in the image as it is published', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    for (const path of (files as string[]).filter((name) => !name.endsWith('.md') && name !== 'LICENSE'))
      expect(dockerfile).toContain(`COPY --from=build /linesman/${path} ./${path}\n`);
  });
});
