import { equalBytes, type Root } from '../format/hash.js';
import { MS_PER_DAY } from '../format/slotTime.js';
import type { PublishedSlots, RootsKind } from '../proof/rootsAccount.js';
import { ROOTS_TIMES } from '../proof/rootsPlace.js';
import type { RootsOfDay, RootsSlot } from './roots.js';

/**
 * A root of the service beside the one on chain. `same`; `other`: the chain has another one; `none`: the chain has
 * none; `unknown`: the chain has one, and the service none.
 */
export type RootOnChain = 'same' | 'other' | 'none' | 'unknown';

/** A slot of a day, according to the service and to the chain. Times are Unix ms. */
export interface ComparedRoot {
  readonly from: number;
  readonly until: number;
  /** `null`: the service has no records there. */
  readonly slot: RootsSlot | null;
  /** The root on chain. */
  readonly published: Root | null;
  readonly onChain: RootOnChain;
}

/**
 * Compares every slot of a day with the chain: 288 slots of scores or odds, 24 hours of fixtures, earliest first.
 * `account` is null while nothing of the day is on chain.
 *
 * A slot that is sealed and published between the two requests is `unknown`. To avoid that, ask the service again and
 * pass its second answer as `later`. It counts where the chain has a root that the first answer lacks.
 *
 * @example
 * ```ts
 * import { compareRoots, createClient } from '@linesman/sdk/client';
 * import { publishedSlots } from '@linesman/sdk/proof';
 *
 * declare const rootsAccount: Uint8Array;
 * const day = await createClient({ baseUrl: 'https://oracle.example' }).roots.ofDay(20_643, { kind: 'scores' });
 * const compared = compareRoots('scores', day, publishedSlots(rootsAccount));
 * if (compared.some(({ onChain }) => onChain === 'other')) console.log('The chain has another root.');
 * ```
 */
export function compareRoots(
  kind: RootsKind,
  { epochDay, slots }: RootsOfDay,
  account: PublishedSlots | null,
  later?: RootsOfDay,
): readonly ComparedRoot[] {
  const byStart = (all: readonly RootsSlot[]): ReadonlyMap<number, RootsSlot> =>
    new Map(all.filter((slot) => slot.kind === kind).map((slot) => [slot.from, slot]));
  const [said, saidLater] = [byStart(slots), byStart(later?.slots ?? [])];
  const length = ROOTS_TIMES[kind].slotLength;
  return Array.from({ length: MS_PER_DAY / length }, (_, i) => {
    const from = epochDay * MS_PER_DAY + i * length;
    // An account of fixtures begins with the first day of its window.
    const place = account ? (from - account.epochDay * MS_PER_DAY) / length : 0;
    const published = account?.roots[place] ?? null;
    const first = said.get(from) ?? null;
    const slot = published && !first?.root ? (saidLater.get(from) ?? first) : first;
    return { from, until: from + length, slot, published, onChain: standing(slot?.root ?? null, published) };
  });
}

function standing(said: Uint8Array | null, published: Root | null): RootOnChain {
  if (!published) return 'none';
  if (!said) return 'unknown';
  return equalBytes(said, published) ? 'same' : 'other';
}
