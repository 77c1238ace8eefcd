import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import { fixturesTimeOf, slotTimeOf } from '../../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import { parseProof } from '../../../ts/sdk/proof/parse.js';
import type { Proof } from '../../../ts/sdk/proof/proof.js';
import { verify } from '../../../ts/sdk/proof/verify.js';
import { type Case, caseText } from '../../../ts/sdk/prove/caseFile.js';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, EXAMPLES), 'utf8');

/** An example case: the name of an answer in `examples/proofs`, and what its proof is asked. */
type Example = readonly [name: string, path: string, where: string | null, sport?: Sport];

const EXAMPLE_CASES: readonly Example[] = [
  ['final-win', '/api/scores/stat-validation', 'k1 - k2 > 0'],
  ['final-win-v3', '/api/scores/stat-validation-v3', null],
  ['final-win-v3-observed', '/api/scores/stat-validation-v3', 'k1 + k2 < 3 and k7 + k8 > 5'],
  ['final-win-v4', '/api/scores/stat-validation-v4', 'k1 - k2 > 0'],
  ['half-time', '/api/scores/stat-validation', null],
  ['all-zero', '/api/scores/stat-validation', null],
  ['basketball', '/api/scores/stat-validation', null, 'basketball'],
  ['odds', '/api/odds/validation', null],
  ['odds-v4', '/api/odds/validation-v4', null],
  ['fixture', '/api/fixtures/validation', null],
  ['fixture-batch', '/api/fixtures/batch-validation', null],
];

export const EXAMPLE_NAMES = EXAMPLE_CASES.map(([name]) => name);

/** The example answers as cases, as `linesman record` would have written them. */
export const exampleCases = (): ReadonlyMap<string, string> =>
  new Map(
    EXAMPLE_CASES.map(([name, path, where, sport = 'soccer']) => {
      const answer = textOf(`proofs/${name}.json`);
      const proof = parseProof(answer);
      const content: Omit<Case, 'answer'> = {
        name,
        request: { method: 'GET', path, query: {} },
        roots: rootsFor(proof, sport),
        rootsMissing: null,
        oracleKey: 'version' in proof && proof.version === 4 ? textOf('oracle-key.txt').trim() : null,
        sport,
        where,
        notes: 'An example answer.',
      };
      return [name, caseText(content, answer)];
    }),
  );

/** Writes the example cases into a folder. */
export function writeExampleCases(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of exampleCases()) writeFileSync(join(folder, `${name}.case.json`), text);
}

/** The root that the proof leads to, at the place where the example oracle publishes it. */
function rootsFor(proof: Proof, sport: Sport): Case['roots'] {
  const program = DEFAULT_ORACLE_PROGRAM_ID;
  const root = bytesToHex(verify(proof, { sport }).mainRoot);
  if (proof.kind === 'stat' || proof.kind === 'odds') {
    const { epochDay, slot } = slotTimeOf(
      proof.kind === 'stat' ? proof.summary.updateStats.minTimestamp : proof.odds.ts,
    );
    const address = (proof.kind === 'stat' ? scoresRootsAddress : oddsRootsAddress)(epochDay, program).address;
    return { program, address, epochDay, slot, root };
  }
  const at = proof.kind === 'fixture' ? proof.snapshot.ts : proof.metadata.overallBatchStartTs;
  const { window, index } = fixturesTimeOf(at);
  return { program, address: fixturesRootsAddress(window, program).address, epochDay: window, slot: index, root };
}
