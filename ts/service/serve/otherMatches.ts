import { setImmediate } from 'node:timers/promises';
import { isError, LinesmanError, RECORD_CONFLICT, SPORT_MISMATCH } from 'linesman/error';
import type { Season, SeasonReader } from 'linesman-season/calendar';
import { type FeedRecord, LEAD, LONGEST_MATCH, pendingScores } from 'linesman-season/calendar';
import type { Ingest } from '../data/ingest/index.js';

/** Whether a record was refused because the store has another match under its number. */
export const isOfOther = (error: LinesmanError): boolean =>
  isError(error, RECORD_CONFLICT) || isError(error, SPORT_MISMATCH);

/**
 * A score of each match from `since` to `now` (ms) whose number belongs to another match in the store, made by an
 * earlier version of the generator. The last stored score shows it; the season's own records are then not stored.
 * Errors: those of the database.
 */
export async function otherMatches(
  season: Season,
  { reader, since, now }: { readonly reader: SeasonReader; readonly since: number; readonly now: number },
  ingest: Pick<Ingest, 'acceptAll' | 'lastScore'>,
  signal?: AbortSignal,
): Promise<FeedRecord[]> {
  const others: FeedRecord[] = [];
  for (let number = season.firstFrom(since - LONGEST_MATCH); season.kickOff(number) - LEAD <= now; number++) {
    if (signal?.aborted) break;
    // Generating a match takes a tenth of a second.
    if (reader.skips(number)) continue;
    const stored = await ingest.lastScore(season.scheduled(number).fixtureId);
    if (stored === undefined) continue;
    const { scores } = season.match(number);
    const own = scores[Math.min(stored, scores.length - 1)];
    if (!own) continue;
    const record = pendingScores(own).toFeed();
    const [answer] = await ingest.acceptAll([record.wire]);
    const differs = answer instanceof LinesmanError && isOfOther(answer);
    if (differs || own.Seq !== stored) others.push(record);
    // Lets the rest of the process run.
    await setImmediate();
  }
  return others;
}
