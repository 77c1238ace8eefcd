import type { RootsKind } from '../../proof/rootsAccount.js';
import { ROOTS_TIMES } from '../../proof/rootsPlace.js';
import type { Address } from '../address/address.js';
import { decodeLandedInstruction } from '../decodeLandedInstruction.js';
import type { LandedTransaction } from '../rpcNode.js';

/** A root that was published with a signature besides that of the publisher, which only a late one needs. */
export interface LateRoot {
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first of the ten days. */
  readonly period: number;
  /** 5-minute slot of the day; for fixtures, hour of the ten days. */
  readonly slot: number;
  /** Unix seconds of its block; null when the node does not know it. */
  readonly at: number | null;
}

const KINDS: Readonly<Record<string, RootsKind>> = {
  insert_scores_root: 'scores',
  insert_batch_root: 'odds',
  insert_fixtures_root: 'fixtures',
};

/** The accounts of these instructions, behind which the admin signs. */
const ACCOUNTS = 4;
/** In time by any bound: so many seconds before and after the end of a slot. Other times of a node may be wrong. */
const IN_TIME = { before: 30, after: 600 };

/**
 * The late roots that a transaction published with its own calls of an oracle program, read from the instructions,
 * which the log may lack. A root that was there already, and is published again with the admin, counts as well.
 *
 * @example
 * ```ts
 * import { type LandedTransaction, LOCALNET_PROGRAM_IDS, lateRootsIn } from '@linesman/sdk/program';
 *
 * declare const transaction: LandedTransaction;
 * const late = lateRootsIn(transaction, LOCALNET_PROGRAM_IDS.oracle);
 * for (const { kind, period, slot } of late) console.log(kind, period, slot);
 * ```
 */
export function lateRootsIn({ instructions, signers, blockTime: at }: LandedTransaction, oracle: Address): LateRoot[] {
  return instructions.flatMap((instruction) => {
    const further = instruction.accounts[ACCOUNTS];
    if (instruction.programAddress !== oracle || !further || !signers.includes(further)) return [];
    const decoded = decodeLandedInstruction(instruction);
    const kind = KINDS[decoded?.name ?? ''];
    if (!decoded || !kind) return [];
    const { epochDay: period, hourOfDay = 0, minuteOfHour = 0, index } = decoded.args as Place;
    const slot = index === undefined ? 12 * hourOfDay + Math.floor(minuteOfHour / 5) : Number(index);
    const end = 86_400 * period + ((slot + 1) * ROOTS_TIMES[kind].slotLength) / 1_000;
    const isInTime = at !== null && at >= end - IN_TIME.before && at <= end + IN_TIME.after;
    return isInTime ? [] : [{ kind, period, slot, at }];
  });
}

interface Place {
  readonly epochDay: number;
  readonly hourOfDay?: number;
  readonly minuteOfHour?: number;
  readonly index?: bigint;
}
