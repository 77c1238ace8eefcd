import { expect, test } from 'vitest';
import { asLiveFeed } from '../../../../tests/helpers/service/liveFeed.js';
import { MemoryDatabase, memoryStore } from '../../../../tests/simulator/store/memoryStore.js';
import { encodeFixture, type FixtureRecord } from '../../../records/record/fixture.js';
import { encodeOdds } from '../../../records/record/odds.js';
import type { Odds } from '../../../sdk/format/odds.js';
import { matchRecords } from '../../../season/matchRecords.js';
import { ManualClock } from '../../clock/manualClock.js';
import type { StoredRecord } from '../store/recordStore.js';
import { Ingest, type IngestDecision } from './ingest.js';
import { Intake } from './intake.js';

const START = 1_800_000_000_000;
const match = matchRecords({ seed: 'ingest', sport: 'soccer', fixtureId: 1, startTime: START, tempo: 0.1 });
const [announced, quoted] = [match.fixtures[0] as FixtureRecord, match.odds[0] as Odds];
const fixture = { ...encodeFixture(announced), Sport: announced.sport, GameState: announced.gameState };
const odds = encodeOdds(quoted);
const [first, second] = match.scores.map(asLiveFeed);

const ingesting = () => {
  const stored: StoredRecord[] = [];
  const decided: IngestDecision[] = [];
  const ingest = new Ingest({
    store: memoryStore(new MemoryDatabase()) as never,
    clock: new ManualClock(START),
    intake: new Intake({ onRefusal: 'hold' }),
    onAccepted: (records) => stored.push(...records),
    onDecided: (decisions) => decided.push(...decisions),
  });
  return { ingest, stored, decided };
};

test('a record that is shown has the competition of its fixture, the first one of the fixture itself too', async () => {
  const { ingest, stored } = ingesting();
  await ingest.acceptAll([fixture, first as object, odds]);
  const { competitionId } = announced;
  expect(stored.map(({ kind, competitionId }) => [kind, competitionId])).toEqual([
    ['fixtures', competitionId],
    ['scores', competitionId],
    ['odds', competitionId],
  ]);
});

test('fields that do not fit are told of each record that has some, once it is stored', async () => {
  const { ingest, decided } = ingesting();
  await ingest.accept(fixture);
  const [held] = await ingest.acceptAll([{ ...second, Data: 'x' }]);
  expect(held).toMatchObject({ status: 'held', record: { seq: 1 } });
  await ingest.acceptAll([first as object, { ...odds, Pct: 7 }]);
  expect(decided).toEqual([
    { kind: 'fixtures', status: 'accepted' },
    { kind: 'scores', status: 'held' },
    { kind: 'scores', status: 'accepted', unfit: ['Data'] },
    { kind: 'scores', status: 'accepted' },
    { kind: 'odds', status: 'accepted', unfit: ['Pct'] },
  ]);
});
