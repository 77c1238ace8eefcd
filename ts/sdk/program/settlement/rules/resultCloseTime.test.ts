import { expect, it } from 'vitest';
import { momentAt } from '../../../../../tests/helpers/moments.js';
import { resultCloseTime } from './resultCloseTime.js';

const DAY = 86_400;
const EVENT = 1_783_000_000;

it.each([
  ['180 days after its latest fact', [1, 3, 2], 183],
  ['at the latest 270 days after its event, however late a fact', [1, 100], 270],
  ['180 days after a fact of day 90', [90], 270],
])('a result may be closed %s', (_, days, expected) => {
  const facts = days.map((day) => ({
    key: day,
    present: true,
    value: 1,
    since: momentAt(EVENT + day * DAY),
    current: true,
  }));
  expect(resultCloseTime({ facts, maxTimestamp: EVENT * 1_000 })).toBe(EVENT + expected * DAY);
  // A fraction of a second counts as a whole second.
  expect(resultCloseTime({ facts: facts.slice(-1), maxTimestamp: (EVENT - 300 * DAY) * 1_000 + 1 })).toBe(
    EVENT - 30 * DAY + 1,
  );
});

it('a result is not closed within 90 days of its event, which has confirmed facts that were known long before', () => {
  const facts = [{ key: 1, present: true, value: 1, since: momentAt(EVENT - 100 * DAY), current: true }];
  for (const ms of [0, 1, 999])
    expect(resultCloseTime({ facts, maxTimestamp: EVENT * 1_000 + ms })).toBe(EVENT + 90 * DAY + 1);
});
