import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '../../tools/scriptArguments.js';
import { answerVectors } from './classes/answers.js';
import { attestationVectors } from './classes/attestation.js';
import { compactVectors } from './classes/compact.js';
import { lengthenedCompact, lengthenedOlder, shortenedCurrent } from './classes/lengthened.js';
import { multiproofFaults } from './classes/multiproofFaults.js';
import { olderTree } from './classes/olderTree.js';
import { others } from './classes/others.js';
import { precedence } from './classes/precedence.js';
import { scoresFaults } from './classes/scoresFaults.js';
import { signatureFaults } from './classes/signature.js';
import { strategyFaults } from './classes/strategyFaults.js';
import { undecodable } from './classes/undecodable.js';
import { validScores } from './classes/valid.js';
import { zeroFaults } from './classes/zeroFaults.js';
import { VECTORS_FOLDER } from './corpus.js';
import { knownAnswers, knownAnswerVectors } from './knownAnswers.js';
import { writeKnownAnswers } from './knownAnswersFile.js';
import { CORPUS_FILE, ENTRIES_FILE, publication } from './publication.js';
import type { Vector } from './vector.js';

/** Every file of the corpus by name, as committed. */
export function corpusFiles(): Map<string, string> {
  const vectors: Vector[] = [
    ...knownAnswerVectors(),
    ...validScores(),
    ...scoresFaults(),
    ...multiproofFaults(),
    ...zeroFaults(),
    ...strategyFaults(),
    ...signatureFaults(),
    ...others(),
    ...undecodable(),
    ...precedence(),
    ...olderTree(),
    ...lengthenedOlder(),
    ...shortenedCurrent(),
  ];
  const compact = [...compactVectors(), ...lengthenedCompact()];
  const attestations = attestationVectors();
  const answers = answerVectors(vectors);
  const names = new Set<string>();
  for (const { name } of [...vectors, ...compact, ...attestations, ...answers]) {
    if (names.has(name)) throw new Error(`two vectors are called ${name}`);
    names.add(name);
  }
  const files = new Map([['known-answers.json', writeKnownAnswers(knownAnswers())]]);
  for (const instruction of new Set(vectors.map((vector) => vector.instruction))) {
    const lines = vectors
      .filter((vector) => vector.instruction === instruction)
      .map((vector) => JSON.stringify(vector));
    files.set(`${instruction}.json`, `[\n${lines.join(',\n')}\n]\n`);
  }
  for (const [name, those] of [
    ['compact.json', compact],
    ['attestation.json', attestations],
    ['answers.json', answers],
  ] as const)
    files.set(name, `[\n${those.map((vector) => JSON.stringify(vector)).join(',\n')}\n]\n`);
  return files;
}

/** The list of files and the list of entries, as committed after these files. */
export function publishedFiles(files: ReadonlyMap<string, string>): Map<string, string> {
  const vectors = new Map([...files].filter(([name]) => name !== 'known-answers.json'));
  const read = (name: string) => readFileSync(join(VECTORS_FOLDER, name), 'utf8');
  const { corpus, entries } = publication(vectors, { corpus: read(CORPUS_FILE), entries: read(ENTRIES_FILE) });
  return new Map([
    [CORPUS_FILE, corpus],
    [ENTRIES_FILE, entries],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  scriptArguments('vectors\n\nWrites the corpus of test vectors. Published entries are never changed.', {});
  // Refuses before anything is written.
  for (const [name, content] of publishedFiles(corpusFiles())) writeFileSync(join(VECTORS_FOLDER, name), content);
  for (const [name, content] of corpusFiles()) {
    writeFileSync(join(VECTORS_FOLDER, name), content);
    console.log(`${name}: ${content.split('\n').length - 3} vectors, ${Math.ceil(content.length / 1024)} KiB`);
  }
}
