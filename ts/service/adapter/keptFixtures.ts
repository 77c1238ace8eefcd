import { ShortLived, type ShortLivedOptions } from '../cache/shortLived.js';
import type { FixtureEntry, OddsEntry, Records } from '../http/port/records.js';

/** Odds records that are remembered by their id: each takes some thousand bytes. */
const MOST_MESSAGES = 2_000;

/** Lists that remember for a moment what a fixture is, and what an odds message. */
export interface KeptFixtures extends Records {
  /** Records were stored: one of them may be of a fixture. */
  forget(): void;
}

/** Asks for a fixture or an odds message once a second at most, and again when records were stored. One that is not known is asked for each time. */
export function keptFixtures(records: Records, options: ShortLivedOptions = {}): KeptFixtures {
  const fixtures = new ShortLived<FixtureEntry>(options);
  const messages = new ShortLived<OddsEntry>({ most: MOST_MESSAGES, ...options });
  return {
    ...records,
    fixture: (fixtureId) => fixtures.get(String(fixtureId), () => records.fixture(fixtureId)),
    oddsMessage: (messageId, ts) => messages.get(`${ts}/${messageId}`, () => records.oddsMessage(messageId, ts)),
    forget: () => {
      fixtures.forget();
      messages.forget();
    },
  };
}
