import { describe, expect, it } from 'vitest';
import { milliseconds } from '../../ts/sdk/format/slotTime.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import type { FinalityPolicy } from '../../ts/sdk/program/finalityPolicy.js';
import { earliestDecision } from '../../ts/sdk/program/settlement/rules/earliestDecision.js';
import { periodDecides } from '../../ts/sdk/program/settlement/rules/finality.js';
import { scriptsOf } from '../../ts/season/course.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';

/**
 * The table of `earliestDecision`, measured: no match of any course is decided before it, even where the slot of the
 * deciding record begins five minutes earlier.
 */

const SLOT = 5 * 60_000;
const START = milliseconds(Date.UTC(2026, 8, 19, 15));
const POLICIES: readonly FinalityPolicy[] = ['finalised', 'regular-time', 'half-time', 'signed-final'];
/** Of the first half, so that every policy takes it. */
const KEYS = [1001];

interface Timed {
  readonly ts: number;
  readonly status: number | null | undefined;
}

/** Time of the first record that the policy accepts. */
const decidedAt = (records: readonly Timed[], sport: Sport, finality: FinalityPolicy): number | undefined =>
  records.find(({ status }) => status != null && periodDecides({ sport, finality, statKeys: KEYS }, status))?.ts;

describe.each(SPORTS)('%s', (sport) => {
  it('made up: is decided when a slot can show it at the earliest, and not an hour later', () => {
    const matches = scriptsOf(sport).flatMap((script) =>
      Array.from({ length: 12 }, (_, i) => {
        const options = { seed: `least ${i}`, sport, fixtureId: 1_000 + i, startTime: START, script, tempo: 0.1 };
        return matchRecords(options).scores.map(({ Ts, StatusId }) => ({ ts: Ts, status: StatusId }));
      }),
    );
    for (const finality of POLICIES) {
      const times = matches.flatMap((records) => decidedAt(records, sport, finality) ?? []);
      const table = 1_000 * earliestDecision({ sport, finality }, START);
      expect(times.length).toBeGreaterThan(20);
      const least = Math.min(...times) - SLOT;
      expect([finality, least - table >= 0, least - table < 20 * 60_000]).toEqual([finality, true, true]);
    }
  });
});

it.skipIf(!hasRecordings)('recorded matches of soccer are decided after it', () => {
  const HALF = 2;
  for (const file of recordedNames('batches')) {
    const { fields, records } = recorded('batches', file) as {
      readonly fields: readonly string[];
      readonly records: readonly (readonly (number | null)[])[];
    };
    const [ts, status] = [fields.indexOf('ts'), fields.indexOf('statusId')];
    const timed = records.map((record) => ({ ts: record[ts] ?? 0, status: record[status] }));
    // Play never begins before the start that was announced.
    const begun = timed.find((record) => record.status === HALF)?.ts ?? 0;
    for (const finality of POLICIES) {
      const table = 1_000 * earliestDecision({ sport: 'soccer', finality }, milliseconds(begun));
      expect([file, finality, (decidedAt(timed, 'soccer', finality) ?? 0) - SLOT >= table]).toEqual([
        file,
        finality,
        true,
      ]);
    }
  }
});
