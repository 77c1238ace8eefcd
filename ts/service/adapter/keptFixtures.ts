import { ShortLived, type ShortLivedOptions } from '../cache/shortLived.js';
import type { FixtureEntry, Records } from '../http/port/records.js';

/** Lists that remember for a moment what a fixture is. */
export interface KeptFixtures extends Records {
  /** Records were stored: one of them may be of a fixture. */
  forget(): void;
}

/** Asks for a fixture once a second at most, and again when records were stored. One that is not known is asked for each time. */
export function keptFixtures(records: Records, options: ShortLivedOptions = {}): KeptFixtures {
  const fixtures = new ShortLived<FixtureEntry>(options);
  return {
    ...records,
    fixture: (fixtureId) => fixtures.get(String(fixtureId), () => records.fixture(fixtureId)),
    forget: () => fixtures.forget(),
  };
}
