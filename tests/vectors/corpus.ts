import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnswerVector } from './answerVector.js';
import type { AttestationVector } from './attestationVector.js';
import type { CompactVector } from './compactVector.js';
import type { Vector } from './vector.js';

export const VECTORS_FOLDER = dirname(fileURLToPath(import.meta.url));

/** Every vector of the corpus, in file order. */
export function readCorpus(): Vector[] {
  const files = readdirSync(VECTORS_FOLDER)
    .filter((name) => /^validate_.*\.json$/.test(name))
    .sort();
  return files.flatMap((name) => JSON.parse(readFileSync(join(VECTORS_FOLDER, name), 'utf8')) as Vector[]);
}

/** The vectors of the compact form. */
export const readCompactCorpus = (): CompactVector[] =>
  JSON.parse(readFileSync(join(VECTORS_FOLDER, 'compact.json'), 'utf8')) as CompactVector[];

/** The vectors of attestations. */
export const readAttestationCorpus = (): AttestationVector[] =>
  JSON.parse(readFileSync(join(VECTORS_FOLDER, 'attestation.json'), 'utf8')) as AttestationVector[];

/** The answers of a service. */
export const readAnswerCorpus = (): AnswerVector[] =>
  JSON.parse(readFileSync(join(VECTORS_FOLDER, 'answers.json'), 'utf8')) as AnswerVector[];
