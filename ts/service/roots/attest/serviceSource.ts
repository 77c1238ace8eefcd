import { stateOfObserved } from '@linesman/records';
import type { Client, SubscribedPeriod } from '@linesman/sdk/client';
import { fail, SOURCE_SHOWS_PART } from '@linesman/sdk/error';
import { MS_PER_DAY, MS_PER_HOUR, slotTimeOf, sportOfLayout } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { BatchRecord } from '../seal/buildBatch.js';
import { noSport, type RecordSource, type SlotRecords } from './slotRecords.js';

/** Records of an oracle's public service, from its lists of past slots. */
export function serviceSource(name: string, client: Client): RecordSource {
  return {
    name,
    check: async (kinds, signal) => {
      const { periods, now } = await client.account.subscription(signal ? { signal } : {});
      const running = periods.filter(({ from, until }) => from <= now && now < until);
      for (const kind of kinds) checkShown(name, kind, running);
    },
    pagesOf: (key, signal) => LISTS[key.kind](client, key, signal ? { signal } : {}),
    close: async () => {},
  };
}

/** Parts of several periods cannot be combined, so one period must show all records. Errors: SOURCE_SHOWS_PART. */
function checkShown(source: string, kind: RecordKind, running: readonly SubscribedPeriod[]): void {
  const wide = running.filter(({ leagueBundle }) => leagueBundle === 0);
  if (wide.length === 0) fail(SOURCE_SHOWS_PART, { source, kind, problem: 'leagues' });
  if (kind !== 'odds') return;
  const whole = wide.filter(({ marketBundle }) => marketBundle === 0);
  if (whole.length === 0) fail(SOURCE_SHOWS_PART, { source, kind, problem: 'markets' });
  const seconds = Math.min(...whole.map(({ samplingSeconds }) => samplingSeconds));
  if (seconds > 0) fail(SOURCE_SHOWS_PART, { source, kind, problem: 'sampled', seconds });
}

type Lists = (client: Client, key: BatchKey, options: { readonly signal?: AbortSignal }) => AsyncIterable<SlotRecords>;

const LISTS: Readonly<Record<RecordKind, Lists>> = {
  scores: async function* (client, { slotStart }, options) {
    for await (const listed of client.scores.pagesOfSlot(slotStart, options)) {
      const sports = new Map(listed.map(({ FixtureId, SportId }) => [FixtureId, sportOfLayout(SportId)]));
      const records = listed.map((record): BatchRecord => {
        const { FixtureId: fixtureId, Seq: seq, Ts: ts } = record;
        return { fixtureId, seq, ts, json: JSON.stringify(record) };
      });
      yield { records, sportOf: (fixtureId) => sports.get(fixtureId) ?? noSport(fixtureId) };
    }
  },
  // Lists of odds and fixtures are not numbered, so their order is that of the leaves.
  odds: async function* (client, { slotStart }, options) {
    let seq = 0;
    for await (const listed of client.odds.pagesOfSlot(slotStart, options)) {
      const records = listed.map(
        (record): BatchRecord => ({
          ...{ fixtureId: record.FixtureId, seq: seq++, ts: record.Ts, json: JSON.stringify(record) },
        }),
      );
      yield { records, sportOf: noSport };
    }
  },
  fixtures: async function* (client, { slotStart }, options) {
    const hour = (slotStart % MS_PER_DAY) / MS_PER_HOUR;
    let seq = 0;
    for await (const listed of client.fixtures.updatePages(slotTimeOf(slotStart).epochDay, hour, options)) {
      const records = listed.map((record): BatchRecord => {
        // Leaves contain the state, so a list without it gives other leaves.
        const json = JSON.stringify({ ...record, GameState: stateOfObserved({ ...record }) });
        return { fixtureId: record.FixtureId, seq: seq++, ts: record.Ts, json };
      });
      yield { records, sportOf: noSport };
    }
  },
};
