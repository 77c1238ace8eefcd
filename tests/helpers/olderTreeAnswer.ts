import { statLeafHash } from '../../ts/sdk/format/scoreStat.js';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import { statKey } from '../../ts/sdk/format/statKey.js';
import { hashPair } from '../../ts/sdk/merkle/hashPair.js';

/** A valid answer of the older tree, which proves k2 = 0: one update with two stats, each a leaf; it is a leaf too. */
export function olderTreeAnswer() {
  const leaf = (key: number, value: number) => statLeafHash({ key: statKey(key), value, period: 4 });
  const [first, second] = [leaf(1, 1), leaf(2, 0)];
  const eventStatRoot = hashPair(first, second);
  const ts = 1_780_000_000_000 as Milliseconds;
  const updateStats = { updateCount: 1, minTimestamp: ts, maxTimestamp: ts };
  return {
    ts,
    statsToProve: [{ key: 2, value: 0, period: 4 }],
    eventStatRoot: [...eventStatRoot],
    summary: { fixtureId: 5, updateStats, eventStatsSubTreeRoot: [...eventStatRoot] },
    statProofs: [[{ hash: [...first], isRightSibling: false }]],
    subTreeProof: [],
    mainTreeProof: [{ hash: [...first], isRightSibling: false }],
  };
}
