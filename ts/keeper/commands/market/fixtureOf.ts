import { readApiToken } from '@linesman/cli';
import { type Client, createClient, type FixtureRecord, sportOfFixture } from '@linesman/sdk/client';
import { FIXTURE_UNKNOWN, fail, isError, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { type Milliseconds, milliseconds, type Sport } from '@linesman/sdk/format';
import type { ServiceFlags } from './marketOptions.js';

/** The facts about a fixture that matter for a bet. */
export interface Fixture {
  readonly id: number;
  readonly start: Milliseconds;
  readonly teams: readonly [string, string];
  readonly competition: string;
  /** `null` if the service does not state it. */
  readonly sport: Sport | null;
}

/**
 * Requests a fixture; `null` without a service. Errors: FIXTURE_UNKNOWN, FILE_NOT_READABLE and
 * MALFORMED_TOKEN for the API token, those of the service.
 */
export async function fixtureOf(flags: ServiceFlags, id: number): Promise<Fixture | null> {
  if (flags.service === undefined) return null;
  const apiToken = readApiToken(flags);
  const client = createClient({ baseUrl: flags.service, ...(apiToken !== undefined && { apiToken }) });
  const record = (await client.fixtures.snapshot()).find(({ FixtureId }) => FixtureId === id);
  if (record === undefined) return fail(FIXTURE_UNKNOWN, { fixture: id });
  const { Participant1, Participant2, Competition } = record;
  return {
    id,
    start: milliseconds(await startOf(client, record)),
    teams: [Participant1, Participant2],
    competition: Competition,
    sport: await sportOfFixture(client, record),
  };
}

/** The kick-off. It may have moved since the fixture record, so services of this project list it with the match. */
async function startOf({ fixtures }: Client, { FixtureId, StartTime }: FixtureRecord): Promise<number> {
  try {
    const { matches } = await fixtures.matches({ fixtureId: FixtureId });
    return matches.find(({ fixtureId }) => fixtureId === FixtureId)?.startTime ?? StartTime;
  } catch (error) {
    if (!isError(error, RECORD_NOT_FOUND)) throw error;
    return StartTime;
  }
}
