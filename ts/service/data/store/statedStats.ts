import { type Stats, wrongSum } from '@linesman/records';
import { errorOf, LinesmanError, STAT_KEYS_DIFFER, STAT_KEYS_FIXED, SUMS_DIFFER } from '@linesman/sdk/error';
import { bySport, keysOfSport, type Sport } from '@linesman/sdk/format';
import type { Tables } from './tables.js';

/** The stats that the source of a fixture states. No other can be proven, neither as a value nor as zero. */
export interface StatedStats {
  /** Decimal stat keys, ascending, with commas between them. */
  readonly keys: string;
  /** Whether a record with stats is stored: from then on the keys never change. */
  readonly isFixed: boolean;
  /** Whether a stored record has a total that differs from the sum of its parts. */
  readonly sumsDiffer: boolean;
}

/** A score record, as far as its stats matter. */
export interface StatingRecord {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly stats: Stats;
  /** Whether a total may differ from the sum of its parts. */
  readonly acceptsSums: boolean;
}

/** What the source states, with this record. Errors, returned: STAT_KEYS_DIFFER; SUMS_DIFFER. */
export function statedWithRecord(
  before: StatedStats | undefined,
  { fixtureId, sport, stats, acceptsSums }: StatingRecord,
): StatedStats | undefined | LinesmanError {
  // Objects list keys that are indices in ascending order.
  const given = Object.keys(stats);
  if (given.length === 0) return before;
  const keys = given.join();
  if (before && before.keys !== keys) {
    const known = before.keys.split(',');
    const key = Number([...given, ...known].find((one) => !given.includes(one) || !known.includes(one)));
    return errorOf(STAT_KEYS_DIFFER, { path: '$.Stats', fixtureId, key });
  }
  const wrong = wrongSum(sport, stats);
  if (wrong && !acceptsSums) {
    const { total, ...sum } = wrong;
    return errorOf(SUMS_DIFFER, { path: `$.Stats.${total}`, fixtureId, ...sum });
  }
  const sumsDiffer = before?.sumsDiffer === true || wrong !== undefined;
  return before?.isFixed && before.sumsDiffer === sumsDiffer ? before : { keys, isFixed: true, sumsDiffer };
}

/**
 * What the source states, with these records of its fixture from an archive: their totals were accepted before. Errors:
 * STAT_KEYS_DIFFER.
 */
export function statedWithArchive(
  before: StatedStats | undefined,
  { fixtureId, sport }: Pick<StatingRecord, 'fixtureId' | 'sport'>,
  records: readonly { readonly fixtureId: number; readonly json: string }[],
): StatedStats | undefined {
  let stated = before;
  for (const { json } of records.filter((one) => one.fixtureId === fixtureId)) {
    const { Stats: stats } = JSON.parse(json) as { readonly Stats: Stats };
    const next = statedWithRecord(stated, { fixtureId, sport, stats, acceptsSums: true });
    if (next instanceof LinesmanError) throw next;
    stated = next;
  }
  return stated;
}

/** What the source states, with a fixture record that declares it; `null` if it does not. Errors: STAT_KEYS_FIXED. */
export function statedWithFixture(
  before: StatedStats | undefined,
  fixtureId: number,
  declared: string | null,
): StatedStats | undefined | LinesmanError {
  if (declared === null || declared === before?.keys) return before;
  if (before === undefined) return { keys: declared, isFixed: false, sumsDiffer: false };
  const known = before.keys.split(',');
  const isNarrower = declared.split(',').every((key) => known.includes(key));
  if (isNarrower && !before.isFixed) return { ...before, keys: declared };
  return errorOf(STAT_KEYS_FIXED, { path: '$.StatKeys', fixtureId });
}

/** `StatKeys` of a valid fixture record in the form of `StatedStats`; `null` without one. */
export function declaredKeys({ StatKeys }: { readonly StatKeys?: unknown }): string | null {
  return Array.isArray(StatKeys) ? [...StatKeys].sort((a, b) => a - b).join() : null;
}

const EVERY = bySport((sport) => keysOfSport(sport).join());

/** The keys as answers show them; `all`: every key of the sport. */
export const shownKeys = (keys: string, sport: Sport): readonly number[] | 'all' =>
  keys === EVERY[sport] ? 'all' : keys.split(',').map(Number);

/** What the source states, with the fixture record of an archive, whose declarations were accepted before. */
export function statedInArchive(before: StatedStats | undefined, json: string): StatedStats | undefined {
  const keys = before?.isFixed ? null : declaredKeys(JSON.parse(json));
  return keys === null ? before : { isFixed: false, sumsDiffer: false, ...before, keys };
}

/** The columns of a fixture that hold it. */
type StatedRow = Pick<Tables['fixture'], 'stat_keys' | 'stats_fixed' | 'sums_differ'>;

export const statedOfRow = ({ stat_keys: keys, stats_fixed, sums_differ }: StatedRow): StatedStats | undefined =>
  keys === null ? undefined : { keys, isFixed: stats_fixed, sumsDiffer: sums_differ };

export const rowOfStated = (stated: StatedStats | undefined): StatedRow => ({
  stat_keys: stated?.keys ?? null,
  stats_fixed: stated?.isFixed ?? false,
  sums_differ: stated?.sumsDiffer ?? false,
});
