import { checkFixtureSport, type FixtureSportQuestion } from 'linesman/program';
import { fixtureOf, type ServiceFlags } from './fixtureOf.js';
import { acceptedOf } from './trustOf.js';

/**
 * `checkFixtureSport` by what the service says, if one is named. Errors: FIXTURE_SPORT_MISMATCH unless accepted; those
 * of `fixtureOf`.
 */
export async function checkSport(
  problem: FixtureSportQuestion['problem'],
  terms: FixtureSportQuestion['terms'],
  flags: ServiceFlags & { readonly accept?: string },
): Promise<void> {
  const fixture = await fixtureOf(flags, Number(terms.fixtureId));
  checkFixtureSport({ problem, terms, fixtureSport: fixture?.sport ?? null, accept: acceptedOf(flags.accept) });
}
