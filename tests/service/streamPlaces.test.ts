import { expect, test } from 'vitest';
import { StreamPlaces } from '../../ts/service/roots/archive/streamPlaces.js';

const SLOT = 300_000;
const record = (
  slot: number,
  streamIndex: number,
  messageId: string | null,
  kind: 'odds' | 'scores' = 'odds',
  ts = 5,
) => ({
  kind,
  streamSlot: slot * SLOT,
  streamIndex,
  messageId,
  ts,
});

test('a position is taken once per kind, and a message id once per time', () => {
  const places = new StreamPlaces();
  expect(places.take(record(1, 0, 'a'))).toBe(true);
  expect(places.take(record(1, 0, null, 'scores'))).toBe(true);
  expect(places.take(record(1, 1, 'b'))).toBe(true);
  expect(places.take(record(2, 0, 'c'))).toBe(true);
  expect(places.take(record(1, 0, 'd'))).toBe(false);
  expect(places.take(record(1, 0, null, 'scores'))).toBe(false);
  expect(places.take(record(3, 0, 'a'))).toBe(false);
  expect(places.take(record(3, 1, 'a', 'odds', 6))).toBe(true);
  expect(places.take(record(3, 2, 'a', 'odds', 6))).toBe(false);
  // A refusal for one of the two has taken the other.
  expect(places.take(record(4, 0, 'd'))).toBe(false);
  expect(places.take(record(3, 0, 'e'))).toBe(false);
});

test('each set holds only a small part of a day', () => {
  const most = 150;
  class SmallSet<T> extends Set<T> {
    override add(value: T): this {
      if (this.size >= most && !this.has(value)) throw new RangeError('Set maximum size exceeded');
      return super.add(value);
    }
  }
  const places = new StreamPlaces(() => new SmallSet());
  const perSlot = 140;
  let count = 0;
  for (let slot = 0; slot < 150; slot++)
    for (let index = 0; index < perSlot; index++)
      expect(places.take(record(slot, index, `${String(count++).padStart(10, '0')}:00003:000000-7001-stab`))).toBe(
        true,
      );
  expect(count).toBeGreaterThan(100 * most);
  expect(places.take(record(7, 7, null))).toBe(false);
});
