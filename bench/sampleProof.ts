import { type Shape, shapedBatch } from '../tests/helpers/scoreline/shape.js';
import { proveStats, proveStatsTogether } from '../ts/records/batch/prove.js';
import { OracleKey } from '../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../ts/sdk/program/account/rootsAccountBytes.js';
import { addressOf } from '../ts/sdk/program/address/address.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import type { StatProof, StatProofV4 } from '../ts/sdk/proof/proof.js';
import { answerV4 } from '../ts/service/edge/answer/answers.js';

/** A slot of a busy evening: 127 fixtures, up to 64 updates of one of them, up to 32 present stats. */
export const TYPICAL: Shape = { statDepth: 5, subDepth: 7, mainDepth: 7 };
/** The deepest tree that the generator builds. */
export const DEEPEST: Shape = { statDepth: 6, subDepth: 13, mainDepth: 9 };

const SPORT = 'us-football';
const START = 1_800_000_000_000;

export interface SampleProofs {
  readonly sport: typeof SPORT;
  /** Two present stats and a zero one. */
  readonly single: StatProof;
  readonly multi: StatProof;
  readonly signed: StatProofV4;
  /** The signed proof as the service answers it. */
  readonly text: string;
  readonly rootsAccount: Uint8Array;
  readonly oracleKey: Uint8Array;
}

export function sampleProofs(shape: Shape): SampleProofs {
  const { batch, fixtureId, seq, present, zero } = shapedBatch({
    ...shape,
    seed: 'bench',
    sport: SPORT,
    slotStart: START,
    status: 100,
  });
  const [a = 0, b = 0] = present;
  const asked = { fixtureId, seq, keys: [a, b, zero[0] ?? 0] };
  const key = new OracleKey(new Uint8Array(32).fill(7));
  const { epochDay, slot } = batch.time;
  const roots = new Map([[slot, batch.tree.root]]);
  const together = proveStatsTogether(batch, asked);
  const text = JSON.stringify(answerV4(together, key, 'described'));
  const signed = parseProof(JSON.parse(text));
  if (signed.kind !== 'stat' || signed.version !== 4) throw new Error('no signed stat proof');
  return {
    sport: SPORT,
    single: proveStats(batch, asked),
    multi: together,
    signed,
    text,
    rootsAccount: rootsAccount('scores', epochDay, roots, addressOf(new Uint8Array(32).fill(5))).data,
    oracleKey: key.publicKey,
  };
}
