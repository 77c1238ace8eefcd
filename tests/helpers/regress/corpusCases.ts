import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sportOfLayout } from '../../../ts/sdk/format/sport.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import type { Proof } from '../../../ts/sdk/proof/proof.js';
import { type Case, caseText } from '../../../ts/sdk/prove/caseFile.js';
import {
  answerFixture,
  answerFixtureBatch,
  answerOdds,
  answerV1,
  answerV2,
  answerV3,
} from '../../../ts/service/edge/answer/answers.js';
import { readCorpus } from '../../vectors/corpus.js';
import { offlineProof } from '../../vectors/offlineProof.js';
import type { Vector } from '../../vectors/vector.js';

const ADDRESSES = { scores: scoresRootsAddress, odds: oddsRootsAddress, fixtures: fixturesRootsAddress };

/**
 * Writes the corpus as cases that are named like their vectors, and returns how many there are. A case has no place for
 * some vectors: those with an altered account, a signature, an older tree, or numbers that no answer can have.
 */
export function writeCorpusCases(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const cases = readCorpus().flatMap((vector) => {
    const text = caseOf(vector);
    return text === undefined ? [] : [[vector.name, text] as const];
  });
  for (const [name, text] of cases) writeFileSync(join(folder, `${name}.case.json`), text);
  return cases.length;
}

function caseOf(vector: Vector): string | undefined {
  const { name, about, sport, tree, v4, roots, expect } = vector;
  const [published, ...more] = Object.entries(roots.slots);
  const isPlain = v4 === null && roots.tamper === null && tree === 'current' && !('skip' in expect.typescript);
  const read = isPlain ? offlineProof(vector) : undefined;
  if (!published || more.length > 0 || !read) return undefined;
  const [slot, root] = published;
  const content: Omit<Case, 'answer'> = {
    name,
    request: { method: 'GET', path: '/api', query: {} },
    roots: {
      program: DEFAULT_ORACLE_PROGRAM_ID,
      address: ADDRESSES[roots.kind](roots.day, DEFAULT_ORACLE_PROGRAM_ID).address,
      epochDay: roots.day,
      slot: Number(slot),
      root,
    },
    rootsMissing: null,
    oracleKey: null,
    sport: (sport === null ? undefined : sportOfLayout(sport)) ?? 'soccer',
    where: null,
    notes: about,
  };
  const answer = answerOf(read.proof);
  return answer && caseText(content, JSON.stringify(answer));
}

function answerOf(proof: Proof): object | undefined {
  switch (proof.kind) {
    case 'odds':
      return answerOdds(proof, 'observed');
    case 'fixture':
      return answerFixture(proof, 'observed');
    case 'fixture-batch':
      return answerFixtureBatch(proof, 'observed');
    case 'stat':
      if (proof.version === 3) return answerV3(proof, 'observed');
      if (proof.version === 2) return answerV2(proof);
      // An answer of version 1 has one event stat root.
      if (proof.version === 1 && proof.leaves.length <= 2) return answerV1({ ...proof, version: 2 });
      return undefined;
  }
}
