import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { sourcesByName } from '../../../tools/build/sources.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Where packages are found by name, as in a project that has installed them. */
const PLACE = join(ROOT, 'node_modules/.cache/linesman-readmes');

/** The only block of code below a heading of a package's README. */
export function readmeBlock(folder: string, heading: string): string {
  const readme = readFileSync(join(ROOT, `ts/${folder}/README.md`), 'utf8');
  const section = readme.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const [block, ...more] = [...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, body]) => body);
  if (block === undefined || more.length > 0) throw new Error(`${folder}: ${heading} has not one block`);
  return block;
}

const bundled = (code: string, options: BuildOptions): Promise<{ readonly text: string }> =>
  build({
    stdin: { contents: code, resolveDir: join(ROOT, 'examples'), loader: 'ts' },
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        // The packages by name are those of the source, as everywhere in the tests.
        name: 'sources',
        setup: ({ onResolve }) => {
          const sources = sourcesByName();
          onResolve({ filter: /^@linesman\// }, ({ path }) => {
            const source = sources.get(path);
            return source ? { path: fileURLToPath(source) } : undefined;
          });
        },
      },
    ],
    ...options,
  }).then(({ outputFiles: [file] = [] }) => ({ text: file?.text ?? '' }));

/** The exports of a block in this process. */
export async function importBlock<T>(folder: string, heading: string): Promise<T> {
  const external = ['@wallet-standard/*', '@solana/*'];
  const { text } = await bundled(readmeBlock(folder, heading), { format: 'esm', platform: 'node', external });
  mkdirSync(PLACE, { recursive: true });
  const file = join(PLACE, `${heading.replaceAll(/\W+/g, '-')}-${process.pid}.mjs`);
  writeFileSync(file, text);
  return import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<T>;
}

/** A script for a browser, which puts the exports of a block into the global variable `recipe`. */
export const browserScript = async (folder: string, heading: string): Promise<string> =>
  (await bundled(readmeBlock(folder, heading), { format: 'iife', platform: 'browser', globalName: 'recipe' })).text;
