import { isSuspended } from '@linesman/records';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT, type SlotTime, slotStart } from '@linesman/sdk/format';
import type { Fields } from '../../data/ingest/fields.js';
import { oddsOfWire } from '../../data/ingest/oddsOfWire.js';
import type { RecordStore, StoredFixture, StoredRecord, TimeRange } from '../../data/store/recordStore.js';
import { shownKeys } from '../../data/store/statedStats.js';
import type { FixtureEntry, OddsEntry, RecordsOfStore, ScoresEntry } from './records.js';

/** The lists of the endpoints, from the store. */
export function storeRecords({ records }: { readonly records: RecordStore }): RecordsOfStore {
  const inRange = async (kind: 'odds' | 'scores', range: TimeRange, fixtureId?: number): Promise<StoredRecord[]> => {
    if (fixtureId !== undefined && !isStorable(fixtureId)) return [];
    return (await records.inRange(kind, range, fixtureId)).sort(byAcceptance);
  };
  const ofSlot = (kind: 'odds' | 'scores', slot: SlotTime, fixtureId?: number): Promise<StoredRecord[]> =>
    inRange(kind, { from: slotStart(slot), to: slotStart(slot) + MS_PER_SLOT }, fixtureId);
  const since = (kind: 'odds' | 'scores', fixtureId: number, from: number): Promise<StoredRecord[]> =>
    inRange(kind, { from, to: Number.MAX_SAFE_INTEGER }, fixtureId);
  const latest = async (kind: 'odds' | 'scores', fixtureId: number, range: TimeRange): Promise<StoredRecord[]> =>
    isStorable(fixtureId) && range.to > 0 ? records.latestOfEach(kind, fixtureId, range) : [];

  return {
    fixturesOf: async (fixtureIds) => (await records.fixturesOf(fixtureIds.filter(isStorable))).map(fixtureEntry),
    fixtures: async ({ startEpochDay, competitionId }) => {
      const start = startEpochDay !== undefined && {
        start: { from: startEpochDay * MS_PER_DAY, to: Number.MAX_SAFE_INTEGER },
      };
      return (await records.fixtures({ ...start, ...(competitionId !== undefined && { competitionId }) })).map(
        fixtureEntry,
      );
    },
    fixtureUpdates: async (epochDay, hourOfDay) => {
      const from = epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR;
      const found = await records.inRange('fixtures', { from, to: from + MS_PER_HOUR });
      return found.sort(byAcceptance).map(fixtureEntry);
    },

    oddsOfSlot: async (slot, fixtureId) => (await ofSlot('odds', slot, fixtureId)).map(oddsEntry),
    oddsSince: async (fixtureId, from) => (await since('odds', fixtureId, from)).map(oddsEntry),
    latestOdds: async (fixtureId, from, to) => (await latest('odds', fixtureId, { from, to: to + 1 })).map(oddsEntry),
    oddsAround: async (fixtureId, slot, to) =>
      isStorable(fixtureId) ? (await records.around('odds', fixtureId, slot, to)).map(oddsEntry) : [],
    oddsMessage: async (messageId, ts) => {
      const found = await records.findMessage(messageId, ts);
      return found && oddsEntry(found);
    },

    scoresOfSlot: async (slot, fixtureId) => (await ofSlot('scores', slot, fixtureId)).map(scoresEntry),
    scoresSince: async (fixtureId, from) => (await since('scores', fixtureId, from)).map(scoresEntry),
    latestScores: async (fixtureId, to) =>
      (await latest('scores', fixtureId, { from: 0, to: to + 1 })).map(scoresEntry),
    scoresOf: async (fixtureId) =>
      isStorable(fixtureId) ? (await records.ofFixture('scores', fixtureId)).map(scoresEntry) : [],
  };
}

/** No ids exist beyond 2^53, and the database rejects those beyond 2^63. */
const isStorable = (fixtureId: number): boolean => Number.isSafeInteger(fixtureId);

const byAcceptance = (a: StoredRecord, b: StoredRecord): number =>
  a.streamSlot - b.streamSlot || a.streamIndex - b.streamIndex;

/** The parsed JSON of stored records, for as long as those are kept. */
const parsed = new WeakMap<object, Fields>();

/** Returns the same object for the same stored record, so that encoders recognise records that they have encoded. */
function fieldsOf(stored: StoredFixture | StoredRecord): Fields {
  const known = parsed.get(stored);
  if (known) return known;
  const read = JSON.parse(stored.json) as Fields;
  // A fixture shows what its source states, declared or not, unless that is everything.
  const StatKeys = 'stated' in stored && stored.stated ? shownKeys(stored.stated.keys, stored.sport) : 'all';
  const fields: Fields = StatKeys === 'all' ? read : { ...read, StatKeys };
  parsed.set(stored, fields);
  return fields;
}

const fixtureEntry = (stored: StoredFixture | StoredRecord): FixtureEntry => ({
  fixtureId: stored.fixtureId,
  leagueId: stored.competitionId,
  record: fieldsOf(stored),
});

const scoresEntry = (stored: StoredRecord): ScoresEntry => ({
  fixtureId: stored.fixtureId,
  leagueId: stored.competitionId,
  seq: stored.seq,
  record: fieldsOf(stored),
});

function oddsEntry(stored: StoredRecord): OddsEntry {
  const { fixtureId, competitionId, label, ts, acceptedAt } = stored;
  const record = fieldsOf(stored);
  const odds = oddsOfWire(record);
  return {
    fixtureId,
    leagueId: competitionId,
    market: odds.superOddsType,
    line: label,
    suspended: isSuspended(odds),
    ts,
    acceptedAt,
    record,
  };
}
