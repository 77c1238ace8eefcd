import { FIXTURE_SPORT_MISMATCH, fail } from 'linesman/error';
import { sportOfLayout } from 'linesman/format';
import type { ResultSubject } from 'linesman/program';
import { fixtureOf, type ServiceFlags } from './fixtureOf.js';
import { acceptedOf } from './trustOf.js';

/**
 * Compares a sport with what the service says, if one is named: under another sport's layout a false zero can be
 * proven for a stat that was not zero. Errors: FIXTURE_SPORT_MISMATCH unless accepted; those of `fixtureOf`.
 *
 * @param problem What the proof is for.
 */
export async function checkSport(
  problem: 'settling' | 'posting',
  { fixtureId, sport }: Pick<ResultSubject, 'fixtureId' | 'sport'>,
  flags: ServiceFlags & { readonly accept?: string },
): Promise<void> {
  const said = sportOfLayout(sport);
  const fixture = await fixtureOf(flags, fixtureId);
  if (!fixture?.sport || fixture.sport === said || acceptedOf(flags.accept).includes(FIXTURE_SPORT_MISMATCH)) return;
  fail(FIXTURE_SPORT_MISMATCH, { problem, fixture: fixture.id, said, sport: fixture.sport });
}
