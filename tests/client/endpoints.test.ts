import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeFixture } from '../../ts/records/record/fixture.js';
import { encodeScores, type ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { activationMessage } from '../../ts/sdk/client/activationMessage.js';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import type { ErrorNumber } from '../../ts/sdk/error/errors.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { type EdgeScene, edgeScene, SLOT_START, START } from '../helpers/service/edgeScene.js';

const files = new AnswerFiles();
const { answers } = files;
const FIXTURE = files.fixtureId;
const match = matchRecords({ seed: 'endpoints', sport: 'us-football', fixtureId: FIXTURE, startTime: START });
const oddsOf = (ts: number) => ({
  FixtureId: FIXTURE,
  MessageId: '0123456789:00003:000001-7001-stab',
  Ts: ts,
  Bookmaker: 'House',
  BookmakerId: 7001,
  SuperOddsType: 'OVERUNDER_PARTICIPANT_GOALS',
  GameState: null,
  InRunning: false,
  MarketParameters: 'line=2.5',
  MarketPeriod: null,
  PriceNames: ['over', 'under'],
  Prices: [1934, 2070],
});

const raise = (number: ErrorNumber): never => {
  throw new LinesmanError(number);
};

let scene: EdgeScene;
let url: string;
beforeEach(async () => {
  const given = (name: string) => async () => answers[name] ?? raise(7064);
  scene = await edgeScene({
    requestsPerSecond: 10_000,
    ports: {
      encoders: {
        odds: (record) => ({ ...(record as object), Pct: ['51.706', '48.309'] }),
        scores: (record, form, wire) => encodeScores(record as ScoresRecord, wire === 'observed' ? wire : form),
        fixture: (record) => record as object,
      },
      proofs: {
        stat: async (version, { seq }) => (seq === 425 ? raise(7065) : (answers[`v${version}`] ?? raise(7064))),
        odds: given('odds'),
        oddsV4: given('oddsV4'),
        fixture: given('fixture'),
        fixtureBatch: given('fixtureBatch'),
      },
    },
  });
  const entry = { fixtureId: FIXTURE, leagueId: 901 };
  const [fixture] = match.fixtures;
  if (!fixture) throw new Error('no fixture');
  scene.records.fixtureList.push({ ...entry, record: encodeFixture(fixture) });
  scene.records.fixtureList.splice(0, 2);
  scene.records.scores = match.scores.slice(0, 5).map((record, i) => {
    const ts = SLOT_START - 300_000 + i;
    return { ...entry, seq: record.Seq, ts, record: { ...record, Ts: ts } as never };
  });
  const line = { ...entry, market: '1X2', line: 'a', suspended: false };
  const proven = (answers.odds as { odds: { MessageId: string; Ts: number } }).odds;
  for (const ts of [SLOT_START - 1, SLOT_START])
    scene.records.odds.push({ ...line, ts, acceptedAt: ts, record: oddsOf(ts) });
  scene.records.oddsMessage = async (id, ts) =>
    id === proven.MessageId && ts === proven.Ts ? { ...line, ts, acceptedAt: ts, record: {} } : undefined;
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
});
afterEach(() => scene.app.close());

const clientOf = (more: object = {}): Client => createClient({ baseUrl: url, apiToken: scene.token, ...more });
const numberOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    ({ number, context, message }) => ({ number, status: context?.status, message }),
  );

describe.each(['described', 'observed'] as const)('the %s wire', (wire) => {
  test('records', async () => {
    const { scores, odds, fixtures } = clientOf({ wire });
    const all = scene.records.scores.map(({ record }) => record);
    expect(await scores.snapshot(FIXTURE)).toEqual(all);
    expect(await scores.snapshot(FIXTURE, { asOf: SLOT_START - 300_000 + 1 })).toEqual(all.slice(0, 2));
    expect(await scores.history(FIXTURE)).toEqual(all);
    expect(await scores.updates(FIXTURE)).toEqual([]);
    const ofSlot = await scores.ofSlot(SLOT_START - 300_000, { fixtureId: FIXTURE });
    expect(ofSlot.map(({ Seq, Ts }) => [Seq, Ts])).toEqual(
      all.map((one) => [(one as ScoresRecord).Seq, (one as ScoresRecord).Ts]),
    );
    const Pct = ['51.706', '48.309'];
    expect(await odds.ofSlot(SLOT_START - 1)).toEqual([{ ...oddsOf(SLOT_START - 1), Pct }]);
    expect(await odds.updates(FIXTURE)).toEqual([{ ...oddsOf(SLOT_START), Pct }]);
    expect(await odds.snapshot(FIXTURE, { asOf: SLOT_START - 1 })).toEqual([{ ...oddsOf(SLOT_START - 1), Pct }]);
    expect((await odds.snapshot(FIXTURE)).length).toBe(1);
    const fixture = match.fixtures.slice(0, 1).map(encodeFixture);
    expect(await fixtures.snapshot({ startEpochDay: 1, competitionId: 2 })).toEqual(fixture);
    expect(scene.records.asked).toContainEqual([
      'fixtures',
      expect.objectContaining({ startEpochDay: 1, competitionId: 2 }),
    ]);
    expect(await fixtures.updates(20_636, 2)).toEqual(fixture);
  });

  test('proofs', async () => {
    const { scores, odds, fixtures } = clientOf({ wire });
    const question = { fixtureId: FIXTURE, seq: 3 };
    expect(await scores.proveV1({ ...question, keys: [1, 2] })).toEqual(parseProof(answers.v1));
    expect(await scores.proveV2({ ...question, keys: [1, 2] })).toEqual(parseProof(answers.v2));
    expect(await scores.proveV3({ ...question, keys: [1, 2, 7] })).toEqual(parseProof(answers.v3));
    expect(await scores.proveV4({ ...question, keys: [1, 2] })).toEqual(parseProof(answers.v4));
    const proven = (answers.odds as { odds: { MessageId: string; Ts: number } }).odds;
    const which = { messageId: proven.MessageId, ts: proven.Ts };
    expect(await odds.prove(which)).toEqual(parseProof(answers.odds));
    expect(await odds.proveV4(which)).toEqual(parseProof(answers.oddsV4));
    expect(await fixtures.prove(FIXTURE)).toEqual(parseProof(answers.fixture));
    expect(await fixtures.proveBatch(20_636, 2)).toEqual(parseProof(answers.fixtureBatch));
    // A proof of something else is not accepted.
    expect(await numberOf(scores.proveV4({ ...question, keys: [2, 1] }))).toMatchObject({ number: 7028 });
    scene.records.fixtureList.push({ fixtureId: FIXTURE + 1, leagueId: 901, record: {} });
    expect(await numberOf(fixtures.prove(FIXTURE + 1))).toMatchObject({ number: 7028 });
    scene.records.oddsMessage = async () => ({ ...scene.records.odds[0], record: {} }) as never;
    for (const other of [{ ts: which.ts + 1 }, { messageId: 'another' }])
      expect(await numberOf(odds.prove({ ...which, ...other }))).toMatchObject({ number: 7028 });
    expect(await scores.answer(4, { ...question, keys: [2, 1] })).toEqual(parseProof(answers.v4));
  });
});

test('keys, quotes, the session', async () => {
  const { account } = createClient({ baseUrl: url });
  const [key] = await account.oracleKeys();
  expect([key?.status, key?.publicKey.length]).toEqual(['current', 32]);
  expect(await account.quote('11111111111111111111111111111111', 1500)).toEqual({
    transactionBase64: 'AA==',
    baseStableCost: 1.5,
    feeStableAmount: 0,
    totalStableCharged: 1.5,
  });
  expect(await numberOf(account.quote('11111111111111111111111111111111', 84))).toMatchObject({
    number: 7084,
    status: 400,
  });
  expect(await account.sessionToken()).toBe(await account.sessionToken());
});

test('refusals have the numbers of the service', async () => {
  const { scores, odds } = clientOf();
  const question = { fixtureId: FIXTURE, seq: 425, keys: [1] };
  expect(await numberOf(scores.proveV4(question))).toMatchObject({ number: 7065, status: 404 });
  expect(await numberOf(scores.proveV4({ ...question, keys: [] }))).toMatchObject({
    number: 7062,
    message:
      '/api/scores/stat-validation-v4 answers 400: Invalid value for: query parameter statKeys. ' +
      'statKeys: 1 to 5 different integers; "" given',
  });
  expect(await numberOf(odds.prove({ messageId: 'x', ts: 1 }))).toMatchObject({ number: 7064 });
  expect(await numberOf(clientOf({ apiToken: 'unknown' }).odds.updates(1))).toMatchObject({
    number: 7061,
    status: 403,
  });
  expect(await numberOf(createClient({ baseUrl: url }).odds.updates(1))).toMatchObject({ number: 7346 });
});

test('activation signs what the service verifies', async () => {
  const asked: unknown[] = [];
  scene.ports.auth.activate = async (request) => {
    asked.push(request);
    return scene.token;
  };
  const client = createClient({ baseUrl: url });
  const signed: Uint8Array[] = [];
  const txSig = '1'.repeat(64);
  const sign = (message: Uint8Array) => {
    signed.push(message);
    return new Uint8Array(64).fill(9);
  };
  expect(await client.account.activate({ txSig, leagues: [5, 7], sign })).toBe(scene.token);
  const jwt = await client.account.sessionToken();
  expect(signed.map((message) => Buffer.from(message).toString())).toEqual([`${txSig}:5,7:${jwt}`]);
  expect(Buffer.from(activationMessage('a', [], 'b')).toString()).toBe('a::b');
  expect(asked).toMatchObject([{ txSig, leagues: [5, 7], jwt, walletSignature: new Uint8Array(64).fill(9) }]);
  // The client now sends the new token.
  expect((await client.odds.updates(FIXTURE)).length).toBe(1);
  const short = client.account.activate({ txSig, sign: () => new Uint8Array(63) });
  expect(await numberOf(short)).toMatchObject({ number: 7347 });
});
