import { fail } from '../../error/index.js';
import type { Access } from '../auth/index.js';
import type { OddsEntry, Records } from './port/records.js';

/** The records of the leagues and markets that a token may see. */
export function seen<T extends { readonly leagueId: number }>(access: Access, entries: readonly T[]): readonly T[] {
  return entries.filter(({ leagueId }) => access.seesLeague(leagueId));
}

/** Those of odds, not sampled. */
export function seenOdds(access: Access, entries: readonly OddsEntry[]): readonly OddsEntry[] {
  return entries.filter((entry) => samplingOf(access)(entry) !== null);
}

/** How the odds of a token are sampled. */
export const samplingOf =
  (access: Access) =>
  ({ leagueId, market }: OddsEntry): number | null =>
    access.sampling(leagueId, market);

/** A single fixture is refused where a list would leave it out. Errors: 7063. An unknown one is nobody's, and is let through. */
export async function checkFixture(access: Access, records: Records, fixtureId: number): Promise<{ known: boolean }> {
  const fixture = await records.fixture(fixtureId);
  if (fixture && !access.seesLeague(fixture.leagueId)) return fail(7063);
  return { known: fixture !== undefined };
}

/** The same where an unknown fixture is an error. Errors: 7063, 7064. */
export async function checkKnownFixture(access: Access, records: Records, fixtureId: number): Promise<void> {
  const { known } = await checkFixture(access, records, fixtureId);
  if (!known) fail(7064, { message: `Fixture ${fixtureId} not found` });
}

/** The odds record of a proof question. Errors: 7063, 7064. */
export async function checkOddsMessage(access: Access, records: Records, messageId: string, ts: number): Promise<void> {
  const entry = await records.oddsMessage(messageId, ts);
  if (!entry) return fail(7064, { message: `Odds message ${messageId} with timestamp ${ts} not found` });
  if (samplingOf(access)(entry) === null) fail(7063);
}
