import { EXIT, json, type Row, showTable, type Terminal } from '@linesman/cli';
import { writeProject } from '../project/writeProject.js';
import type { InitFlags } from './init.js';

/** Runs `linesman init`. Errors: PROJECT_FILES_EXIST, FOLDER_NOT_WRITABLE. */
export async function runInit({ folder, json: asJson }: InitFlags, terminal: Terminal): Promise<number> {
  const { files, unpacked } = writeProject(folder);
  const pack = unpacked === undefined ? [] : [`npm --prefix ${shellWord(unpacked)} run pack`];
  const next = [...pack, ...(folder === '.' ? [] : [`cd ${shellWord(folder)}`]), ...NEXT];
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

/** The next steps with the project, as lines for a shell. */
const NEXT = [
  'npm install',
  'npm test          # settles a market on a chain in the process',
  'npm run regress   # replays the recorded proofs; .github/workflows/proofs.yml does the same',
];

const shellWord = (text: string): string =>
  /^[\w./@%+:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
