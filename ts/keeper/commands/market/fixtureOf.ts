import { readApiToken } from '@linesman/cli';
import { type Client, createClient, type Match, sportOfFixture } from '@linesman/sdk/client';
import { FIXTURE_UNKNOWN, fail, isError, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { type Milliseconds, milliseconds, type Sport, type StatedKeys } from '@linesman/sdk/format';
import type { ServiceFlags } from './marketOptions.js';

/** The facts about a fixture that matter for a bet. */
export interface Fixture {
  readonly id: number;
  readonly start: Milliseconds;
  readonly teams: readonly [string, string];
  readonly competition: string;
  /** `null` if the service does not state it. */
  readonly sport: Sport | null;
  /** The stats that its source states. */
  readonly statKeys: StatedKeys;
  /** Whether a record has a total that differs from the sum of its parts. */
  readonly sumsDiffer: boolean;
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
  const { Participant1, Participant2, Competition, StartTime } = record;
  const match = await matchOf(client, id);
  return {
    id,
    // The kick-off may have moved since the fixture record.
    start: milliseconds(match?.startTime ?? StartTime),
    teams: [Participant1, Participant2],
    competition: Competition,
    sport: await sportOfFixture(client, record),
    statKeys: match?.statKeys ?? null,
    sumsDiffer: match?.sumsDiffer === true,
  };
}

/** The match, which only services of this project list. */
async function matchOf({ fixtures }: Client, id: number): Promise<Match | undefined> {
  try {
    const { matches } = await fixtures.matches({ fixtureId: id });
    return matches.find(({ fixtureId }) => fixtureId === id);
  } catch (error) {
    if (!isError(error, RECORD_NOT_FOUND)) throw error;
    return undefined;
  }
}
