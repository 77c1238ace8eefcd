import { expect, test } from 'vitest';
import { checkOddsMessage } from './seen.js';

const SECOND = 1_800_000_000_000;
const entry = { leagueId: 7, market: 'WINNER', suspended: false, acceptedAt: SECOND + 100 };

/** The error for a record of the league, to somebody with this sampling. */
function refusal(granted: number | null, now: number, { suspended = false, slowest = granted ?? 0 } = {}) {
  const records = { oddsMessage: async () => ({ ...entry, suspended }) };
  const access = { intervals: [0, slowest], sampling: () => granted };
  const asked = { messageId: 'a', ts: 1 };
  return checkOddsMessage(access as never, { records, recordTime: () => now } as never, asked).then(
    () => null,
    ({ number }: { number: number }) => number,
  );
}

test('odds of an open window do not exist for whom they are sampled, from one second on', async () => {
  const [NOT_FOUND, NOT_ENTITLED] = [7064, 7063];
  expect(await refusal(0, SECOND + 100)).toBeNull();
  for (const seconds of [1, 60]) {
    const end = SECOND + 1000 * seconds;
    expect(await refusal(seconds, end - 1)).toBe(NOT_FOUND);
    expect(await refusal(seconds, end)).toBeNull();
    // A suspension is shown at once, and to nobody without access earlier than to anybody else.
    expect(await refusal(seconds, end - 1, { suspended: true })).toBeNull();
    expect(await refusal(null, end - 1, { suspended: true, slowest: seconds })).toBe(NOT_FOUND);
    expect(await refusal(null, end, { slowest: seconds })).toBe(NOT_ENTITLED);
  }
});
