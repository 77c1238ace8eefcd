import { fail, listed } from '../error/index.js';
import { type SlotTime, slotTimeOf, type UpdateStats } from '../format/index.js';
import { checkIndices } from '../merkle/index.js';
import { checking, placeOf } from './place.js';
import type { StatProof } from './proof.js';

/** Most nodes of one path, and most hashes of a multiproof. */
export const MAX_PATH = 32;
/** Most stats of one proof. */
export const MAX_STATS = 5;

/**
 * Everything that needs neither hashing nor an account; gives the slot that the root has to be of.
 *
 * Errors, in this order: 6069 number of stats, 6010 time argument, 6062 lengths, 6027 times, 6005 times not of one slot, 6100 update
 * count, 6075 number of indices, 6076 indices or repeated keys.
 */
export function checkStatForm(proof: StatProof): SlotTime {
  const { leaves, summary } = proof;
  const { minTimestamp } = summary.updateStats;
  const most = proof.version === 1 ? 2 : MAX_STATS;
  if (leaves.length < 1 || leaves.length > most) {
    return fail(6069, {
      message: `The proof is of ${leaves.length} stats, not of 1 to ${most}.`,
      stats: leaves.length,
      ...placeOf(leaves),
    });
  }
  if (proof.ts !== minTimestamp) {
    return fail(6010, {
      message: `The time ${proof.ts} is not the summary's minimum ${minTimestamp}.`,
      ts: proof.ts,
      ...placeOf(proof, 'ts'),
    });
  }
  checkLength(proof.fixtureProof, 'The fixture proof');
  checkLength(proof.mainTreeProof, 'The main tree proof');
  for (const { stat, statProof } of leaves) checkLength(statProof, `The proof of stat ${stat.key}`);
  if (proof.version === 3 || proof.version === 4) checkLength(proof.multiproofHashes, 'The multiproof');
  const time = checkUpdateStats(summary.updateStats);
  if (proof.version === 3 || proof.version === 4) checkMultiproofForm(proof);
  return time;
}

function checkMultiproofForm({ leaves, leafIndices }: Extract<StatProof, { version: 3 | 4 }>): void {
  const present = leaves.filter(({ statProof }) => statProof.length === 0).length;
  if (leafIndices.length !== present) {
    fail(6075, {
      message: `The multiproof has ${leafIndices.length} indices for ${present} present leaves.`,
      ...placeOf(leafIndices),
    });
  }
  checking(leafIndices, () => checkIndices(leafIndices));
  checking(leaves, () => checkDistinctKeys(leaves.map(({ stat }) => stat.key)));
}

/** The slot of the times. Errors: 6027 times, 6005 not in order and of one slot, 6100 update count. */
export function checkUpdateStats(updateStats: UpdateStats): SlotTime {
  const { minTimestamp, maxTimestamp } = updateStats;
  const [time, last] = checking(updateStats, () => [slotTimeOf(minTimestamp), slotTimeOf(maxTimestamp)] as const);
  if (minTimestamp > maxTimestamp || last.epochDay !== time.epochDay || last.slot !== time.slot) {
    return fail(6005, {
      message: `The times ${minTimestamp} to ${maxTimestamp} are not in order and of one slot.`,
      ...placeOf(updateStats),
    });
  }
  checkUpdateCount(updateStats);
  return time;
}

/** 6100 without an update. */
export function checkUpdateCount(updateStats: { readonly updateCount: number }): void {
  const { updateCount } = updateStats;
  if (updateCount < 1) {
    const place = placeOf(updateStats, 'updateCount');
    fail(6100, { message: `The update count is ${updateCount}.`, updateCount, ...place });
  }
}

/** 6076: one stat under two leaves would let a strategy count it twice. */
export function checkDistinctKeys(keys: readonly number[]): void {
  if (new Set(keys).size !== keys.length) fail(6076, { message: `The stat keys ${listed(keys)} repeat.`, keys });
}

/** 6062 beyond 32 nodes. */
export function checkLength(path: { readonly length: number }, what: string): void {
  if (path.length > MAX_PATH)
    fail(6062, { message: `${what} has ${path.length} nodes, more than ${MAX_PATH}.`, ...placeOf(path) });
}
