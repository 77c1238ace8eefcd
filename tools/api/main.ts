import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { apiReports } from './reports.js';

/**
 * `npm run api`: writes `etc/*.api.md`, the surface of the compiled packages. `--check` fails instead if they are not
 * what is committed.
 */

const ETC = new URL('../../etc/', import.meta.url);
const reports = apiReports();
if (process.argv.includes('--check')) {
  const committed = existsSync(ETC) ? readdirSync(ETC) : [];
  const isCurrent = (file: string): boolean =>
    committed.includes(file) && readFileSync(new URL(file, ETC), 'utf8') === reports.get(file);
  const stale = [...new Set([...committed, ...reports.keys()])].filter((file) => !isCurrent(file));
  if (stale.length > 0) {
    console.error(`Exports have changed: npm run build && npm run api, and commit etc.\n${stale.join('\n')}`);
    process.exitCode = 1;
  }
} else {
  rmSync(ETC, { recursive: true, force: true });
  mkdirSync(ETC);
  for (const [file, text] of reports) writeFileSync(new URL(file, ETC), text);
}
