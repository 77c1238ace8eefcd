import { LeastRecent } from '@linesman/sdk/node';
import { SharedAnswer } from '../../cache/sharedAnswer.js';
import type { MachineTime } from '../../clock/clock.js';
import type { FixtureEntry, OddsEntry, Records, RecordsOfStore } from './records.js';

/** Maximum number of cached fixtures. */
const MAX_FIXTURES = 10_000;
/** Maximum number of cached odds messages, a few thousand bytes each. */
const MAX_MESSAGES = 2_000;

/** Records with a cache of fixtures and odds messages. */
export interface KeptFixtures extends Records {
  /** Called when records were stored, possibly of a fixture. */
  forget(): void;
  /** Called with fixtures that are likely to be asked about next. The next query reads them as well. */
  expect(fixtureIds: readonly number[]): void;
}

type FixturesById = ReadonlyMap<number, FixtureEntry>;

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
  records: RecordsOfStore,
  version: () => Promise<string>,
  { machineTime }: KeptFixturesOptions = {},
): KeptFixtures {
  const current = new SharedAnswer(version, machineTime);
  let expected: readonly number[] = [];
  const none = (of: string) => ({
    of,
    fixtures: new LeastRecent<FixtureEntry, number>(MAX_FIXTURES),
    /** The running query of each fixture. */
    reading: new Map<number, Promise<FixturesById>>(),
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

  /** Queries a fixture, and with it those expected that are not cached. */
  function read({ fixtures, reading }: typeof kept, fixtureId: number): Promise<FixturesById> {
    const ids = [fixtureId, ...expected.filter((id) => id !== fixtureId && !fixtures.get(id) && !reading.has(id))];
    expected = [];
    const query = records
      .fixturesOf(ids)
      .then((found) => {
        for (const fixture of found) fixtures.set(fixture.fixtureId, fixture);
        return new Map(found.map((fixture) => [fixture.fixtureId, fixture]));
      })
      .finally(() => {
        for (const id of ids) reading.delete(id);
      });
    for (const id of ids) reading.set(id, query);
    return query;
  }

  return {
    ...records,
    fixture: async (fixtureId) => {
      const now = await keptNow();
      const known = now.fixtures.get(fixtureId);
      return known ?? (await (now.reading.get(fixtureId) ?? read(now, fixtureId))).get(fixtureId);
    },
    oddsMessage: async (messageId, ts) => {
      const { messages } = await keptNow();
      const name = `${ts}/${messageId}`;
      return messages.get(name) ?? keep(messages, name, await records.oddsMessage(messageId, ts));
    },
    forget: () => current.forget(),
    expect: (fixtureIds) => {
      expected = fixtureIds;
    },
  };
}

function keep<V>(values: LeastRecent<V>, key: string, value: V | undefined): V | undefined {
  if (value !== undefined) values.set(key, value);
  return value;
}
