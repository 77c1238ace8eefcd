import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeListedFixture, type FixtureRecord } from '../../ts/records/record/fixture.js';
import { encodeScores, type ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { listenForRecords, type RecordSocket } from '../../ts/service/data/intake/listenForRecords.js';
import { Store } from '../../ts/service/data/store/store.js';
import { linesman } from '../helpers/cli.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { asLiveFeed, listedByFeed, observed, withOtherTypes } from '../helpers/service/liveFeed.js';
import { ALL, END, fixtures, odds, SLOT, scores, slotOf } from '../helpers/service/sentRecords.js';
import { StoredService } from '../helpers/service/storedService.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const ID = 12_000_001;
const START = 1_700_000_000_000;
const match = matchRecords({ seed: 'cli', sport: 'soccer', fixtureId: ID, startTime: START });
const lines = matchLines({ seed: 'cli', fixtureId: ID, startTime: START });
const [fixtureLine = ''] = lines;
const scoreLine =
  lines.find((line) => 'Seq' in JSON.parse(line) && Object.keys(JSON.parse(line).Stats).length > 0) ?? '';
const oddsLine = lines.find((line) => 'MessageId' in JSON.parse(line)) ?? '';

const folder = temporaryFolder('forms');
let store: Store;
let service: RecordSocket;
beforeAll(async () => {
  store = await Store.open('memory');
  const ingest = new Ingest({ store, clock: new ManualClock(START + 10 ** 9), validate: validateRecord });
  service = await listenForRecords({ ingest, path: join(folder, 'ingest.sock') });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

interface Refusal {
  readonly line: number;
  readonly number: number;
  readonly path: string;
  readonly message: string;
  readonly faults?: readonly { readonly path: string; readonly message: string }[];
}
interface Counts {
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  readonly forms: Readonly<Record<string, number>>;
  readonly refusals: readonly Refusal[];
}
/** The output of the command for some lines. */
async function taken(...input: readonly string[]): Promise<Counts> {
  const file = join(folder, 'input');
  writeFileSync(file, `${input.join('\n')}\n`);
  const { stdout, stderr } = await linesman(['ingest', file, '--data', folder, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}
async function refusalOf(record: string | object): Promise<Refusal> {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  const { refusals } = await taken(text);
  expect(refusals).toHaveLength(1);
  return refusals[0] as Refusal;
}

describe('linesman ingest --schema', () => {
  it('prints the published schema of a kind and a form', async () => {
    for (const kind of ['scores', 'odds', 'fixtures'])
      for (const form of ['documented', 'observed']) {
        const { code, stdout } = await linesman(['ingest', '--schema', kind, '--form', form]);
        const file = new URL(`../../ts/service/schema/${kind}.${form}.schema.json`, import.meta.url);
        expect([kind, form, code, stdout]).toEqual([kind, form, 0, readFileSync(file, 'utf8')]);
      }
    expect(await linesman(['ingest', '--schema', 'records'])).toMatchObject({ code: 2, stdout: '' });
    expect((await linesman(['ingest', '--form', 'observed'])).stderr).toContain('--schema');
  });

  it('prints one schema that every accepted record matches', async () => {
    const { code, stdout, stderr } = await linesman(['ingest', '--schema']);
    expect([code, stderr]).toEqual([0, '']);
    const schema = JSON.parse(stdout);
    const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { int32: true, int64: true, byte: true } });
    const fits = ajv.compile(schema);
    for (const sport of SPORTS)
      for (const line of matchLines({ seed: 'schema', sport, fixtureId: ID, startTime: START }))
        expect(fits(JSON.parse(line)), line).toBe(true);
    for (const fixture of match.fixtures) expect(fits(encodeListedFixture(fixture))).toBe(true);
    for (const line of [fixtureLine, scoreLine, oddsLine]) {
      const { FixtureId: _, ...without } = JSON.parse(line);
      expect(fits(without)).toBe(false);
      expect(fits({ ...JSON.parse(line), Sports: 1 })).toBe(false);
    }
  });
});

describe('a refused record', () => {
  it.each([
    ['fixtures', () => fixtureLine],
    ['scores', () => scoreLine],
    ['odds', () => oddsLine],
  ])('of %s is reported with all its faults', async (_, line) => {
    const record = JSON.parse(line());
    const { Ts: _1, ...rest } = record;
    const { number, path, message, faults, line: at } = await refusalOf({ ...rest, FixtureId: 'x', Sports: 1, Odd: 2 });
    expect([number, path, at]).toEqual([7031, '$.Ts', 1]);
    expect(faults?.map((fault) => fault.path)).toEqual(['$.Ts', '$.FixtureId', '$.Sports', '$.Odd']);
    for (const { path: place } of faults ?? []) expect(message).toContain(place);
  });

  it('has a bounded list of faults of bounded length', async () => {
    const { Competition, Participant1IsHome } = JSON.parse(fixtureLine);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`Unknown${i}`, i]));
    const { faults, message } = await refusalOf({ Competition, Participant1IsHome, ...many });
    expect(faults).toHaveLength(20);
    expect(message.length).toBeLessThanOrEqual(1_000);
    expect(message).toMatch(/And more\.$/);
  });

  it('with a single fault has only that fault in its message', async () => {
    const { faults, message } = await refusalOf({ ...JSON.parse(fixtureLine), Sport: 'chess' });
    expect(faults).toBeUndefined();
    expect(message).toMatch(/^\$\.Sport is "chess", not one of [^.]*\.$/);
  });

  it('is also named by its line in text output', async () => {
    const bad = JSON.stringify({ Competition: 'x' });
    const { code, stderr } = await linesman(['ingest', '--data', folder], `${fixtureLine}\n${bad}\n`);
    expect(code).toBe(1);
    expect(stderr).toContain('line 2, $.Ts: error 7031 ');
    expect(stderr).toContain('$.Participant2Id is missing.');
  });
});

describe('records in the forms of both wires', () => {
  const none = { documented: 0, historical: 0, observed: 0, either: 0 };

  it('are taken from one file, and counted by form', async () => {
    const sport = 'basketball';
    const { fixtures, scores: made } = matchRecords({ seed: 'form', sport, fixtureId: 601, startTime: START });
    const [fixture] = fixtures;
    const records = made as readonly ScoresRecord[];
    if (!fixture) throw new Error('no fixture');
    const { SportId: _, ...withoutSport } = listedByFeed(fixture);
    const sent = records.map((record, i) =>
      i % 3 === 0
        ? encodeScores(record, 'snapshot')
        : i % 3 === 1
          ? asLiveFeed(record)
          : encodeScores(record, 'historical'),
    );
    const file = join(folder, 'feed.ndjson');
    writeFileSync(file, [withoutSport, ...sent].map((record) => `${JSON.stringify(record)}\n`).join(''));
    const refused = await linesman(['ingest', file, '--data', folder, '--json']);
    expect(JSON.parse(refused.stdout)).toMatchObject({ accepted: 0, forms: none });
    expect(JSON.parse(refused.stdout).refusals[0]).toMatchObject({ line: 1, number: 7402, path: '$.SportId' });
    const { code, stdout } = await linesman(['ingest', file, '--data', folder, '--sport', sport, '--json']);
    const { forms, refusals } = JSON.parse(stdout);
    expect([code, refusals]).toEqual([0, []]);
    expect(forms.observed).toBe(1 + sent.filter((_, i) => i % 3 === 1).length);
    expect(forms.historical).toBe(sent.filter((_, i) => i % 3 === 2).length);
    expect(forms.documented + forms.either).toBe(sent.filter((_, i) => i % 3 === 0).length);
    const output = await linesman(['ingest', file, '--data', folder, '--sport', sport]);
    expect(output.stdout).toBe(
      `0 accepted, ${sent.length + 1} repeated, 0 refused\n` +
        `forms: ${forms.documented} documented; ${forms.historical} documented, of intervals; ` +
        `${forms.observed} observed${forms.either > 0 ? `; ${forms.either} the same in both` : ''}\n`,
    );
  });

  it('are taken out of what recorders wrap around them, which is told', async () => {
    const pretty = readFileSync(new URL('../service/feeds/fixtures-pretty.json', import.meta.url), 'utf8');
    const feed = readFileSync(new URL('../service/feeds/feed-conditions.ndjson', import.meta.url), 'utf8');
    const wrapped = feed
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line, i) => `{"ts":${i},"data":${line}}`);
    const beat = '{"recordedAt":"2026-06-11","event":"heartbeat","data":{"Ts":1}}';
    const file = join(folder, 'wrapped');
    writeFileSync(file, `${pretty}\n${wrapped.join(`\n${beat}\n`)}`);
    const { code, stdout } = await linesman(['ingest', file, '--data', folder]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('9 accepted, 0 repeated, 0 refused\n')]);
    expect(stdout).toContain('\nwrapped: 8 records in the field data; 7 heartbeats skipped\n');
    const named = await linesman(['ingest', file, '--data', folder, '--unwrap', 'data', '--json']);
    expect(JSON.parse(named.stdout)).toMatchObject({ repeated: 9, unwrapped: { data: 8 }, heartbeats: 7 });
  });

  it('may have fields of other types, which are counted and told', async () => {
    const { fixtures, scores: made } = matchRecords({
      seed: 'types',
      sport: 'soccer',
      fixtureId: 602,
      startTime: START,
    });
    const random = new Random('types');
    const sent = (made as readonly ScoresRecord[]).map((one) => withOtherTypes(one, (below) => random.below(below)));
    const records = [listedByFeed(fixtures[0] as FixtureRecord), ...sent].map((one) => JSON.stringify(one));
    const file = join(folder, 'types.ndjson');
    writeFileSync(file, records.join('\n'));
    const { code, stdout } = await linesman(['ingest', file, '--data', folder]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        / 0 refused\nforms: .*\nkept as sent, omitted from the described format: \d+ \w+.*fields\n$/,
      ),
    ]);
    const stored = await itemsOf(store.records.pagesOfFixture('scores', 602));
    expect(stored.map(({ json }) => json)).toEqual(records.slice(1));
    const again = JSON.parse((await linesman(['ingest', file, '--data', folder, '--json'])).stdout);
    expect(again).toMatchObject({ repeated: records.length, unfit: {} });
  });

  it('are refused with all faults, by the names of their form', async () => {
    const { Ts: _1, Clock: _2, ...record } = observed(match.scores.find(({ Clock }) => Clock) as ScoresRecord);
    const sent = { ...record, Clock: { Running: 'yes' }, Seq: '7', FixtureId: 'x'.repeat(9_000) };
    const { number, faults, message } = await refusalOf(sent);
    expect([number, faults?.map(({ path }) => path)]).toEqual([
      7031,
      ['$.Ts', '$.FixtureId', '$.Seq', '$.Clock.Running'],
    ]);
    expect(message.length).toBeLessThan(1_000);
  });

  it('are refused if a record has names of both', async () => {
    const record = encodeScores(match.scores.find(({ Clock }) => Clock) as ScoresRecord, 'snapshot');
    expect(await refusalOf({ ...record, PossibleEvent: {} })).toMatchObject({ number: 7056, path: '$.PossibleEvent' });
  });

  it('are told in the help, whose example works', async () => {
    const { stdout } = await linesman(['ingest', '--help']);
    const [, example = ''] = /\$ linesman (ingest --schema scores --form observed)\n/.exec(stdout) ?? [];
    const shown = await linesman(example.split(' '));
    expect([shown.code, JSON.parse(shown.stdout).title]).toEqual([0, 'Record of scores, observed form']);
  });
});

describe('what is no record', () => {
  it.each([
    [{ payload: {}, signature: '' }, 'an answer with a proof'],
    [{ snapshot: {}, summary: {} }, 'an answer with a proof'],
    [{ Ts: 1, Gap: { From: 1, To: 2 } }, 'a heartbeat of a stream'],
  ])('%j is recognised', async (record, words) => {
    const { number, message } = await refusalOf(record);
    expect([number, message.includes(words)], message).toEqual([7246, true]);
  });

  it('is not reported for a record that is only invalid', async () => {
    expect((await refusalOf({ ...JSON.parse(scoreLine), Surprise: 1 })).number).toBe(7004);
    expect((await refusalOf({ Competitions: 1 })).number).toBe(7040);
    expect((await refusalOf('[1,')).number).toBe(7040);
    expect((await refusalOf(`[{"Ts":1,"Ts":2}]`)).number).toBe(7170);
  });
});

describe('a fixture in the form of lists', () => {
  const [first] = match.fixtures;
  const listed = (FixtureId: number, change: object = {}): string =>
    JSON.stringify({ ...encodeListedFixture(first as NonNullable<typeof first>), FixtureId, ...change });
  const whole = (FixtureId: number, change: object = {}): string =>
    JSON.stringify({ ...JSON.parse(fixtureLine), FixtureId, ...change });
  const gameState = async (id: number) =>
    JSON.parse((await itemsOf(store.records.pagesOfFixture('fixtures', id))).at(-1)?.json ?? '').GameState;

  /** As lists were before they had the state. */
  const stateless = (FixtureId: number, change: object = {}): string =>
    listed(FixtureId, { ...change, GameState: undefined });

  it('becomes scheduled if it is new without a state, and is stored once', async () => {
    expect(await taken(stateless(501))).toMatchObject({ accepted: 1, refused: 0 });
    expect(await gameState(501)).toBe('scheduled');
    expect(await taken(stateless(501), whole(501))).toMatchObject({ accepted: 0, repeated: 2 });
  });

  it('does not change a known state', async () => {
    expect(await taken(whole(502), whole(502, { GameState: 'live' }))).toMatchObject({ accepted: 2 });
    const Ts = JSON.parse(fixtureLine).Ts + 1;
    const input = [stateless(502), stateless(502, { Participant1: 'Renamed', Ts })];
    expect(await taken(...input)).toMatchObject({ accepted: 1, repeated: 1 });
    expect(await gameState(502)).toBe('live');
  });

  it('changes the state if it has one', async () => {
    expect(await taken(whole(504), listed(504, { GameState: 2 }))).toMatchObject({ accepted: 2 });
    expect(await gameState(504)).toBe('live');
  });

  it('is refused with its faults', async () => {
    expect(await refusalOf(listed(503, { SportId: 3 }))).toMatchObject({ number: 7031, path: '$.SportId' });
    expect(await refusalOf(listed(503, { Participant1: 5 }))).toMatchObject({ path: '$.Participant1' });
  });
});

/** Another service can ingest all answers in either wire, and then gives the same answers in both. */
describe.each(['described', 'observed'])('all answers of a service in the %s wire can be ingested again', (wire) => {
  const database = sharedDatabase();
  let source: StoredService;
  let target: StoredService;
  let copy: Store;
  beforeAll(async () => {
    source = await StoredService.start(await database.fresh());
    await source.comeTo(END);
    copy = await Store.open('memory');
    target = await StoredService.start(copy);
    target.clock.set(END);
  });
  afterAll(async () => {
    await source?.close();
    await target?.close();
    await copy?.close();
  });

  const get = async (of: StoredService, path: string): Promise<string> => {
    const credentials = {
      authorization: `Bearer ${await of.sessions.start()}`,
      'x-api-token': await of.subscribed(`wallet ${Math.random()}`, 0),
    };
    const { statusCode, body } = await of.app.inject({ method: 'GET', url: path, headers: credentials });
    expect([path, statusCode]).toEqual([path, 200]);
    return body;
  };
  const paths = (): { readonly lists: string[]; readonly histories: string[] } => {
    const lists = ['/api/fixtures/snapshot'];
    for (let slot = slotOf(ALL[0]?.ts ?? 0); slot <= END; slot += SLOT) {
      const [day, minutes] = [Math.floor(slot / 86_400_000), (slot % 86_400_000) / 60_000];
      lists.push(`/api/odds/updates/${day}/${Math.floor(minutes / 60)}/${(minutes % 60) / 5}`);
    }
    const ids = [...new Set(scores.map(({ fixtureId }) => fixtureId))];
    return { lists, histories: ids.map((id) => `/api/scores/historical/${id}`) };
  };

  it('fixtures, odds and scores', async () => {
    const all = paths();
    const ingest = new Ingest({
      store: copy,
      clock: target.clock,
      validate: validateRecord,
    });
    // Replaces the service of the tests above.
    await service.close();
    service = await listenForRecords({ ingest, path: join(folder, 'ingest.sock') });
    const counts: Counts[] = [];
    for (const one of [...all.lists, ...all.histories])
      counts.push(await taken(await get(source, `${one}?wire=${wire}`)));
    expect(counts.flatMap(({ refusals }) => refusals)).toEqual([]);
    const accepted = counts.reduce((sum, one) => sum + one.accepted, 0);
    const known = new Set(fixtures.map(({ fixtureId }) => fixtureId)).size;
    expect(accepted).toBe(
      known + odds.filter(({ ts }) => ts <= END).length + scores.filter(({ ts }) => ts <= END).length,
    );
    for (const one of ['/api/fixtures/snapshot', ...all.histories])
      for (const shown of ['described', 'observed'])
        expect(await get(target, `${one}?wire=${shown}`)).toBe(await get(source, `${one}?wire=${shown}`));
  });
});
