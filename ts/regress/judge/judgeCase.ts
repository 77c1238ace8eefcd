import { LinesmanError } from '@linesman/sdk/error';
import { addressOf, compile, ZERO_ADDRESS } from '@linesman/sdk/program';
import { type Proof, parseProof } from '@linesman/sdk/proof';
import type { Case } from '@linesman/sdk/prove';
import type { Engine, Execution, ProgramBytes } from '../engine/engine.js';
import type { OfflineEntry, ProgramEntry } from '../ledger/ledger.js';
import { judgeOffline } from './offline.js';
import { type CaseScene, sceneOf } from './scene.js';

/** The answers of both verifiers about a case. */
export interface Judged {
  readonly root: string | null;
  readonly offline: OfflineEntry;
  readonly program: ProgramEntry;
  /** The runtime's own words when it stopped the program. */
  readonly failure: string | null;
  readonly logs: readonly string[];
}

/** Pays for the transaction whose size is measured. */
const PAYER = addressOf(new Uint8Array(32).fill(250));

const NOT_RUN = { result: 'not run', instruction: null, form: null, units: null, bytes: null } as const;

/**
 * Verifies a case offline and executes it. Broken proofs are results; only a fault of the engine is thrown.
 *
 * @param rootsAccount Bytes of a roots account to use instead of the case's own.
 */
export async function judgeCase(
  one: Case,
  engine: Engine,
  program: ProgramBytes,
  rootsAccount?: Uint8Array,
): Promise<Judged> {
  const root = one.roots?.root ?? null;
  const offline = judgeOffline(one, rootsAccount);
  let proof: Proof;
  let scene: CaseScene;
  try {
    proof = parseProof(one.answer);
    scene = sceneOf(one, proof, program, rootsAccount);
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    return { root, offline, program: { ...NOT_RUN, error: error.number }, failure: null, logs: [] };
  }
  const execution = await engine.execute(scene);
  const { size } = compile(PAYER, scene.instructions, ZERO_ADDRESS);
  return {
    root,
    offline,
    program: {
      result: resultOf(execution),
      error: execution.error,
      instruction: scene.instruction,
      form: scene.form,
      units: execution.units,
      bytes: size,
    },
    failure: execution.failure,
    logs: execution.logs,
  };
}

function resultOf({ verdict, error, isRefusedByPrecompile }: Execution): ProgramEntry['result'] {
  if (isRefusedByPrecompile) return 'precompile';
  if (error !== null) return 'refused';
  return verdict === null ? 'failed' : `${verdict}`;
}
