import { bySport, SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { scriptsOf } from '../../ts/season/course.js';
import { type MatchRecords, matchRecords } from '../../ts/season/matchRecords.js';

export const SEED = 'contract';
export const START = 1_800_000_000_000;

/** One seeded run: every script of every sport; the longest ones with every possible event. */
export function seededRun(): { readonly [S in Sport]: readonly MatchRecords<S>[] } {
  const of = <S extends Sport>(sport: S): MatchRecords<S>[] =>
    scriptsOf(sport).map((script, i) =>
      matchRecords({
        seed: SEED,
        sport,
        script,
        fixtureId: 12_000_000 + 1000 * SPORTS.indexOf(sport) + i,
        startTime: START + i * 3_600_000,
        tempo: 0.15,
        thorough: script === 'extraTime' || script === 'penalties',
      }),
    );
  return bySport(of) as { readonly [S in Sport]: readonly MatchRecords<S>[] };
}
