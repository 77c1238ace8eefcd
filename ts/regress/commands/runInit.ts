import { resolve } from 'node:path';
import { EXIT, json, type Row, showTable, type Terminal } from '@linesman/cli';
import { repositoryRoot } from '../project/repository.js';
import { addCi, writeProject } from '../project/writeProject.js';
import type { InitFlags } from './init.js';

/** Runs `linesman init`. Errors: PROJECT_FILES_EXIST, CI_NOT_ADDED, FOLDER_NOT_WRITABLE. */
export async function runInit({ folder, ci, json: asJson }: InitFlags, terminal: Terminal): Promise<number> {
  const { files, unpacked, steps } = ci ? added(folder) : { ...writeProject(folder), steps: NEXT };
  const pack = unpacked === undefined ? [] : [`npm --prefix ${shellWord(unpacked)} run pack`];
  const next = [...pack, ...(folder === '.' ? [] : [`cd ${shellWord(folder)}`]), ...steps];
  const root = repositoryRoot(folder);
  if (!ci && root !== undefined && root !== resolve(folder))
    terminal.err(`note: GitHub looks for workflows only in ${root}/.github/workflows; move proofs.yml there.\n`);
  if (asJson) {
    terminal.out(json({ folder, files, next: next.map((step) => step.split(' # ')[0]?.trimEnd()) }));
    return EXIT.valid;
  }
  showTable(terminal, [
    ...files.map((file, i): Row => [i === 0 ? 'written' : '', file]),
    ...next.map((step, i): Row => [i === 0 ? 'next' : '', step]),
  ]);
  return EXIT.valid;
}

function added(folder: string) {
  const { install, ...written } = addCi(folder, shellWord);
  return {
    ...written,
    steps: [...install, 'npx --no linesman regress cases   # replays the recorded proofs, as the workflow does'],
  };
}

/** The next steps with the project, as lines for a shell. */
const NEXT = [
  'npm install',
  'npm test          # settles a market on a chain in the process',
  'npm run regress   # replays the recorded proofs; .github/workflows/proofs.yml does the same',
];

const shellWord = (text: string): string =>
  /^[\w./@%+:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
