import { stateOfObserved } from '@linesman/records';
import type { Client, SubscribedPeriod } from '@linesman/sdk/client';
import { fail, SOURCE_SHOWS_PART } from '@linesman/sdk/error';
import { MS_PER_DAY, MS_PER_HOUR, type Sport, slotTimeOf, sportOfLayout } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { BatchRecord } from '../seal/buildBatch.js';
import type { RecordSource, SlotRecords } from './slotRecords.js';

/** Records of an oracle's public service, from its lists of past slots. */
export function serviceSource(name: string, client: Client): RecordSource {
  return {
    name,
    check: async (kinds, signal) => {
      const { periods, now } = await client.account.subscription(signal ? { signal } : {});
      const running = periods.filter(({ from, until }) => from <= now && now < until);
      for (const kind of kinds) checkShown(name, kind, running);
    },
    recordsOf: (key, signal) => LISTS[key.kind](client, key, signal ? { signal } : {}),
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

type List = (client: Client, key: BatchKey, options: { readonly signal?: AbortSignal }) => Promise<SlotRecords>;

const noSport = (fixtureId: number): never => {
  throw new Error(`The list does not tell the sport of fixture ${fixtureId}.`);
};

const LISTS: Readonly<Record<RecordKind, List>> = {
  scores: async (client, { slotStart }, options) => {
    const listed = await client.scores.ofSlot(slotStart, options);
    const sports = new Map<number, Sport | undefined>(
      listed.map(({ FixtureId, SportId }) => [FixtureId, sportOfLayout(SportId)]),
    );
    const records = listed.map((record): BatchRecord => {
      const { FixtureId: fixtureId, Seq: seq, Ts: ts } = record;
      return { fixtureId, seq, ts, json: JSON.stringify(record) };
    });
    return { records, sportOf: (fixtureId) => sports.get(fixtureId) ?? noSport(fixtureId) };
  },
  // Lists of odds and fixtures are not numbered, so their order is that of the leaves.
  odds: async (client, { slotStart }, options) => {
    const listed = await client.odds.ofSlot(slotStart, options);
    const records = listed.map(
      (record, seq): BatchRecord => ({
        ...{ fixtureId: record.FixtureId, seq, ts: record.Ts, json: JSON.stringify(record) },
      }),
    );
    return { records, sportOf: noSport };
  },
  fixtures: async (client, { slotStart }, options) => {
    const hour = (slotStart % MS_PER_DAY) / MS_PER_HOUR;
    const listed = await client.fixtures.updates(slotTimeOf(slotStart).epochDay, hour, options);
    const records = listed.map((record, seq): BatchRecord => {
      // Leaves contain the state, so a list without it gives other leaves.
      const json = JSON.stringify({ ...record, GameState: stateOfObserved({ ...record }) });
      return { fixtureId: record.FixtureId, seq, ts: record.Ts, json };
    });
    return { records, sportOf: noSport };
  },
};
