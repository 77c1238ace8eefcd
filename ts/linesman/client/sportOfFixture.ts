import { type Sport, sportOfLayout } from '../format/index.js';
import { DocumentNode } from '../proof/document.js';
import type { Client } from './client.js';
import type { RequestOptions } from './clientOptions.js';
import type { FixtureRecord } from './fixtureRecord.js';

/**
 * The sport of a fixture, as the guards of a stake want it: from its record where the service tells it there, else from
 * its score records, which begin shortly before the match. `null` when neither tells it, when score records contradict
 * each other, and for a sport whose stats cannot be proven. Errors: those of `scores.snapshot`.
 *
 * @example
 * const fixture = (await client.fixtures.snapshot()).find(({ FixtureId }) => FixtureId === terms.fixtureId);
 * const fixtureSport = fixture === undefined ? null : await sportOfFixture(client, fixture);
 */
export async function sportOfFixture(
  client: Pick<Client, 'scores'>,
  { FixtureId, SportId }: Pick<FixtureRecord, 'FixtureId' | 'SportId'>,
  options: RequestOptions = {},
): Promise<Sport | null> {
  const told =
    SportId === undefined ? await client.scores.snapshot(FixtureId, { ...options, read: sportIdOf }) : [SportId];
  const [only, ...others] = new Set(told.filter((one) => one !== null));
  return only === undefined || others.length > 0 ? null : (sportOfLayout(only) ?? null);
}

/** `null` of a record that does not say. */
function sportIdOf(value: unknown, path: string): number | null {
  const sportId = new DocumentNode(value, path).find('sportId');
  return sportId && sportId.value !== null ? sportId.i32() : null;
}
