import type { Client } from '@linesman/sdk/client';
import type { RootsKind } from '@linesman/sdk/proof';
import { isVisitor, type ShownMatch, shownMatches, stageOf } from '../../shared/shownMatches.js';
import { epochDayOf } from '../../shared/time.js';

interface Slot {
  readonly kind: RootsKind;
  readonly from: number;
  readonly until: number;
}

/** The longest duration of a match in ms, including extra time and pauses. */
const LONGEST = 4 * 3_600_000;

/** Numbers of the matches with records in a slot, as far as this visitor may see them. */
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

/** Whether it was played then. The end of a match that is not over is unknown. */
function mayBeIn({ startTime, state, latestTs }: ShownMatch, { from, until }: Slot): boolean {
  if (startTime >= until) return false;
  return stageOf(state) === 'over' ? (latestTs ?? 0) >= from : startTime > from - LONGEST;
}
