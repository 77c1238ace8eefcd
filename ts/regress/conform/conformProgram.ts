import { readFileSync } from 'node:fs';
import { fail, PROGRAM_NOT_USABLE } from '@linesman/sdk/error';
import type { Execution, ProgramBytes } from '../engine/engine.js';
import { openEngine } from '../engine/openEngine.js';
import { CORPUS } from '../shippedFiles.js';
import type { Conformance, Miss } from './conform.js';
import { readVectors, versionOf } from './corpus.js';
import { ruleOfVector } from './rules.js';
import type { Result, Vector } from './vector.js';
import { sceneOfVector } from './vectorScene.js';

/** By how much another build may differ from the ledger of compute units, as a share. */
export const UNITS_TOLERANCE = 0.02;

/** Anchor: the program is called at another address than it declares. */
const DECLARED_PROGRAM_ID_MISMATCH = 4100;
const UNSEEN = 'a precompile refuses the transaction before the program runs';

/** The compute units of a valid entry of the corpus. */
export interface UnitsOfEntry {
  readonly name: string;
  readonly units: number;
  readonly recorded: number;
  /** What the program takes more than recorded, as a share: 0.01 is 1 %. */
  readonly change: number;
}

export interface ProgramConformance extends Conformance {
  /** The entries in the ledger with the right result, those furthest from it first. */
  readonly units: readonly UnitsOfEntry[];
}

/**
 * Executes every entry of the corpus with a build of the oracle program, in LiteSVM. Errors: ENGINE_NOT_INSTALLED;
 * PROGRAM_NOT_USABLE when the runtime refuses the program, or the program its address.
 */
export async function conformProgram(
  program: ProgramBytes,
  onProgress?: (asked: number, of: number) => void,
): Promise<ProgramConformance> {
  const engine = await openEngine('litesvm', program);
  const ledger = readLedger();
  const vectors = readVectors();
  const misses: Miss[] = [];
  const units: UnitsOfEntry[] = [];
  let unseen = 0;
  for (const [i, vector] of vectors.entries()) {
    const ran = await engine.execute(sceneOfVector(vector, program.programId));
    const recorded = ledger.get(vector.name);
    if (ran.error === DECLARED_PROGRAM_ID_MISMATCH)
      fail(PROGRAM_NOT_USABLE, { problem: 'other address', from: program.from, programId: program.programId });
    if (ran.isRefusedByPrecompile) unseen++;
    else if (!isRight(ran, vector.expect.bankrun)) misses.push(missOf(vector, ran));
    else if (recorded !== undefined && ran.units !== null)
      units.push({ name: vector.name, units: ran.units, recorded, change: ran.units / recorded - 1 });
    onProgress?.(i + 1, vectors.length);
  }
  units.sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  return { version: versionOf(), asked: vectors.length - unseen, misses, leftOut: new Map([[UNSEEN, unseen]]), units };
}

/** The entries whose compute units differ from the ledger by more than the tolerance. */
export const outsideLedger = ({ units }: Pick<ProgramConformance, 'units'>): readonly UnitsOfEntry[] =>
  units.filter(({ change }) => Math.abs(change) > UNITS_TOLERANCE);

/** The recorded compute units of the valid entries of the corpus, by name. */
function readLedger(): ReadonlyMap<string, number> {
  const rows = JSON.parse(readFileSync(new URL('compute-units.json', CORPUS), 'utf8')) as readonly {
    readonly vector: string;
    readonly instruction: string;
    readonly computeUnits: number;
  }[];
  // The rest is of the verifier alone, in another program.
  const ofProgram = rows.filter(({ instruction }) => instruction !== 'embedded');
  return new Map(ofProgram.map(({ vector, computeUnits }) => [vector, computeUnits]));
}

const isRight = ({ verdict, error }: Execution, expected: Result): boolean =>
  'error' in expected ? error === expected.error : 'verdict' in expected && verdict === expected.verdict;

function missOf({ name, class: of, about, expect: { bankrun } }: Vector, ran: Execution): Miss {
  const number = 'error' in bankrun ? bankrun.error : null;
  const verdict = 'verdict' in bankrun ? bankrun.verdict : null;
  const said = (one: Pick<Execution, 'verdict' | 'error' | 'failure'>): string =>
    one.failure ?? (one.error === null ? `valid, ${one.verdict}` : `invalid (${one.error})`);
  const expected = said({ verdict, error: number, failure: null });
  return { name, class: of, rule: ruleOfVector(name, number ?? undefined), about, expected, answered: said(ran) };
}
