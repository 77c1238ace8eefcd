import { sportOfLayout } from '../format/sport.js';
import type { Sport } from '../format/sports/sports.js';
import { DocumentNode } from '../proof/document.js';
import type { Client } from './client.js';
import type { RequestOptions } from './clientOptions.js';
import type { FixtureRecord } from './fixtureRecord.js';

/**
 * Finds the sport of a fixture for `guardStake`: in its fixture record, otherwise in its score records, which begin
 * shortly before the match. `null` if neither names it, if score records contradict each other, or if stats of the
 * sport cannot be proven. Errors: those of `scores.snapshot`.
 *
 * @example
 * ```ts
 * import { createClient, sportOfFixture } from '@linesman/sdk/client';
 *
 * const client = createClient({ baseUrl: 'https://oracle.example' });
 * const [fixture] = await client.fixtures.snapshot();
 * const sport = fixture && (await sportOfFixture(client, fixture));
 * ```
 */
export async function sportOfFixture(
  client: Pick<Client, 'scores'>,
  { FixtureId, SportId }: Pick<FixtureRecord, 'FixtureId' | 'SportId'>,
  options: RequestOptions = {},
): Promise<Sport | null> {
  const sports =
    SportId === undefined ? await client.scores.snapshot(FixtureId, { ...options, read: sportIdOf }) : [SportId];
  const [only, ...others] = new Set(sports.filter((one) => one !== null));
  return only === undefined || others.length > 0 ? null : (sportOfLayout(only) ?? null);
}

/** The sport that a score record names; `null` if it names none. */
function sportIdOf(value: unknown, path: string): number | null {
  const sportId = new DocumentNode(value, path).find('sportId');
  return sportId && sportId.value !== null ? sportId.i32() : null;
}
