import { LeastRecent } from 'linesman/node';
import { SharedAnswer } from '../../cache/sharedAnswer.js';
import type { MachineTime } from '../../clock/index.js';
import type { FixtureEntry, OddsEntry, Records } from './records.js';

/** Maximum number of cached fixtures. */
const MAX_FIXTURES = 10_000;
/** Maximum number of cached odds messages, a few thousand bytes each. */
const MAX_MESSAGES = 2_000;

/** Records with a cache of fixtures and odds messages. */
export interface KeptFixtures extends Records {
  /** Called when records were stored, possibly of a fixture. */
  forget(): void;
}

export interface KeptFixturesOptions {
  /** Monotonic ms. Default: the machine's. */
  readonly machineTime?: () => MachineTime;
}

/**
 * Queries a fixture or an odds message once until a fixture changes. One short query detects such changes for all of
 * them, once a second and after records were stored. `version`: a text that differs after every change of a fixture.
 * Missing items are queried each time.
 */
export function keptFixtures(
  records: Records,
  version: () => Promise<string>,
  { machineTime }: KeptFixturesOptions = {},
): KeptFixtures {
  const current = new SharedAnswer(version, machineTime);
  const none = (of: string) => ({
    of,
    fixtures: new LeastRecent<FixtureEntry, number>(MAX_FIXTURES),
    messages: new LeastRecent<OddsEntry>(MAX_MESSAGES),
  });
  let kept = none('');

  /**
   * The cache of the current version. Its content is queried after the version, so a missed change shows up as another
   * version.
   */
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
