import { describe, expect, it } from 'vitest';
import { encodeFixture, encodeListedFixture, type FixtureRecord } from '../../ts/records/record/fixture.js';
import { encodeOdds, ODDS_MARKETS, type OddsMarket } from '../../ts/records/record/odds.js';
import { checkSchema } from '../../ts/records/record/schema/checkSchema.js';
import type { ObjectSchema } from '../../ts/records/record/schema/jsonSchema.js';
import { encodeScores, type ScoresRecord, scoresSchema } from '../../ts/records/record/scores/scoresRecord.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { oddsLeafHash } from '../../ts/sdk/format/odds.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { dailyRoot } from '../../ts/sdk/proof/rootsAccount.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { Random } from '../../ts/season/random.js';
import { oddsOfWire } from '../../ts/service/data/ingest/oddsOfWire.js';
import { type ReadRecord, readRecord } from '../../ts/service/records/readRecord.js';
import { writeRecord } from '../../ts/service/records/writeRecord.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { asLiveFeed, type Fields, listedByFeed, observed, withOtherTypes } from '../helpers/service/liveFeed.js';
import { StoredService } from '../helpers/service/storedService.js';
import { thrown } from '../helpers/thrown.js';
import { seededRun } from './seededRun.js';

const START = 1_800_000_000_000;
const FIXTURE = 12_000_001;
const run = seededRun();
const scoresOf = (sport: (typeof SPORTS)[number]): readonly ScoresRecord[] =>
  run[sport].flatMap(({ scores }) => scores as readonly ScoresRecord[]);
const [fixture] = matchRecords({ seed: 'forms', sport: 'soccer', fixtureId: FIXTURE, startTime: START }).fixtures;
if (!fixture) throw new Error('no fixture');
const documentedFixture = (record: FixtureRecord): Fields => ({
  ...encodeFixture(record),
  Sport: record.sport,
  GameState: record.gameState,
});
const copy = (value: unknown): Fields => JSON.parse(JSON.stringify(value));
const counted = (forms: readonly string[]) =>
  Object.fromEntries([...new Set(forms)].map((form) => [form, forms.filter((one) => one === form).length]));

describe.each(SPORTS)('score records of %s', (sport) => {
  const records = scoresOf(sport);
  const documented = records.map((record) => JSON.stringify(encodeScores(record, 'snapshot')));

  it('are answered in both wires as they are, whichever wire they come from', () => {
    const forms: string[] = [];
    for (const [i, record] of records.entries()) {
      const inObserved = JSON.stringify(observed(record));
      for (const sent of [documented[i] ?? '', inObserved]) {
        const read = readRecord(sent);
        forms.push(read.form);
        expect(read.json).toBe(sent);
        expect(writeRecord(read, 'observed')).toBe(inObserved);
        expect(writeRecord(read, 'described')).toBe(documented[i]);
      }
    }
    const { documented: first = 0, observed: second = 0, either = 0 } = counted(forms);
    expect(first).toBe(second);
    expect(first + second + either).toBe(2 * records.length);
    expect([first > 500, either > 0]).toEqual([true, true]);
  });

  it('lose only what the historical form lacks', () => {
    const LACKING = /^(Lineups|Parti[12]State|PossibleEvent|PlayerStats)/;
    for (const record of records) {
      const sent = JSON.stringify(encodeScores(record, 'historical'));
      const read = readRecord(sent);
      expect(read.form).toBe('historical');
      expect(JSON.stringify(encodeScores(JSON.parse(read.json), 'historical'))).toBe(sent);
      const { Data: data, ...rest } = copy(encodeScores(record, 'snapshot'));
      const { Data: readData, ...read2 } = JSON.parse(read.json);
      expect(read2).toEqual(Object.fromEntries(Object.entries(rest).filter(([name]) => !LACKING.test(name))));
      expect(readData === undefined).toBe(data === undefined);
    }
  });

  it('of a live feed are answered with all they hold in the observed wire, and as described in the other', () => {
    for (const [i, record] of records.entries()) {
      const sent = JSON.stringify(asLiveFeed(record));
      const read = readRecord(sent);
      expect([read.form, writeRecord(read, 'observed')]).toEqual(['observed', sent]);
      const described = JSON.parse(writeRecord(read, 'described'));
      checkSchema(scoresSchema(sport, 'snapshot'), described);
      checkSchema(scoresSchema(sport, 'historical'), encodeScores(JSON.parse(read.json), 'historical'));
      // Incomplete blocks cannot be described; an empty one of the feed was not in our record.
      const { PossibleEventSoccer: _1, PossibleEventUsFootball: _2, ...whole } = JSON.parse(documented[i] ?? '');
      expect(described).toEqual({ ...whole, Data: whole.Data ?? {} });
    }
  });

  it('of a live feed may have any type in every field that nobody reads', () => {
    const random = new Random(`types of ${sport}`);
    const pick = (below: number): number => random.below(below);
    const unfit = new Set<string>();
    for (const record of records) {
      const sent = JSON.stringify(withOtherTypes(record, pick));
      const read = readRecord(sent);
      expect([read.form, writeRecord(read, 'observed')], sent).toEqual(['observed', sent]);
      const described = JSON.parse(writeRecord(read, 'described'));
      checkSchema(scoresSchema(sport, 'snapshot'), described);
      checkSchema(scoresSchema(sport, 'historical'), encodeScores(JSON.parse(read.json), 'historical'));
      for (const name of ['StatusId', 'Confirmed', 'Clock', 'Stats', 'Seq', 'Ts', 'Action'] as const)
        expect(described[name]).toEqual(record[name]);
      for (const place of read.unfit) unfit.add(place);
    }
    // Every optional field has been of another type, and was told by its name.
    const { properties, required } = scoresSchema(sport, 'snapshot') as ObjectSchema;
    const read = ['StatusId', 'Confirmed', 'Clock', ...required];
    const present = Object.keys(properties).filter((name) => records.some((record) => name in record));
    expect(present.filter((name) => !read.includes(name) && !unfit.has(name))).toEqual([]);
    expect([...unfit].filter((place) => /[^\w.*]/.test(place))).toEqual([]);
  });

  it('of a live feed may have null where a field is absent, and inside what nobody reads also documented names', () => {
    const record = records.find((one) => one.Clock && one.StatusId) as ScoresRecord;
    const { Clock: _1, StatusId: _2, Confirmed: _3, ...rest } = asLiveFeed(record);
    const nothing = { ...rest, PossibleEvent: null, Clock: null, StatusId: null, Confirmed: null };
    for (const sent of [nothing, { ...nothing, Clock: {} }].map((one) => JSON.stringify(one))) {
      const read = readRecord(sent);
      expect([read.form, read.unfit, writeRecord(read, 'observed')]).toEqual(['observed', read.unfit, sent]);
      checkSchema(scoresSchema(sport, 'snapshot'), JSON.parse(writeRecord(read, 'described')));
    }
    const lower = { ...asLiveFeed(record), PlayerStats: null, Data: { New: { Clock: record.Clock } } };
    expect(readRecord(lower)).toMatchObject({ form: 'observed', unfit: [], json: JSON.stringify(lower) });
  });

  it('go into the same leaves in every form', () => {
    const leaf = ({ json }: ReadRecord): Fields => {
      const { FixtureId, Seq, Ts, StatusId, Stats } = JSON.parse(json);
      return { FixtureId, Seq, Ts, StatusId, Stats };
    };
    for (const record of records.filter((_, i) => i % 10 === 0)) {
      const expected = leaf(readRecord(encodeScores(record, 'snapshot')));
      for (const sent of [encodeScores(record, 'historical'), observed(record), asLiveFeed(record)])
        expect(leaf(readRecord(sent))).toEqual(expected);
    }
  });
});

describe('the form', () => {
  const record = scoresOf('soccer').find((one) => 'Clock' in one && 'Parti1StateSoccer' in one) as ScoresRecord;
  const plain = scoresOf('soccer').find(
    (one) => readRecord(encodeScores(one, 'snapshot')).form === 'either',
  ) as ScoresRecord;

  it('is refused if it is mixed', () => {
    const mixed = { ...encodeScores(record, 'snapshot'), Parti1State: {} };
    const { number, message } = thrown(() => readRecord(mixed));
    expect([number, message]).toEqual([
      7056,
      '$.Parti1State is a name of the observed format, $.Clock.running one of the documented format.',
    ]);
    const inside = { ...encodeScores(record, 'snapshot'), Data: { New: { Clock: { Running: true, Seconds: 1 } } } };
    expect(thrown(() => readRecord(inside)).context.observed).toBe('$.Data.New.Clock.Running');
  });

  it('with an unknown field is observed, unless a name is documented', () => {
    expect(readRecord({ ...encodeScores(plain, 'snapshot'), Colour: 1 }).form).toBe('observed');
    expect(thrown(() => readRecord({ ...encodeScores(record, 'snapshot'), Colour: 1 }))).toMatchObject({
      number: 7004,
      context: { path: '$.Colour' },
    });
    expect(thrown(() => readRecord({ ...encodeScores(plain, 'historical'), colour: 1 })).number).toBe(7004);
  });

  it('of odds is the same in both wires, and closed', () => {
    const [odds] = run.soccer.flatMap(({ odds: all }) => all);
    if (!odds) throw new Error('no odds');
    const sent = JSON.stringify(encodeOdds(odds));
    const read = readRecord(sent);
    expect([read.form, writeRecord(read, 'observed'), writeRecord(read, 'described')]).toEqual(['either', sent, sent]);
    // The service does not read percentages, because no proof covers them.
    for (const Pct of ['NA', 7, null, {}, [1, 2, 3], [[]]]) {
      const changed = JSON.stringify({ ...JSON.parse(sent), Pct });
      const taken = readRecord(changed);
      expect([taken.form, taken.unfit, writeRecord(taken, 'observed')]).toEqual([
        'observed',
        Pct === null ? [] : ['Pct'],
        changed,
      ]);
      expect(writeRecord(taken, 'described')).toBe(sent);
    }
    // As a misspelt MarketParameters would change the leaf.
    expect(thrown(() => readRecord({ ...JSON.parse(sent), MarketParameter: 'line=1' })).number).toBe(7004);
  });

  it('of suspended odds may keep the names of the prices, which the leaf leaves out', () => {
    const suspended = run.soccer.flatMap(({ odds: all }) => all).find(({ prices }) => prices.length === 0);
    if (!suspended) throw new Error('no suspended odds');
    const plainOdds = readRecord(encodeOdds(suspended));
    const names = ODDS_MARKETS[suspended.superOddsType as OddsMarket];
    const sent = JSON.stringify({ ...encodeOdds(suspended), PriceNames: names });
    const read = readRecord(sent);
    expect(read).toMatchObject({ form: 'observed', unfit: [], json: sent });
    for (const wire of ['observed', 'described'] as const) expect(writeRecord(read, wire)).toBe(sent);
    const leaves = [plainOdds, read].map(({ json }) => oddsLeafHash(oddsOfWire(JSON.parse(json))));
    expect(leaves[0]).toEqual(leaves[1]);
  });

  it('of fixtures is told by their state', () => {
    const feed = { ...fixture, gameState: 'live' } as const;
    const documented = JSON.stringify(documentedFixture(feed));
    expect(readRecord(documented)).toMatchObject({ form: 'documented', json: documented });
    const listed = encodeListedFixture(feed);
    const { GameState: _, ...stateless } = listed;
    const { Venue, ...own } = listedByFeed(feed);
    for (const sent of [listed, own, stateless, { Venue, ...own }, { ...listed, Venue }, { ...stateless, Venue }]) {
      const read = readRecord(sent);
      expect(read.form).toBe('Venue' in sent ? 'observed' : 'either');
      const isLive = 'GameState' in sent;
      expect(JSON.parse(read.json).GameState).toBe(isLive ? 'live' : 'scheduled');
      // Lists always have the state, because the leaf cannot be rebuilt without it.
      const shown = { ...listed, GameState: isLive ? 2 : 1 };
      expect(writeRecord(read, 'described')).toBe(JSON.stringify(shown));
      expect(writeRecord(read, 'observed')).toBe(
        JSON.stringify('Venue' in sent ? { ...sent, ...(!isLive && { GameState: 1 }) } : shown),
      );
    }
  });
});

describe('all faults of a record are reported at once', () => {
  const record = scoresOf('soccer').find((one) => 'Clock' in one && one.StatusId === 2) as ScoresRecord;
  const [odds] = run.soccer.flatMap(({ odds: all }) => all.filter(({ prices }) => prices.length > 0));
  if (!odds) throw new Error('no odds');
  const sentOdds = encodeOdds(odds);

  it.each<[what: string, sent: Fields, paths: readonly string[]]>([
    [
      'observed scores',
      { ...observed(record), FixtureId: 'x', Ts: undefined, Stats: { 9999: 0 }, Confirmed: 1, Clock: { Running: 'x' } },
      ['$.Ts', '$.FixtureId', '$.Confirmed', '$.Clock.Running', '$.Stats.9999'],
    ],
    [
      'observed scores with broken rules only',
      { ...observed(record), Stats: { 9999: 0 }, Participant2Id: record.Participant1Id },
      ['$.Stats.9999', '$.Participant2Id'],
    ],
    [
      'historical scores',
      { ...encodeScores(record, 'historical'), ts: undefined, statusSoccerId: 0, colour: 1, stats: { 9999: 0 } },
      ['$.ts', '$.statusSoccerId', '$.colour', '$.stats.9999'],
    ],
    [
      'odds',
      { ...sentOdds, Ts: undefined, BookmakerId: 1, FixtureId: 0, Prices: [1000], PriceNames: ['x'] },
      ['$.Ts', '$.FixtureId', '$.MessageId', '$.Prices', '$.PriceNames', '$.Prices[0]'],
    ],
    [
      'an observed fixture',
      { ...listedByFeed(fixture), SportId: undefined, GameState: 5, Participant2Id: fixture.participant1Id },
      ['$.SportId', '$.GameState', '$.Participant2Id'],
    ],
    [
      'a documented fixture',
      { ...documentedFixture(fixture), Ts: undefined, Sports: 1, Participant2Id: fixture.participant1Id },
      ['$.Ts', '$.Sports', '$.Participant2Id'],
    ],
  ])('%s', (_, sent, paths) => {
    const { message, context } = thrown(() => readRecord(copy(sent)));
    expect((context.faults as { path: string }[]).map(({ path }) => path)).toEqual(paths);
    for (const path of paths) expect(message).toContain(path);
  });

  it('in a bounded list', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`Q${i}`, 'x'.repeat(5_000)]));
    const { message, context } = thrown(() => readRecord({ ...encodeScores(record, 'snapshot'), ...many }));
    expect(context.faults).toHaveLength(20);
    expect(message.length).toBeLessThanOrEqual(1_000);
  });
});

describe('a service', () => {
  const database = sharedDatabase();
  let service: StoredService;

  const start = async (): Promise<void> => {
    service = await StoredService.start(await database.fresh());
  };

  it('takes a record of one wire as a repeat of the same record of the other', async () => {
    await start();
    const { scores, fixtures } = matchRecords({
      seed: 'forms',
      sport: 'soccer',
      fixtureId: FIXTURE,
      startTime: START,
    });
    const [announced] = fixtures;
    if (!announced) throw new Error('no fixture');
    service.clock.set(Math.max(...scores.map(({ Ts }) => Ts)));
    const { Venue: _, ...sentByFeed } = listedByFeed(announced);
    await service.accept([documentedFixture(announced), sentByFeed]);
    const records = scores as readonly ScoresRecord[];
    const inWires = (odd: number) =>
      records.map((record, i) => (i % 2 === odd ? observed(record) : encodeScores(record, 'snapshot')));
    await service.accept(inWires(0));
    const again = await service.accept(inWires(1));
    expect(again.length).toBe(records.length);
    const stored = await itemsOf(service.store.records.pagesOfFixture('scores', FIXTURE));
    expect(stored.length).toBe(records.length);
    // Only one of the two forms is stored.
    expect((await itemsOf(service.store.records.pagesOfFixture('fixtures', FIXTURE))).length).toBe(1);
    await service.close();
  });

  type Row = readonly [
    seq: number,
    ts: number,
    statusId: number | null,
    statCount: number,
    nonZero: Record<string, number>,
  ];
  const files = recordedNames('batches');

  it.skipIf(!hasRecordings).each(files)(
    'takes all records of the recorded match %s, and builds its roots',
    async (file) => {
      const match = recorded('batches', file);
      const rows: readonly Row[] = match.records;
      const [first] = rows;
      if (!first) throw new Error('no record');
      await start();
      const head = {
        FixtureId: match.fixtureId,
        GameState: 'scheduled',
        StartTime: first[1],
        IsTeam: true,
        FixtureGroupId: 1,
        CompetitionId: 1,
        CountryId: 1,
        SportId: 1,
        Participant1IsHome: true,
        Participant1Id: 1,
        Participant2Id: 2,
      };
      const recordOf = ([seq, ts, statusId, statCount, nonZero]: Row): Fields => ({
        ...head,
        Action: 'possession',
        Id: seq,
        Ts: ts,
        ConnectionId: 1,
        Seq: seq,
        ...(statusId !== null && { StatusId: statusId, Clock: { Running: statusId > 1, Seconds: seq } }),
        PossibleEvent: {},
        Stats: Object.fromEntries(statCount === 0 ? [] : keysOfSport('soccer').map((key) => [key, nonZero[key] ?? 0])),
      });
      const announced = { ...fixture, fixtureId: match.fixtureId, ts: first[1] - 3_600_000 } as FixtureRecord;
      service.clock.set(announced.ts);
      // The recording begins after the first records of the feed.
      const earlier = Array.from({ length: first[0] }, (_, seq) => recordOf([seq, announced.ts, null, 0, {}]));
      await service.accept([listedByFeed(announced), ...earlier]);
      for (const row of rows) {
        service.clock.set(row[1]);
        const [taken] = await service.accept([recordOf(row)]);
        expect([taken?.seq, taken?.ts]).toEqual([row[0], row[1]]);
      }
      const stored = await itemsOf(service.store.records.pagesOfFixture('scores', match.fixtureId));
      const sent = new Map(rows.map((row) => [row[0], JSON.stringify(recordOf(row))]));
      for (const { seq, json: text } of stored)
        if (sent.has(seq)) expect(writeRecord({ kind: 'scores', json: text }, 'observed')).toBe(sent.get(seq));
      service.clock.set((rows.at(-1)?.[1] ?? 0) + 3_600_000);
      await service.sealAndPublish();
      const account = new Uint8Array(Buffer.from(recorded(match.roots).data, 'base64'));
      const slots = new Set(rows.map(([, ts]) => ts - (ts % 300_000)));
      expect(slots.size).toBe(30);
      for (const slot of slots)
        expect([slot, service.published.roots.get(`scores/${slot}`)]).toEqual([
          slot,
          bytesToHex(dailyRoot('scores', account, slotTimeOf(slot))),
        ]);
      await service.close();
    },
  );
});
