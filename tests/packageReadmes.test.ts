import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { PACKAGES } from '../tools/build/packages.js';
import { COMMANDS } from '../ts/cli/commands.js';

/** The package READMEs, as the registry shows them: their code compiles, and their commands and subpaths exist. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The fenced blocks of a language, in order. */
const blocks = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, body]) =>
    name === language && body !== undefined ? [body] : [],
  );

/** Each block as a file in the examples folder, where packages are imported by name. */
const code = new Map(
  PACKAGES.flatMap((folder) =>
    blocks(textOf(`ts/${folder}/README.md`), 'ts').map((block, index): [string, string] => [
      join(ROOT, `examples/${folder}-${index + 1}.ts`),
      block,
    ]),
  ),
);

test('the code compiles', () => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => code.has(file) || fileExists(file);
  host.readFile = (file) => code.get(file) ?? readFile(file);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, how, ...rest) => {
    const block = code.get(file);
    return block === undefined ? getSourceFile(file, how, ...rest) : ts.createSourceFile(file, block, how);
  };
  const program = ts.createProgram([...code.keys()], { ...options, noUnusedLocals: true }, host);
  const faults = [...code.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) => {
        const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${file.slice(ROOT.length)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
  expect(faults).toEqual([]);
  expect(code.size).toBeGreaterThan(5);
});

describe.each(PACKAGES)('ts/%s/README.md', (folder) => {
  const readme = textOf(`ts/${folder}/README.md`);
  const manifest = JSON.parse(textOf(`ts/${folder}/package.json`));

  test('names exactly the existing subpaths', () => {
    const paths = Object.entries<unknown>(manifest.exports).filter(([, target]) => typeof target === 'object');
    const exported = paths.map(([path]) => manifest.name + path.slice(1));
    const named = [...readme.matchAll(/`(@linesman\/[\w/*]+)`/g)].map(([, name]) => name ?? '');
    const own = named.filter((name) => name === manifest.name || name.startsWith(`${manifest.name}/`));
    const all = Object.keys(manifest.exports).map((path) => manifest.name + path.slice(1));
    for (const name of own) expect(all).toContain(name);
    const modules = own.filter((name) => exported.includes(name));
    if (exported.length > 2) expect([...new Set(modules)].sort()).toEqual(exported.sort());
  });

  test('names every command of the package', () => {
    for (const [command, place] of Object.entries(COMMANDS))
      if (place.package === manifest.name) expect(readme).toContain(`\`${command}\``);
  });

  test('runs existing commands', () => {
    for (const line of blocks(readme, 'sh').flatMap((block) => block.trim().split('\n'))) {
      const [npx, linesman, command = '', ...rest] = line.split(' ');
      if (npx === 'npm') continue;
      expect([npx, linesman, rest]).toEqual(['npx', 'linesman', ['--help']]);
      expect(Object.keys(COMMANDS)).toContain(command);
    }
  });

  test('links into the repository by URLs, which also work in the registry', () => {
    const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
    const repository = String(manifest.repository.url).replace(/\.git$/, '');
    for (const link of links) expect(link.startsWith(repository)).toBe(true);
    const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    const folders = new Set(tracked.map((file) => dirname(file)));
    for (const link of links) {
      const [, path] = /\/(?:blob|tree)\/main\/([^#]+)/.exec(link) ?? [];
      if (path !== undefined) expect(tracked.includes(path) || folders.has(path), link).toBe(true);
    }
  });
});
