import { MS_PER_DAY, MS_PER_SLOT } from '@linesman/sdk/format';
import { expect, test } from 'vitest';
import { storeSlots } from './storeSlots.js';

const DAY = 20_833;
const START = DAY * MS_PER_DAY;
const LIMIT = 60_000;

test('the state of a slot comes from its batch, its records and the time; an alarm goes before them', async () => {
  const batch = { kind: 'scores', slotStart: START, root: null, metadata: null, alarm: null, publishedAt: null };
  const open = { kind: 'scores', slotStart: START, fixtures: 2, updates: 3 };
  /** The state at some ms after the end of the slot. */
  const stateOf = async (after: number, sealed?: object) => {
    const batches = {
      open: async () => (sealed ? [] : [open]),
      between: async () => (sealed ? [{ ...batch, ...sealed }] : []),
    };
    const slots = storeSlots({ batches, records: {} } as never, { rootLimit: () => LIMIT });
    const found = await slots.ofDay(DAY, ['scores'], START + MS_PER_SLOT + after);
    expect(found).toMatchObject([{ index: 0, from: START, until: START + MS_PER_SLOT }]);
    return found[0]?.state;
  };
  for (const sealed of [undefined, { state: 'frozen' }, { state: 'built' }]) {
    expect(await stateOf(-1, sealed)).toBe('running');
    expect(await stateOf(0, sealed)).toBe('pending');
    expect(await stateOf(LIMIT - 1, sealed)).toBe('pending');
    expect(await stateOf(LIMIT, sealed)).toBe('late');
  }
  expect(await stateOf(LIMIT, { state: 'published', publishedAt: START })).toBe('published');
  // Its transaction was forked away.
  expect(await stateOf(0, { state: 'built', publishedAt: START })).toBe('missing');
  for (const state of ['frozen', 'built', 'published'])
    expect(await stateOf(0, { state, publishedAt: START, alarm: 'other root' })).toBe('alarm');
});
