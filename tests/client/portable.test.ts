import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../ts');

/** All that a module brings with it at run time, by its imports; types are gone by then. */
function broughtBy(file: string, found = new Map<string, string[]>()): Map<string, string[]> {
  if (found.has(file)) return found;
  const packages: string[] = [];
  found.set(file, packages);
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  for (const { fileName } of ts.preProcessFile(outputText).importedFiles)
    if (fileName.startsWith('.')) broughtBy(join(dirname(file), fileName.replace(/\.js$/, '.ts')), found);
    else packages.push(fileName);
  return found;
}

test('the client brings with it nothing but what a browser has', () => {
  const found = broughtBy(join(ROOT, 'client/index.ts'));
  const folders = new Set([...found.keys()].map((file) => relative(ROOT, file).split('/')[0]));
  expect(folders).toEqual(new Set(['client', 'error', 'format', 'merkle', 'proof']));
  const packages = [...new Set([...found.values()].flat())].filter(
    (name) => !/^(@noble\/|@scure\/base$|borsh$)/.test(name),
  );
  expect(packages).toEqual([]);
  const own = [...found.keys()].filter((file) => file.includes('/client/'));
  expect(own.length).toBeGreaterThan(15);
  for (const file of own)
    expect([file, /\b(Buffer|process|require|setImmediate|__dirname)\b[.(]/.test(readFileSync(file, 'utf8'))]).toEqual([
      file,
      false,
    ]);
});
