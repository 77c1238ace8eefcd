import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { repositoryFiles } from '../build/repositoryFiles.js';
import { refuse, scriptArguments } from '../scriptArguments.js';
import { CEILINGS_FILE, exceeded, raisedWithoutReason, readCeilings } from './ceilings.js';
import { earlierCeilings } from './earlierCeilings.js';
import { figuresOf } from './figures.js';
import { classOf } from './fileClass.js';
import { gitIn } from './git.js';
import { withLastRelease } from './lastRelease.js';
import { PAGE, pageOf } from './page.js';
import { asText, type Measured, type Release, tablesOf } from './report.js';
import { type Size, sizeOf } from './size.js';
import { readTextFiles } from './textFile.js';

const USAGE = `size -- [option]

Prints the size of the repository: lines by folder, files, exported names, and what tests load.

  --json     as JSON
  --write    writes ${PAGE}
  --check    fails if a figure exceeds its ceiling, or if a ceiling was raised without a reason in CHANGELOG.md
`;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Takes the names of the packages from the tree itself, because an older one may have others. */
async function measure(root: string, paths: readonly string[]): Promise<Size> {
  const { sourceOfName }: typeof import('../build/sources.js') = await import(
    pathToFileURL(join(root, 'tools/build/sources.ts')).href
  );
  const sourceOf = (name: string): string | undefined => {
    // Tests have the absolute path of what they load from another package.
    if (name.startsWith(root)) return name.slice(root.length);
    const source = sourceOfName(name);
    return source && fileURLToPath(source).slice(root.length);
  };
  const loading = join(root, 'tools/build/nearImports.ts');
  if (!existsSync(loading)) return sizeOf(readTextFiles(root, paths), sourceOf);
  const { declarations }: typeof import('../build/nearImports.js') = await import(pathToFileURL(loading).href);
  const near = declarations();
  return sizeOf(readTextFiles(root, paths), sourceOf, (text) => near.near(text));
}

async function measureRelease(tag: string, folder: string): Promise<Release | undefined> {
  const root = `${folder}${sep}`;
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  try {
    return {
      tag,
      size: await measure(
        root,
        paths.filter((path) => statSync(join(root, path)).isFile()),
      ),
    };
  } catch (error) {
    console.error(`${tag} cannot be measured: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** Prints what exceeds a ceiling, or was raised without a reason. */
function check(now: Size, paths: readonly string[], ceilings: Measured['ceilings']): void {
  const before = earlierCeilings(gitIn(ROOT));
  if (before === undefined)
    console.log('Not checked whether a ceiling was raised: this clone does not have the commit before.');
  const wrong = [
    ...paths
      .filter((path) => classOf(path) === undefined)
      .map((path) => `${path}: no rule of tools/size/fileClass.ts says what its lines count as. Add one.`),
    ...exceeded(figuresOf(now), ceilings),
    ...raisedWithoutReason(before ?? {}, ceilings, read('CHANGELOG.md')),
  ];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`Every figure is within its ceiling (${CEILINGS_FILE}).`);
}

async function run(mode: 'print' | 'json' | 'write' | 'check'): Promise<void> {
  const ceilings = readCeilings(read(CEILINGS_FILE));
  const paths = repositoryFiles(ROOT);
  const now = await measure(ROOT, paths);
  if (mode === 'check') return check(now, paths, ceilings);
  const release = await withLastRelease(ROOT, measureRelease);
  const measured: Measured = { now, release, ceilings };
  if (mode === 'json') console.log(JSON.stringify({ figures: figuresOf(now), ...measured }, null, 2));
  else if (mode === 'write') writeFileSync(join(ROOT, PAGE), pageOf(measured));
  else console.log(asText(tablesOf(measured)));
}

const { values } = scriptArguments(USAGE, {
  json: { type: 'boolean' },
  write: { type: 'boolean' },
  check: { type: 'boolean' },
});
const [mode = 'print', ...others] = (['json', 'write', 'check'] as const).filter((name) => values[name]);
if (others.length > 0) refuse(`--${mode} and --${others[0]} exclude each other`);
await run(mode);
