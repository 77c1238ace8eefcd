import type { Client, Match } from '@linesman/sdk/client';
import { useEffect } from 'preact/hooks';
import { serviceClient } from '../frame/connection.js';
import { useSeen } from '../frame/seen.js';
import { settings } from '../frame/settings.js';
import { Store, useStore } from '../frame/store.js';
import { NO_NAMES, type Sides } from './outcomeWords.js';
import { shownMatches } from './shownMatches.js';

/** The names of a match's teams, from the service. */
export type Known = Pick<
  Match,
  'fixtureId' | 'sport' | 'participant1' | 'participant2' | 'startTime' | 'statKeys' | 'sumsDiffer'
>;
type Named = Pick<Match, 'participant1' | 'participant2'>;

const book = new Store<ReadonlyMap<number, Known>>(new Map());
/** Fixtures that were requested from this service with this token. */
let asked = new Set<number>();
settings.listen(() => {
  asked = new Set();
});

/** Number of matches requested at once, before the rest is requested one by one. */
const AT_ONCE = 200;
/** The rest is requested as the visitor scrolls, because a service allows visitors only 20 requests a second. */
const ALONE = 8;

/**
 * Matches by their number, for pages that only know the number, because people need names. Unknown matches are left
 * out; they may be loaded later.
 */
export function useMatchBook(fixtures: readonly number[]): ReadonlyMap<number, Known> {
  const wanted = fixtures.join();
  const isSeen = useSeen();
  useEffect(() => {
    const client = serviceClient();
    const missing = [...new Set(wanted === '' ? [] : wanted.split(',').map(Number))].filter((id) => !asked.has(id));
    if (client === null || !isSeen || missing.length === 0) return;
    for (const id of missing) asked.add(id);
    void learn(client, missing);
  }, [wanted, isSeen]);
  return useStore(book);
}

/** Both names, or placeholders until they are known. */
export const namesOf = (match: Named | null | undefined): Sides =>
  match ? [match.participant1, match.participant2] : NO_NAMES;

/** Both names in a title. */
export const versusOf = (match: Named | null | undefined, fixture: number): string =>
  match ? `${match.participant1} – ${match.participant2}` : `Match ${fixture}`;

async function learn(client: Client, missing: readonly number[]): Promise<void> {
  const rest = new Set(missing);
  const take = (found: readonly Known[]): void => {
    const wanted = found.filter(({ fixtureId }) => rest.delete(fixtureId));
    if (wanted.length > 0) book.set(new Map([...book.value, ...wanted.map((one) => [one.fixtureId, one] as const)]));
  };
  // Failures are not shown, because a page with numbers is better than an error about names.
  const list = (question: { fixtureId?: number; limit?: number; order?: 'latest' }) =>
    shownMatches(client, question).then(
      ({ matches }) => take(matches),
      () => {},
    );
  if (rest.size > 1) await list({ order: 'latest', limit: AT_ONCE });
  await Promise.all([...rest].slice(0, ALONE).map((fixtureId) => list({ fixtureId })));
}
