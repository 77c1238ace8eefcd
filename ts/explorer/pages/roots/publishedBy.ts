import { MS_PER_DAY } from '@linesman/sdk/format';
import {
  type Address,
  decodeLandedInstruction,
  firstDayOf,
  type LandedInstruction,
  type LandedTransaction,
  lateRootsIn,
} from '@linesman/sdk/program';
import { ROOTS_TIMES, type RootsKind } from '@linesman/sdk/proof';
import type { FetchNode } from '@linesman/sdk/rpc';

export interface PublishedRoot {
  readonly kind: RootsKind;
  /** Start of its slot, Unix ms. */
  readonly from: number;
  /** When the service saw it on chain; null if it did not. */
  readonly publishedAt: number | null;
  /** The roots account that it is in. */
  readonly account: Address;
  readonly oracle: Address;
}

export interface Publication {
  readonly signature: string;
  /** Whether it came after the bound for late roots, with the signature of the admin. */
  readonly isLate: boolean;
}

/** Transactions that are read before the search ends. */
const MOST = 12;

/**
 * The transaction that put a root on chain; null if the node lists none near the time. The node lists
 * every transaction that wrote the account. Those near the time are read first, and their instructions contain the
 * roots.
 */
export async function publishedBy(
  node: Pick<FetchNode, 'signaturesOf' | 'transaction'>,
  root: PublishedRoot,
): Promise<Publication | null> {
  const listed = (await node.signaturesOf(root.account)).filter(({ failed }) => !failed);
  const expected = (root.publishedAt ?? root.from + ROOTS_TIMES[root.kind].slotLength) / 1_000;
  const away = ({ blockTime }: (typeof listed)[number]): number => Math.abs((blockTime ?? 0) - expected);
  for (const { signature } of listed.toSorted((a, b) => away(a) - away(b)).slice(0, MOST)) {
    const transaction = await node.transaction(signature);
    if (transaction?.instructions.some((one) => one.programAddress === root.oracle && isOf(one, root)))
      return { signature, isLate: isLate(transaction, root) };
  }
  return null;
}

const isLate = (transaction: LandedTransaction, { kind, from, oracle }: PublishedRoot): boolean => {
  const { epochDay, index } = ROOTS_TIMES[kind].placeAt(from);
  return lateRootsIn(transaction, oracle).some(
    (root) => root.kind === kind && root.period === epochDay && root.slot === index,
  );
};

/** Whether an instruction writes the place of this root in its account. */
function isOf(instruction: LandedInstruction, { kind, from, account }: PublishedRoot): boolean {
  const decoded = decodeLandedInstruction(instruction);
  if (!decoded || !/^insert_\w+_root$/.test(decoded.name) || !instruction.accounts.includes(account)) return false;
  const { epochDay, hourOfDay, minuteOfHour, index } = decoded.args as Place;
  const day = Math.floor(from / MS_PER_DAY);
  if (epochDay !== firstDayOf(kind, day)) return false;
  const minutes = Math.floor(from / 60_000) % 1_440;
  if (index !== undefined) return Number(index) === (day - epochDay) * 24 + Math.floor(minutes / 60);
  return hourOfDay === Math.floor(minutes / 60) && minuteOfHour === minutes % 60;
}

interface Place {
  readonly epochDay: number;
  readonly hourOfDay?: number;
  readonly minuteOfHour?: number;
  readonly index?: bigint | number;
}
