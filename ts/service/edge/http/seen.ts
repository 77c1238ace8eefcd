import { fail, NOT_ENTITLED, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { filtered, type Pages } from '../answer/pages.js';
import type { OddsEntry, Records } from '../answer/records.js';
import type { Access } from '../auth/access.js';
import { sampledPages, shownFrom } from '../stream/sampling.js';
import type { HttpPorts } from './context.js';

/** The entries in leagues that a token may see. */
export function seen<T extends { readonly leagueId: number }>(access: Access, entries: Pages<T>): Pages<T> {
  return filtered(entries, ({ leagueId }) => access.seesLeague(leagueId));
}

/** The odds that a token may see, sampled. `read` reads the list, on request the latest first. */
export function seenOdds(
  access: Access,
  read: (latestFirst: boolean) => Pages<OddsEntry>,
  now: number,
): Pages<OddsEntry> {
  const granted = samplingOf(access);
  return isSampled(access)
    ? sampledPages(read, granted, now)
    : filtered(read(false), (entry) => granted(entry) !== null);
}

/** The sampling of a token's odds. */
export const samplingOf =
  (access: Access) =>
  ({ leagueId, market }: OddsEntry): number | null =>
    access.sampling(leagueId, market);

/** Whether any of a token's odds are sampled. */
export const isSampled = (access: Access): boolean => access.intervals.some((seconds) => seconds > 0);

/**
 * Whether sampling hides a record from a token at `now` (ms). A record that it may not see at all counts as its slowest
 * odds.
 */
function isHidden(entry: OddsEntry, access: Access, now: number): boolean {
  const granted = samplingOf(access)(entry);
  const seconds = granted ?? Math.max(...access.intervals);
  return seconds > 0 && !(entry.suspended && granted !== null) && shownFrom(entry, seconds) > now;
}

/** Refuses a request for a single fixture that a list would skip. Unknown fixtures pass. Errors: NOT_ENTITLED. */
export async function checkFixture(access: Access, records: Records, fixtureId: number): Promise<{ known: boolean }> {
  const fixture = await records.fixture(fixtureId);
  if (fixture && !access.seesLeague(fixture.leagueId)) return fail(NOT_ENTITLED);
  return { known: fixture !== undefined };
}

/** Like `checkFixture`, but refuses unknown fixtures. Errors: NOT_ENTITLED, RECORD_NOT_FOUND. */
export async function checkKnownFixture(access: Access, records: Records, fixtureId: number): Promise<void> {
  const { known } = await checkFixture(access, records, fixtureId);
  if (!known) fail(RECORD_NOT_FOUND, { problem: 'no fixture', fixtureId });
}

/**
 * Checks the odds record of a proof request. For sampled callers a record in an open window does not exist; it has no
 * proof before the window ends anyway. Errors: NOT_ENTITLED, RECORD_NOT_FOUND.
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
