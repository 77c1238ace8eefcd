import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Answers of a live deployment and bytes of its roots accounts. They may not be published, so they are stored outside
 * the project.
 */
export const RECORDINGS =
  process.env.LINESMAN_RECORDINGS ?? fileURLToPath(new URL('../../../shared/recordings', import.meta.url));

export const hasRecordings = existsSync(RECORDINGS);
if (!hasRecordings)
  console.warn(`SKIPPED: no recordings in ${RECORDINGS}; set LINESMAN_RECORDINGS to the folder that holds them.`);

/** The content of a file. */
export const recorded = (...path: readonly string[]) => JSON.parse(readFileSync(join(RECORDINGS, ...path), 'utf8'));

/** The names of all answers or matches; none where there are no recordings. */
export const recordedNames = (folder: 'proofs' | 'batches'): string[] =>
  hasRecordings ? readdirSync(join(RECORDINGS, folder)) : [];
