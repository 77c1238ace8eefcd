import {
  INVALID_MULTIPROOF,
  LENGTH_MISMATCH,
  PROOF_TOO_LARGE,
  TIME_SLOT_MISMATCH,
  TIMESTAMP_MISMATCH,
  TOO_MANY_STATS,
} from '../error/codes/oracle.js';
import { INVALID_UPDATE_COUNT } from '../error/codes/verifier.js';
import { fail } from '../error/linesmanError.js';
import { type SlotTime, slotTimeOf } from '../format/slotTime.js';
import type { UpdateStats } from '../format/updateStats.js';
import { checkIndices } from '../merkle/multiproof.js';
import { checking, documentPath } from './documentPath.js';
import type { StatProof } from './proof.js';

/** Maximum length of a path or multiproof. */
export const MAX_PATH = 32;
/** Maximum number of stats in a proof. */
export const MAX_STATS = 5;

/**
 * Checks everything about a proof that needs neither hashing nor an account, and returns the slot whose root it has to
 * match.
 *
 * Errors, in this order: TOO_MANY_STATS; TIMESTAMP_MISMATCH for `ts`; PROOF_TOO_LARGE; OVERFLOW for a time;
 * TIME_SLOT_MISMATCH for times in different slots; INVALID_UPDATE_COUNT; LENGTH_MISMATCH for the number of indices;
 * INVALID_MULTIPROOF for the indices or a repeated key.
 */
export function checkStatForm(proof: StatProof): SlotTime {
  const { leaves, summary } = proof;
  const { minTimestamp } = summary.updateStats;
  const most = proof.version === 1 ? 2 : MAX_STATS;
  if (leaves.length < 1 || leaves.length > most) {
    return fail(TOO_MANY_STATS, { stats: leaves.length, most, ...documentPath(leaves) });
  }
  if (proof.ts !== minTimestamp) {
    return fail(TIMESTAMP_MISMATCH, {
      problem: 'not the minimum',
      ts: proof.ts,
      expected: minTimestamp,
      ...documentPath(proof, 'ts'),
    });
  }
  checkLength(proof.fixtureProof, 'fixture proof');
  checkLength(proof.mainTreeProof, 'main tree proof');
  for (const { stat, statProof } of leaves) checkLength(statProof, 'proof', stat.key);
  if (proof.version === 3 || proof.version === 4) checkLength(proof.multiproofHashes, 'multiproof');
  const time = checkUpdateStats(summary.updateStats);
  if (proof.version === 3 || proof.version === 4) checkMultiproofForm(proof);
  return time;
}

function checkMultiproofForm({ leaves, leafIndices }: Extract<StatProof, { version: 3 | 4 }>): void {
  const present = leaves.filter(({ statProof }) => statProof.length === 0).length;
  if (leafIndices.length !== present) {
    fail(LENGTH_MISMATCH, { indices: leafIndices.length, leaves: present, ...documentPath(leafIndices) });
  }
  checking(leafIndices, () => checkIndices(leafIndices));
  checking(leaves, () => checkDistinctKeys(leaves.map(({ stat }) => stat.key)));
}

/**
 * Returns the slot of a summary. Errors: OVERFLOW; TIME_SLOT_MISMATCH unless minimum ≤ maximum in one slot;
 * INVALID_UPDATE_COUNT.
 */
export function checkUpdateStats(updateStats: UpdateStats): SlotTime {
  const { minTimestamp, maxTimestamp } = updateStats;
  const [time, last] = checking(updateStats, () => [slotTimeOf(minTimestamp), slotTimeOf(maxTimestamp)] as const);
  if (minTimestamp > maxTimestamp || last.epochDay !== time.epochDay || last.slot !== time.slot) {
    return fail(TIME_SLOT_MISMATCH, {
      problem: 'several slots',
      minTimestamp,
      maxTimestamp,
      ...documentPath(updateStats),
    });
  }
  checkUpdateCount(updateStats);
  return time;
}

/** Errors: INVALID_UPDATE_COUNT for a count below 1. */
export function checkUpdateCount(updateStats: { readonly updateCount: number }): void {
  const { updateCount } = updateStats;
  if (updateCount < 1) fail(INVALID_UPDATE_COUNT, { updateCount, ...documentPath(updateStats, 'updateCount') });
}

/** Refuses a repeated key, because a strategy could count it twice. Errors: INVALID_MULTIPROOF. */
export function checkDistinctKeys(keys: readonly number[]): void {
  if (new Set(keys).size !== keys.length) fail(INVALID_MULTIPROOF, { problem: 'repeated keys', keys });
}

/** Limits a path, named `what` (of stat `key`) in errors, to 32 nodes. Errors: PROOF_TOO_LARGE. */
export function checkLength(path: { readonly length: number }, what: string, key?: number): void {
  if (path.length <= MAX_PATH) return;
  const of = key === undefined ? {} : { key };
  fail(PROOF_TOO_LARGE, { what, ...of, nodes: path.length, limit: MAX_PATH, ...documentPath(path) });
}
