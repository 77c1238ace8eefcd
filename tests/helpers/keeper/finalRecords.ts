import type { ScorelineRecord } from '../scoreline/scoreline.js';

/** The last record with a status is the final one. */
export function finalOf(records: readonly ScorelineRecord[]): ScorelineRecord {
  const record = records.findLast(({ StatusId }) => StatusId === 100);
  if (!record) throw new Error('the match has no final record');
  return record;
}

/**
 * Makes the slot of a final record so busy, with updates of the same fixture and of others, that a proof of five stats
 * exceeds a transaction.
 */
export function crowd(final: ScorelineRecord): ScorelineRecord[] {
  const each = <T>(make: (i: number) => T): T[] => Array.from({ length: 1_100 }, (_, i) => make(i));
  return [
    ...each((i) => ({ ...final, FixtureId: 20_000_001 + i, Seq: 0, Id: 0 })),
    ...each((i) => ({ ...final, Seq: final.Seq + 1 + i, Id: 30_000 + i })),
  ];
}

/** A record that follows the final one and amends it. */
export const amended = (
  records: readonly ScorelineRecord[],
  after: number,
  stats: Record<number, number>,
): ScorelineRecord => {
  const final = finalOf(records);
  return {
    ...final,
    Seq: Math.max(...records.map(({ Seq }) => Seq)) + 1,
    Ts: final.Ts + after,
    Action: 'action_amend',
    Stats: { ...final.Stats, ...stats },
  };
};
