import { fail, NOT_ENTITLED, RECORD_NOT_FOUND } from 'linesman/error';
import type { Access } from '../auth/index.js';
import { shownFrom } from '../stream/index.js';
import type { HttpPorts } from './context.js';
import type { OddsEntry, Records } from './port/records.js';

/** The records of the leagues and markets that a token may see. */
export function seen<T extends { readonly leagueId: number }>(access: Access, entries: readonly T[]): readonly T[] {
  return entries.filter(({ leagueId }) => access.seesLeague(leagueId));
}

/** How the odds of a token are sampled. */
export const samplingOf =
  (access: Access) =>
  ({ leagueId, market }: OddsEntry): number | null =>
    access.sampling(leagueId, market);

/** Whether any odds of a token are. */
export const isSampled = (access: Access): boolean => access.intervals.some((seconds) => seconds > 0);

/** Whether a token that is sampled may not know of a record at `now` (ms). What it may not see at all counts as its slowest odds. */
function isHidden(entry: OddsEntry, access: Access, now: number): boolean {
  const granted = samplingOf(access)(entry);
  const seconds = granted ?? Math.max(...access.intervals);
  return seconds > 0 && !(entry.suspended && granted !== null) && shownFrom(entry, seconds) > now;
}

/**
 * A single fixture is refused where a list would leave it out. Errors: NOT_ENTITLED. An unknown one is nobody's, and is
 * let through.
 */
export async function checkFixture(access: Access, records: Records, fixtureId: number): Promise<{ known: boolean }> {
  const fixture = await records.fixture(fixtureId);
  if (fixture && !access.seesLeague(fixture.leagueId)) return fail(NOT_ENTITLED);
  return { known: fixture !== undefined };
}

/** The same where an unknown fixture is an error. Errors: NOT_ENTITLED, RECORD_NOT_FOUND. */
export async function checkKnownFixture(access: Access, records: Records, fixtureId: number): Promise<void> {
  const { known } = await checkFixture(access, records, fixtureId);
  if (!known) fail(RECORD_NOT_FOUND, { problem: 'no fixture', fixtureId });
}

/**
 * The odds record of a proof question. Errors: NOT_ENTITLED, RECORD_NOT_FOUND. To those who are sampled one of a
 * running window does not exist; it has no proof before the window is over.
 */
export async function checkOddsMessage(
  access: Access,
  { records, recordTime }: Pick<HttpPorts, 'records' | 'recordTime'>,
  { messageId, ts }: { readonly messageId: string; readonly ts: number },
): Promise<void> {
  const entry = await records.oddsMessage(messageId, ts);
  if (!entry || isHidden(entry, access, recordTime()))
    return fail(RECORD_NOT_FOUND, { problem: 'no odds message', messageId, ts });
  if (samplingOf(access)(entry) === null) fail(NOT_ENTITLED);
}
