import { LeastRecent } from 'linesman/node';
import { SharedAnswer } from '../cache/sharedAnswer.js';
import type { MachineTime } from '../clock/index.js';
import type { FixtureEntry, OddsEntry, Records } from '../http/port/records.js';

/** Fixtures that are remembered. */
const MOST_FIXTURES = 10_000;
/** Odds records that are remembered by their id: each takes some thousand bytes. */
const MOST_MESSAGES = 2_000;

/** Lists that remember what a fixture is, and what an odds message. */
export interface KeptFixtures extends Records {
  /** Records were stored: one of them may be of a fixture. */
  forget(): void;
}

export interface KeptFixturesOptions {
  /** ms, any beginning; the machine's when left out. */
  readonly machineTime?: () => MachineTime;
}

/**
 * Asks for a fixture or an odds message once for as long as no fixture changes, which one short question a second for all of them says, and one after records were
 * stored. `version`: another text after every change of a fixture. What is not known is asked for each time.
 */
export function keptFixtures(
  records: Records,
  version: () => Promise<string>,
  { machineTime }: KeptFixturesOptions = {},
): KeptFixtures {
  const current = new SharedAnswer(version, machineTime);
  const none = (of: string) => ({
    of,
    fixtures: new LeastRecent<FixtureEntry, number>(MOST_FIXTURES),
    messages: new LeastRecent<OddsEntry>(MOST_MESSAGES),
  });
  let kept = none('');

  /** What is kept of the version: it was asked for after the version, so a change that it lacks leads to another one. */
  async function keptNow(): Promise<typeof kept> {
    const asked = await current.get();
    if (kept.of !== asked) kept = none(asked);
    return kept;
  }

  return {
    ...records,
    fixture: async (fixtureId) => {
      const { fixtures } = await keptNow();
      return fixtures.get(fixtureId) ?? keep(fixtures, fixtureId, await records.fixture(fixtureId));
    },
    oddsMessage: async (messageId, ts) => {
      const { messages } = await keptNow();
      const name = `${ts}/${messageId}`;
      return messages.get(name) ?? keep(messages, name, await records.oddsMessage(messageId, ts));
    },
    forget: () => current.forget(),
  };
}

function keep<V, K>(values: LeastRecent<V, K>, key: K, value: V | undefined): V | undefined {
  if (value !== undefined) values.set(key, value);
  return value;
}
