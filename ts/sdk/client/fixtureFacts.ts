import { RECORD_NOT_FOUND } from '../error/codes/api.js';
import { FIXTURE_UNKNOWN } from '../error/codes/customers.js';
import { fail, isError } from '../error/linesmanError.js';
import type { TermsContext } from '../program/settlement/termsInWords.js';
import type { Client } from './client.js';
import type { RequestOptions } from './clientOptions.js';
import type { Match } from './match.js';
import { sportOfFixture } from './sportOfFixture.js';

/** The facts about a match that matter for a bet on it. */
export interface FixtureFacts extends NonNullable<TermsContext['fixture']> {
  readonly id: number;
}

/**
 * Asks a service for the facts about a match that matter for a bet. Also works with services that only have fixture
 * records. Errors: FIXTURE_UNKNOWN; those of the service.
 *
 * @example
 * ```ts
 * import { createClient, fixtureFacts } from '@linesman/sdk/client';
 *
 * const client = createClient({ baseUrl: 'https://oracle.example', apiToken: 'lsm_…' });
 * const { start, sport, statKeys } = await fixtureFacts(client, 18400001);
 * ```
 */
export async function fixtureFacts(
  client: Pick<Client, 'fixtures' | 'scores'>,
  id: number,
  options: RequestOptions = {},
): Promise<FixtureFacts> {
  const record = (await client.fixtures.snapshot(options)).find(({ FixtureId }) => FixtureId === id);
  if (record === undefined) return fail(FIXTURE_UNKNOWN, { fixture: id });
  const { Participant1, Participant2, Competition, StartTime } = record;
  const match = await matchOf(client, id, options);
  return {
    id,
    // The start may have moved since the fixture record.
    start: match?.startTime ?? StartTime,
    teams: [Participant1, Participant2],
    competition: Competition,
    sport: await sportOfFixture(client, record, options),
    statKeys: match?.statKeys ?? null,
    sumsDiffer: match?.sumsDiffer === true,
  };
}

/**
 * The same facts from the entry of a list of matches.
 *
 * @example
 * ```ts
 * import { type Client, factsOfMatch } from '@linesman/sdk/client';
 *
 * declare const client: Client;
 * const { matches } = await client.results.matches({ stage: 'coming' }); // needs no token
 * const facts = matches.map(factsOfMatch);
 * ```
 */
export const factsOfMatch = (match: Omit<Match, 'nextSlot'>): FixtureFacts => ({
  id: match.fixtureId,
  start: match.startTime,
  teams: [match.participant1, match.participant2],
  competition: match.competition,
  sport: match.sport,
  statKeys: match.statKeys,
  sumsDiffer: match.sumsDiffer,
});

/** The match, which only services of this project list. */
async function matchOf(
  { fixtures }: Pick<Client, 'fixtures'>,
  fixtureId: number,
  options: RequestOptions,
): Promise<Match | undefined> {
  try {
    const { matches } = await fixtures.matches({ fixtureId, ...options });
    return matches.find((match) => match.fixtureId === fixtureId);
  } catch (error) {
    if (!isError(error, RECORD_NOT_FOUND)) throw error;
    return undefined;
  }
}
