import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from '../build/packages.js';
import { scriptArguments } from '../scriptArguments.js';
import { installLine, PURPOSES, VERSION } from './installLine.js';

const USAGE = `pack -- [--to FOLDER] [--no-build]

Builds the packages and writes each as the file that npm would publish, with install.txt: for each purpose, the line
that installs what you need. FOLDER is "packed" in the clone by default; packages of an earlier run in it are replaced.
`;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { values } = scriptArguments(USAGE, {
  to: { type: 'string', default: join(ROOT, 'packed') },
  'no-build': { type: 'boolean', default: false },
});

/** Ends this process with that of npm if it fails; npm has said why. */
function npm(...args: readonly string[]): void {
  const { status, error } = spawnSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const folder = resolve(values.to);
if (!values['no-build']) npm('run', 'build');
mkdirSync(folder, { recursive: true });
// Other files in the folder stay.
for (const name of readdirSync(folder)) if (/^linesman-\w+-\d.*\.tgz$/.test(name)) rmSync(join(folder, name));
// npm would list every file of them on standard error.
npm('pack', '--loglevel=error', ...PACKAGES.map((name) => `--workspace=ts/${name}`), '--pack-destination', folder);
const lines = PURPOSES.map(({ why, packages }) => `# ${why}\n${installLine(packages, folder)}\n`);
const about = `linesman ${VERSION}: run one of these lines in the folder of your project.\n`;
writeFileSync(join(folder, 'install.txt'), [about, ...lines].join('\n'));
process.stdout.write(`${join(folder, 'install.txt')}\n\n${lines.join('\n')}`);
