import type { Client } from 'linesman/client';
import type { RootsKind } from 'linesman/proof';
import { isVisitor, type ShownMatch, shownMatches, stageOf } from '../../shared/shownMatches.js';
import { epochDayOf } from '../../shared/time.js';

interface Slot {
  readonly kind: RootsKind;
  readonly from: number;
  readonly until: number;
}

/** ms for which a match goes on at most, extra time and pauses included. */
const LONGEST = 4 * 3_600_000;

/** Numbers of the matches of which a slot has records, as far as this visitor may know. */
export async function matchesOfSlot(client: Client, slot: Slot, signal: AbortSignal): Promise<readonly number[]> {
  if (!isVisitor() && slot.kind !== 'fixtures') {
    const records = await (slot.kind === 'scores'
      ? client.scores.ofSlot(slot.from, { signal })
      : client.odds.ofSlot(slot.from, { signal }));
    return [...new Set(records.map(({ FixtureId }) => FixtureId))];
  }
  if (slot.kind !== 'scores') return [];
  const days = [...new Set([epochDayOf(slot.from - LONGEST), epochDayOf(slot.from)])];
  const pages = await Promise.all(days.map((epochDay) => shownMatches(client, { epochDay, limit: 200, signal })));
  return pages.flatMap(({ matches }) =>
    matches.filter((match) => mayBeIn(match, slot)).map(({ fixtureId }) => fixtureId),
  );
}

/** Played then. Of one that is not over nobody says how long it goes on. */
function mayBeIn({ startTime, state, latestTs }: ShownMatch, { from, until }: Slot): boolean {
  if (startTime >= until) return false;
  return stageOf(state) === 'over' ? (latestTs ?? 0) >= from : startTime > from - LONGEST;
}
