import { ACCOUNT_NOT_FOUND, isError, ROOT_NOT_AVAILABLE } from '@linesman/sdk/error';
import { equalBytes, MS_PER_DAY, MS_PER_SLOT, type Root, slotTimeOf } from '@linesman/sdk/format';
import { type Address, type Chain, fetchRoots } from '@linesman/sdk/program';
import { checkRootsAccount, dailyRoot } from '@linesman/sdk/proof';
import type { RecordedRoots } from '../stream/streamLine.js';
import type { Timeline } from './timeline.js';

/** The roots of the slots that were recorded in full. */
export interface ComparedRoots {
  readonly equal: number;
  /** Roots that the replay has not published, or published differently. */
  readonly different: readonly { readonly kind: 'scores' | 'odds'; readonly slotStart: number }[];
}

/**
 * Compares the recorded roots of scores and odds with those of a replay's chain. Slots that were recorded only in part
 * are left out. So are fixtures, because lists do not contain their state, and their leaves do. Errors: those of
 * `checkRootsAccount` for a recorded account; those of the chain.
 */
export async function compareRoots(
  { roots, from, end }: Timeline,
  chain: Pick<Chain, 'account'>,
  oracle: Address,
): Promise<ComparedRoots> {
  let equal = 0;
  const different: { kind: 'scores' | 'odds'; slotStart: number }[] = [];
  for (const { kind, epochDay, data } of roots) {
    if (kind === 'fixtures') continue;
    const recorded = new Uint8Array(Buffer.from(data, 'base64'));
    checkRootsAccount(kind, recorded, epochDay);
    const replayed = await accountOf(chain, { kind, epochDay, oracle });
    for (let start = epochDay * MS_PER_DAY; start < (epochDay + 1) * MS_PER_DAY; start += MS_PER_SLOT) {
      if (start < from || start + MS_PER_SLOT > end) continue;
      const expected = rootAt(kind, recorded, start);
      if (expected === null) continue;
      const found = replayed && rootAt(kind, replayed, start);
      if (found && equalBytes(found, expected)) equal++;
      else different.push({ kind, slotStart: start });
    }
  }
  return { equal, different };
}

async function accountOf(
  chain: Pick<Chain, 'account'>,
  question: Parameters<typeof fetchRoots>[1],
): Promise<Uint8Array | null> {
  try {
    return (await fetchRoots(chain, question)).data;
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND)) return null;
    throw error;
  }
}

function rootAt(kind: RecordedRoots['kind'] & ('scores' | 'odds'), account: Uint8Array, start: number): Root | null {
  try {
    return dailyRoot(kind, account, slotTimeOf(start));
  } catch (error) {
    if (isError(error, ROOT_NOT_AVAILABLE)) return null;
    throw error;
  }
}
