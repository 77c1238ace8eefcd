import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeListedFixture } from '../../ts/records/record/fixture.js';
import { encodeOdds } from '../../ts/records/record/odds.js';
import type { Form } from '../../ts/records/record/schema/form.js';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import type { VerifyResult } from '../../ts/sdk/proof/verify.js';
import { LEAGUE_BUNDLES } from '../../ts/season/leagues.js';
import type { RecordKind } from '../../ts/service/data/store/recordKind.js';
import type { Wire } from '../../ts/service/edge/answer/wire.js';
import { eventFrame, listedFrame } from '../../ts/service/edge/stream/frame.js';
import { sharedDatabase } from '../helpers/service/database.js';
import {
  ALL,
  actionOf,
  DAY,
  END,
  fixtures,
  HOUR,
  hourOf,
  ID,
  latestOf,
  lineOf,
  MINUTE,
  matches,
  odds,
  provable,
  type Sent,
  type SentFixture,
  type SentOdds,
  type SentScores,
  SLOT,
  START,
  scores,
  slotOf,
} from '../helpers/service/sentRecords.js';
import { StoredService } from '../helpers/service/storedService.js';
import { heartbeats, indices } from '../helpers/service/streamEvents.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled } from '../helpers/service/testClock.js';

const WIRES: readonly Wire[] = ['described', 'observed'];

const database = sharedDatabase();
let service: StoredService;
let credentials: Record<string, string>;

beforeAll(async () => {
  service = await StoredService.start(await database.fresh());
  credentials = {
    authorization: `Bearer ${await service.sessions.start()}`,
    'x-api-token': await service.subscribed('w', 0),
  };
});
afterAll(async () => {
  await service?.close();
});

const comeTo = (time: number) => service.comeTo(time);
const sealAndPublish = () => service.sealAndPublish();
const subscribed = (wallet: string, leagueBundle: number) => service.subscribed(wallet, leagueBundle);
const known = <T extends Sent>(all: readonly T[]): T[] => service.known(all);
const inSlot = <T extends Sent>(all: readonly T[], slot: number, fixtureId?: number): T[] =>
  service.inSlot(all, slot, fixtureId);

interface Got {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}
async function get(path: string, wire?: Wire, more: Record<string, string> = {}): Promise<Got> {
  const url = wire === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}wire=${wire}`;
  const { statusCode, body, headers } = await service.app.inject({
    method: 'GET',
    url,
    headers: { ...credentials, ...more },
  });
  return { status: statusCode, text: body, headers };
}
/** Checks that an endpoint answers `of`, byte by byte, in each wire. */
async function says(path: string, of: (wire: Wire) => unknown): Promise<void> {
  for (const wire of WIRES) {
    const { status, text } = await get(path, wire);
    const expected = of(wire);
    expect([path, wire, status, text]).toEqual([
      path,
      wire,
      200,
      typeof expected === 'string' ? expected : JSON.stringify(expected),
    ]);
  }
}

const form = (wire: Wire, described: Form = 'snapshot'): Form => (wire === 'observed' ? 'observed' : described);
const scoresOn = (all: readonly SentScores[], wire: Wire, described: Form = 'snapshot') =>
  all.map(({ record }) => encodeScores(record, form(wire, described)));
const textOn = (all: readonly SentScores[], wire: Wire) =>
  all.map(({ record }) => listedFrame(record.Seq, encodeScores(record, form(wire)))).join('');
const oddsOn = (all: readonly SentOdds[]) => all.map(({ record }) => encodeOdds(record));
const fixturesOn = (all: readonly SentFixture[]) => all.map(({ record }) => encodeListedFixture(record));
const pathOf = (slot: number): string =>
  `${Math.floor(slot / DAY)}/${Math.floor((slot % DAY) / HOUR)}/${(slot % HOUR) / SLOT}`;
function verified(answer: string, kind: RecordKind, ts: number, sport: Sport = 'soccer'): VerifyResult {
  return service.verified(parseProof(JSON.parse(answer)), kind, ts, sport);
}
const question = ({ record }: SentScores): string => `fixtureId=${record.FixtureId}&seq=${record.Seq}`;

async function lists(): Promise<void> {
  const now = service.clock.now();
  const running = slotOf(now);
  for (const sport of SPORTS) {
    const id = ID[sport];
    const own = known(scores).filter(({ fixtureId }) => fixtureId === id);
    const ownOdds = known(odds).filter(({ fixtureId }) => fixtureId === id);
    await says(`/api/scores/snapshot/${id}`, (wire) => scoresOn(latestOf(own, actionOf), wire));
    await says(`/api/scores/historical/${id}`, (wire) => textOn(own, wire));
    await says(`/api/scores/updates/${id}`, (wire) => textOn(inSlot(scores, running, id), wire));
    await says(`/api/odds/updates/${id}`, () => oddsOn(inSlot(odds, running, id)));
    await says(`/api/odds/snapshot/${id}`, () => oddsOn(latestOf(inSlot(odds, running, id), lineOf)));
    // As of a record's time, and as of the millisecond before.
    for (const asOf of [own, ownOdds].flatMap((list) => {
      const ts = list[Math.floor(list.length / 2)]?.ts ?? now;
      return [ts, ts - 1, 0];
    })) {
      const until = <T extends Sent>(list: readonly T[]): T[] => list.filter(({ ts }) => ts <= asOf);
      await says(`/api/scores/snapshot/${id}?asOf=${asOf}`, (wire) => scoresOn(latestOf(until(own), actionOf), wire));
      await says(`/api/odds/snapshot/${id}?asOf=${asOf}`, () => oddsOn(latestOf(until(ownOdds), lineOf)));
    }
    const future = now + DAY;
    await says(`/api/scores/snapshot/${id}?asOf=${future}`, (wire) => scoresOn(latestOf(own, actionOf), wire));
    await says(`/api/odds/snapshot/${id}?asOf=${future}`, () => oddsOn(latestOf(ownOdds, lineOf)));
  }
  for (const slot of [running - 3 * SLOT, running - 2 * SLOT, running - SLOT]) {
    for (const prefix of ['', '/api'])
      await says(`${prefix}/scores/updates/${pathOf(slot)}`, (wire) =>
        scoresOn(inSlot(scores, slot), wire, 'historical'),
      );
    await says(`/api/odds/updates/${pathOf(slot)}`, () => oddsOn(inSlot(odds, slot)));
    await says(`/api/odds/updates/${pathOf(slot)}?fixtureId=${ID.soccer}`, () => oddsOn(inSlot(odds, slot, ID.soccer)));
    await says(`/api/scores/updates/${pathOf(slot)}?fixtureId=${ID.basketball}`, (wire) =>
      scoresOn(inSlot(scores, slot, ID.basketball), wire, 'historical'),
    );
  }
  for (const slot of [running, running + SLOT])
    for (const kind of ['odds', 'scores']) await says(`/api/${kind}/updates/${pathOf(slot)}`, () => []);

  const current = latestOf(known(fixtures), ({ fixtureId }) => String(fixtureId)).sort(
    (a, b) => a.fixtureId - b.fixtureId,
  );
  const day = Math.floor(START / DAY);
  await says('/api/fixtures/snapshot', () => fixturesOn(current));
  await says(`/api/fixtures/snapshot?startEpochDay=${day}`, () => fixturesOn(current));
  await says(`/api/fixtures/snapshot?startEpochDay=${day + 1}`, () => []);
  for (const { record } of current)
    await says(`/api/fixtures/snapshot?startEpochDay=${day}&competitionId=${record.competitionId}`, () =>
      fixturesOn(current.filter((one) => one.record.competitionId === record.competitionId)),
    );
  const hours = new Set(known(fixtures).map(({ ts }) => hourOf(ts)));
  for (const hour of [...hours, hourOf(START - 10 * DAY)])
    await says(`/api/fixtures/updates/${hour}`, () =>
      fixturesOn(known(fixtures).filter(({ ts }) => hourOf(ts) === hour)),
    );
}

describe('a slot that has ended but is not sealed', () => {
  test('is listed', async () => {
    await comeTo(START + 5 * MINUTE + 10_000);
    await sealAndPublish();
    for (const kind of [scores, odds]) expect(inSlot<Sent>(kind, START).length).toBeGreaterThan(3);
    await lists();
  });

  test('has no proofs yet, and says when to retry', async () => {
    const { sent, keys } = provable(inSlot(scores, START));
    const [message] = inSlot(odds, START);
    const waits = [
      ...['-v3', '-v4', ''].map((version) => `scores/stat-validation${version}?${question(sent)}&statKeys=${keys[0]}`),
      ...['', '-v4'].map(
        (version) => `odds/validation${version}?messageId=${message?.record.messageId}&ts=${message?.ts}`,
      ),
    ];
    for (const path of waits) {
      const { status, text, headers } = await get(`/api/${path}`);
      expect([path, status, text, headers['retry-after']]).toEqual([path, 404, 'Not published yet', '50']);
    }
    const { status, headers } = await get(
      `/api/fixtures/batch-validation?epochDay=${Math.floor(START / DAY)}&hourOfDay=${(START % DAY) / HOUR}`,
    );
    expect([status, headers['retry-after']]).toEqual([404, String(3600 + 60 - 310)]);
  });
});

describe('sealed slots and the current one', () => {
  beforeAll(async () => {
    await comeTo(START + 8 * MINUTE);
    await sealAndPublish();
  });

  test('are listed', async () => {
    for (const kind of [scores, odds]) expect(inSlot<Sent>(kind, START + SLOT).length).toBeGreaterThan(3);
    await lists();
  });

  test('sealed records are proven, in both wires', async () => {
    for (const sport of SPORTS) {
      const sealed = known(scores).filter(({ ts, fixtureId }) => fixtureId === ID[sport] && ts < START + SLOT);
      const { sent, keys } = provable(sealed);
      const { StatusId: period = 0, Stats } = sent.record;
      const facts = keys.map((key) => ({ key, value: (Stats as Record<string, number>)[key], period }));
      const versions = [
        `stat-validation?${question(sent)}&statKey=${keys[0]}&statKey2=${keys[1]}`,
        `stat-validation?${question(sent)}&statKeys=${keys}`,
        `stat-validation-v3?${question(sent)}&statKeys=${keys}`,
        `stat-validation-v4?${question(sent)}&statKeys=${keys}`,
      ];
      for (const [i, path] of versions.entries()) {
        const answers = await Promise.all(WIRES.map((wire) => get(`/api/scores/${path}`, wire)));
        for (const { status, text } of answers) {
          expect([path, status]).toEqual([path, 200]);
          const result = verified(text, 'scores', sent.ts, sport);
          expect(result).toMatchObject({ fixtureId: ID[sport] });
          const proof = parseProof(JSON.parse(text));
          expect(proof).toMatchObject({ kind: 'stat', version: i + 1 });
          if (proof.kind === 'stat') expect(proof.leaves.map(({ stat }) => stat)).toEqual(facts);
        }
        // The older versions have one wire; the others have two.
        expect(answers[0]?.text === answers[1]?.text).toBe(i < 2);
      }
    }
    for (const { record, ts } of known(odds).filter((one) => one.ts < START + SLOT && one.ts >= START - SLOT))
      for (const version of ['', '-v4'])
        for (const wire of WIRES) {
          const { status, text } = await get(
            `/api/odds/validation${version}?messageId=${record.messageId}&ts=${ts}`,
            wire,
          );
          expect(status).toBe(200);
          verified(text, 'odds', ts);
          const { odds: plain, payload } = JSON.parse(text);
          const { Pct, ...leaf } = encodeOdds(record);
          expect(version === '' ? plain : payload.oddsSnapshot).toEqual(wire === 'observed' ? { ...leaf, Pct } : leaf);
        }
    for (const { record, ts } of known(fixtures).filter((one) => one.ts < START - DAY))
      for (const wire of WIRES) {
        const one = await get(`/api/fixtures/validation?fixtureId=${record.fixtureId}`, wire);
        expect(one.status).toBe(200);
        verified(one.text, 'fixtures', ts);
        const [epochDay, hourOfDay] = hourOf(ts).split('/');
        const batch = await get(`/api/fixtures/batch-validation?epochDay=${epochDay}&hourOfDay=${hourOfDay}`, wire);
        expect(batch.status).toBe(200);
        verified(batch.text, 'fixtures', ts);
      }
  });

  test('unknown records are not found, and unknown fixtures have empty lists', async () => {
    const { sent, keys } = provable(known(scores));
    const bare = known(scores).find(({ record }) => Object.keys(record.Stats).length === 0);
    const [message] = known(odds);
    if (!bare || !message) throw new Error('no records');
    const missing = [
      [`scores/stat-validation-v3?fixtureId=${sent.fixtureId}&seq=99999&statKeys=1`, /99999/],
      [`scores/stat-validation-v4?fixtureId=${sent.fixtureId}&seq=-1&statKeys=1`, /-1/],
      [`scores/stat-validation-v4?fixtureId=5&seq=0&statKeys=1`, /Fixture 5/],
      [`scores/stat-validation-v4?${question(bare)}&statKeys=1`, /no stats/],
      [`scores/stat-validation?${question(sent)}&statKeys=${keys[0]},999999`, /999999/],
      [`scores/stat-validation?${question(sent)}&statKey=-3`, /-3/],
      [`odds/validation?messageId=${message.record.messageId}&ts=${message.ts + 1}`, /not found/],
      [`odds/validation-v4?messageId=unknown&ts=${message.ts}`, /not found/],
      [`odds/validation?messageId=%00&ts=9223372036854775807`, /not found/],
      [`fixtures/validation?fixtureId=5`, /Fixture 5/],
      [`fixtures/batch-validation?epochDay=${Math.floor(START / DAY) - 30}&hourOfDay=0`, /no slot of fixtures/],
    ] as const;
    for (const [path, says] of missing) {
      const { status, text } = await get(`/api/${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toMatch(says);
    }
    for (const id of ['5', '0', '-1', '9223372036854775807', '-9223372036854775808']) {
      for (const path of ['scores/snapshot', 'odds/snapshot', 'odds/updates'])
        await says(`/api/${path}/${id}`, () => []);
      for (const path of ['scores/updates', 'scores/historical']) await says(`/api/${path}/${id}`, () => '');
      for (const kind of ['scores', 'odds'])
        await says(`/api/${kind}/updates/${pathOf(START)}?fixtureId=${id}`, () => []);
    }
    for (const asOf of ['-1', '-9223372036854775808'])
      for (const kind of ['scores', 'odds']) await says(`/api/${kind}/snapshot/${ID.soccer}?asOf=${asOf}`, () => []);
  });

  test('invalid requests are refused before any lookup', async () => {
    for (const [path, text] of [
      ['scores/stat-validation-v3?fixtureId=5&seq=0&statKeys=1,1', 'Invalid value for: query parameter statKeys'],
      ['scores/stat-validation?fixtureId=5&seq=0&statKeys=1,2,3,4,5,6', 'Invalid value for: query parameter statKeys'],
      [`scores/updates/${Math.floor(START / DAY)}/24/0`, 'Invalid value for: path parameter hourOfDay'],
    ] as const) {
      const got = await get(`/api/${path}`);
      expect([got.status, got.text.split('. ', 1)]).toEqual([400, [text]]);
    }
  });

  test('a token sees only its leagues', async () => {
    const free = { 'x-api-token': await subscribed('free', 1) };
    const bought = LEAGUE_BUNDLES.find(({ id }) => id === 1)?.leagues ?? [];
    const seen = matches.filter(({ league }) => bought.includes(league.id));
    expect([seen.length > 0, seen.length < matches.length]).toEqual([true, true]);
    for (const { league, sport } of matches) {
      const status = bought.includes(league.id) ? 200 : 403;
      expect((await get(`/api/scores/snapshot/${ID[sport]}`, undefined, free)).status).toBe(status);
    }
    const listed = JSON.parse((await get('/api/fixtures/snapshot', undefined, free)).text) as { FixtureId: number }[];
    expect(listed.map(({ FixtureId }) => FixtureId)).toEqual(seen.map(({ sport }) => ID[sport]));
  });

  test('the signing keys are published', async () => {
    const { status, text } = await get('/.well-known/oracle-keys');
    expect([status, JSON.parse(text)]).toEqual([200, { keys: service.oracleKeys.published() }]);
  });
});

describe('streams', () => {
  const readers: StreamReader[] = [];
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  const open = async (path: string, headers: Record<string, string> = {}): Promise<StreamReader> => {
    const { app } = service;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const reader = await StreamReader.open(`http://127.0.0.1:${port}${path}`, { ...credentials, ...headers });
    readers.push(reader);
    return reader;
  };
  /** The events of all records of a kind so far, as sent. */
  const events = (
    kind: 'scores' | 'odds',
    wire: Wire,
  ): { readonly id: string; readonly text: string; ts: number }[] => {
    const counts = new Map<number, number>();
    return known<SentScores | SentOdds>(kind === 'scores' ? scores : odds).map((sent) => {
      const index = counts.get(slotOf(sent.ts)) ?? 0;
      counts.set(slotOf(sent.ts), index + 1);
      const id = `${slotOf(sent.ts)}:${index}`;
      const record =
        sent.kind === 'odds'
          ? encodeOdds((sent as SentOdds).record)
          : encodeScores((sent as SentScores).record, form(wire));
      return { id, text: eventFrame(id, record).toString(), ts: sent.ts };
    });
  };
  const textOf = (of: readonly { readonly text: string }[]): string => of.map(({ text }) => text).join('');
  const has = (count: number) => (text: string) => indices(text).length >= count;
  const kinds = ['scores', 'odds'] as const;

  test('deliver every record in order, in both wires', async () => {
    const before = service.clock.now();
    const opened = await Promise.all(
      kinds.flatMap((kind) =>
        WIRES.map(async (wire) => ({ kind, wire, reader: await open(`/api/${kind}/stream?wire=${wire}`) })),
      ),
    );
    const soccer = await open(`/api/scores/stream?fixtureId=${ID.soccer}`);
    await comeTo(START + 21 * MINUTE);
    for (const { kind, wire, reader } of opened) {
      const expected = events(kind, wire).filter(({ ts }) => ts > before);
      expect(expected.length).toBeGreaterThan(5);
      expect(await reader.until(has(expected.length))).toBe(textOf(expected));
    }
    const own = events('scores', 'described').filter(
      ({ ts, text }) => ts > before && text.includes(`"FixtureId":${ID.soccer},`),
    );
    expect(await soccer.until(has(own.length))).toBe(textOf(own));
  });

  test('resume after the last id, even after a restart; older ids get a gap', async () => {
    await comeTo(START + 22 * MINUTE);
    const all = events('scores', 'described');
    const window = all.filter(({ ts }) => ts >= START + 15 * MINUTE);
    const [first] = window;
    const before = all[all.length - window.length - 1];
    if (!first || !before || window.length < 5) throw new Error('too few records');
    for (const restart of [false, true]) {
      if (restart) await service.restart();
      const again = await open('/api/scores/stream', { 'last-event-id': first.id });
      expect(await again.until(has(window.length - 1))).toBe(textOf(window.slice(1)));
      const old = await open('/api/scores/stream', { 'last-event-id': before.id });
      const text = await old.until((so) => so.includes('heartbeat'));
      expect(heartbeats(text)).toEqual([
        { Ts: Math.floor(service.clock.now() / 1000), Gap: { From: before.id, To: all.at(-1)?.id } },
      ]);
    }
    // Disconnected, and resumed while records come in.
    const reader = await open('/api/scores/stream');
    const time = START + 24 * MINUTE;
    await comeTo(time);
    const more = events('scores', 'described').slice(all.length);
    expect(more.length).toBeGreaterThan(1);
    expect(await reader.until(has(more.length))).toBe(textOf(more));
    for (const one of readers.splice(0)) one.close();
    while (service.hub.size > 0) await settled();
    await comeTo(START + 25 * MINUTE - 1);
    const resumed = await open('/api/scores/stream', { 'last-event-id': more[0]?.id ?? '' });
    await comeTo(START + 29 * MINUTE);
    const rest = events('scores', 'described').slice(all.length + 1);
    expect(rest.length).toBeGreaterThan(more.length);
    expect(await resumed.until(has(rest.length))).toBe(textOf(rest));
  });
});

test('after the end of all matches everything is listed, and the last records are proven', async () => {
  await comeTo(END);
  expect(service.accepted).toBe(ALL.length);
  await sealAndPublish();
  await lists();
  for (const sport of SPORTS) {
    const own = scores.filter(({ fixtureId }) => fixtureId === ID[sport]).reverse();
    const { sent, keys } = provable(own);
    const { text } = await get(`/api/scores/stat-validation-v4?${question(sent)}&statKeys=${keys}`);
    expect(verified(text, 'scores', sent.ts, sport)).toMatchObject({ fixtureId: ID[sport] });
    const last = fixtures.findLast(({ fixtureId }) => fixtureId === ID[sport]);
    verified((await get(`/api/fixtures/validation?fixtureId=${ID[sport]}`)).text, 'fixtures', last?.ts ?? 0);
  }
});
