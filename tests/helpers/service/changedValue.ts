import type { Random } from '../../../ts/season/random.js';

const VALUES = [null, 0, -1, 0.5, 2 ** 31, 2 ** 53, '', 'x', true, [], [1], {}, { a: 1 }, Number.NaN, -0];
const NAMES = ['constructor', '__proto__', 'x', '1', '01', '100000', 'FixtureId'];

/** The value with one change somewhere inside. */
export function changed(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.onceIn(6)) return random.pick(VALUES);
  if (Array.isArray(value)) {
    const at = random.below(value.length + 1);
    return [...value.slice(0, at), changed(value[at], random), ...value.slice(at + 1)];
  }
  const entries = Object.entries(value);
  const at = random.below(entries.length + 2);
  const entry = entries[at];
  if (!entry) return Object.fromEntries([...entries, [random.pick(NAMES), random.pick(VALUES)]]);
  if (random.onceIn(4)) return Object.fromEntries(entries.filter((_, i) => i !== at));
  return Object.fromEntries(entries.map(([name, inner], i) => [name, i === at ? changed(inner, random) : inner]));
}
