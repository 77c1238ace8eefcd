import { isSuspended } from '@linesman/records';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT, type SlotTime, slotStart } from '@linesman/sdk/format';
import type { Fields } from '../../data/ingest/fields.js';
import { oddsOfWire } from '../../data/ingest/oddsOfWire.js';
import { isKept } from '../../data/store/keptRecordStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { RecordStore, StoredFixture, StoredRecord, TimeRange } from '../../data/store/recordStore.js';
import { shownKeys } from '../../data/store/statedStats.js';
import { allOf, inTurns, type Pages } from './pages.js';
import type { FixtureEntry, OddsEntry, RecordsOfStore, ScoresEntry } from './records.js';

/** The lists of the endpoints, from the store. */
export function storeRecords({ records }: { readonly records: RecordStore }): RecordsOfStore {
  const inRange = (kind: RecordKind, range: TimeRange, fixtureId?: number, latestFirst = false): Pages<StoredRecord> =>
    fixtureId === undefined || isStorable(fixtureId)
      ? records.pagesInRange(kind, range, { fixtureId, latestFirst })
      : [];
  const since = (kind: RecordKind, fixtureId: number, from: number, latestFirst?: boolean): Pages<StoredRecord> =>
    inRange(kind, { from, to: Number.MAX_SAFE_INTEGER }, fixtureId, latestFirst);
  const latest = async <T>(
    kind: RecordKind,
    fixtureId: number,
    range: TimeRange,
    entry: (stored: StoredRecord) => T,
  ): Promise<readonly T[]> =>
    isStorable(fixtureId) && range.to > 0
      ? allOf(inTurns([await records.latestOfEach(kind, fixtureId, range)], entry))
      : [];

  return {
    fixturesOf: async (fixtureIds) => (await records.fixturesOf(fixtureIds.filter(isStorable))).map(fixtureEntry),
    fixtures: ({ startEpochDay, competitionId }) => {
      const start = startEpochDay !== undefined && {
        start: { from: startEpochDay * MS_PER_DAY, to: Number.MAX_SAFE_INTEGER },
      };
      const filter = { ...start, ...(competitionId !== undefined && { competitionId }) };
      return inTurns(records.fixturePages(filter), fixtureEntry);
    },
    fixtureUpdates: (epochDay, hourOfDay) => {
      const from = epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR;
      return inTurns(inRange('fixtures', { from, to: from + MS_PER_HOUR }), fixtureEntry);
    },

    oddsOfSlot: (slot, fixtureId, latestFirst) =>
      inTurns(inRange('odds', rangeOf(slot), fixtureId, latestFirst), oddsEntry),
    oddsSince: (fixtureId, from, latestFirst) => inTurns(since('odds', fixtureId, from, latestFirst), oddsEntry),
    latestOdds: (fixtureId, from, to) => latest('odds', fixtureId, { from, to: to + 1 }, oddsEntry),
    oddsAround: async (fixtureId, slot, to) =>
      isStorable(fixtureId) ? allOf(inTurns([await records.around('odds', fixtureId, slot, to)], oddsEntry)) : [],
    oddsMessage: async (messageId, ts) => {
      const found = await records.findMessage(messageId, ts);
      return found && oddsEntry(found);
    },

    scoresOfSlot: (slot, fixtureId) => inTurns(inRange('scores', rangeOf(slot), fixtureId), scoresEntry),
    scoresSince: (fixtureId, from) => inTurns(since('scores', fixtureId, from), scoresEntry),
    latestScores: (fixtureId, to) => latest('scores', fixtureId, { from: 0, to: to + 1 }, scoresEntry),
    scoresOf: (fixtureId) =>
      inTurns(isStorable(fixtureId) ? records.pagesOfFixture('scores', fixtureId) : [], scoresEntry),
  };
}

const rangeOf = (slot: SlotTime): TimeRange => ({ from: slotStart(slot), to: slotStart(slot) + MS_PER_SLOT });

/** No ids exist beyond 2^53, and the database rejects those beyond 2^63. */
const isStorable = (fixtureId: number): boolean => Number.isSafeInteger(fixtureId);

/** The parsed JSON of kept records, for as long as those are kept. */
const parsed = new WeakMap<object, Fields>();
const ofKept = new WeakSet<Fields>();

/** Whether a record comes as the same object each time it is read, so that its text is worth keeping with it. */
export const isKeptRecord = (record: Fields): boolean => ofKept.has(record);

/** Returns the same object for the same kept record, so that encoders recognise records that they have encoded. */
function fieldsOf(stored: StoredFixture | StoredRecord): Fields {
  const known = parsed.get(stored);
  if (known) return known;
  const read = JSON.parse(stored.json) as Fields;
  // A fixture shows what its source states, declared or not, unless that is everything.
  const StatKeys = 'stated' in stored && stored.stated ? shownKeys(stored.stated.keys, stored.sport) : 'all';
  const fields: Fields = StatKeys === 'all' ? read : { ...read, StatKeys };
  if (isKept(stored)) {
    parsed.set(stored, fields);
    ofKept.add(fields);
  }
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
