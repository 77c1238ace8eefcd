import { beforeAll, describe, expect, test } from 'vitest';
import { fixtureBatches } from '../../ts/records/batch/fixtureBatch.js';
import { oddsBatches } from '../../ts/records/batch/oddsBatch.js';
import {
  proveFixture,
  proveFixtureBatch,
  proveOdds,
  proveStats,
  proveStatsTogether,
} from '../../ts/records/batch/prove.js';
import { type ScoreBatch, scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { type Root, rootOf } from '../../ts/sdk/format/hash.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { NDimensionalStrategy } from '../../ts/sdk/format/strategy.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { validateInstructions } from '../../ts/sdk/program/proof/validateInstructions.js';
import { coveringStrategyOf, parseCondition } from '../../ts/sdk/proof/condition.js';
import type { Proof } from '../../ts/sdk/proof/proof.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { BatchKey } from '../../ts/service/data/store/batchStore.js';
import { slotStartOf } from '../../ts/service/data/store/recordKind.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { Proofs } from '../../ts/service/roots/proofs/proofs.js';
import { oracleRootsChain } from '../../ts/service/roots/publish/oracleRootsChain.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import type { RootsChain } from '../../ts/service/roots/publish/rootsChain.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { ORACLE, putConfig, putCredits, ROLES, startOracle } from '../helpers/oracleBank.js';
import { sharedDatabase, statements } from '../helpers/service/database.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { numberOf } from '../helpers/thrown.js';

const SEED = 'proofs';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KEY = new OracleKey(new Uint8Array(32).fill(77));

const feeds = (['soccer', 'basketball', 'us-football', 'soccer'] as const).map((sport, i) => ({
  sport: sport as Sport,
  ...matchFeed(sport, 12_000_001 + i, `${SEED}/${i}`),
}));
const wire = feeds.flatMap((feed) => feed.wire).sort((a, b) => Number(a.Ts) - Number(b.Ts));
const END = Math.max(...wire.map(({ Ts }) => Number(Ts))) + 2 * HOUR;
const [soccer] = feeds;
if (!soccer) throw new Error('no matches');
const ID = soccer.match.fixtureId;

/** The same records from the generator. */
const expected = new Map<number, ScoreBatch>(
  scoreBatches(feeds.map(({ sport, match }) => ({ sport, records: match.records }))).map((batch) => [
    Number(batch.time.epochDay) * 86_400_000 + Number(batch.time.slot) * 5 * MINUTE,
    batch,
  ]),
);

const database = sharedDatabase();
let store: Store;
let clock: ManualClock;
let bank: LiteBank;
let chain: RootsChain;
let proofs: Proofs;
beforeAll(async () => {
  store = await database.fresh();
  clock = new ManualClock(END);
  await new Ingest({ store, clock }).acceptAll(wire);
  bank = await startOracle();
  putConfig(bank, { oracleKey: KEY.publicKey });
  chain = oracleRootsChain({
    oracle: ORACLE.programId,
    publisher: ROLES.publisher.address,
    chain: bank,
    send: async (instruction) => {
      const { error, failure } = await bank.send([instruction], [ROLES.publisher]);
      if (error !== null) throw new LinesmanError(error as 6055);
      if (failure !== null) throw new Error(failure);
    },
  });
  await new Sealer({ store, clock }).sealDue();
  const { alarms, published } = await new Publisher({ store, clock, chain, holder: 'a', attempts: 1 }).publishBuilt();
  expect(alarms).toEqual([]);
  expect(published.length).toBeGreaterThan(30);
  proofs = new Proofs({ store, clock, sign: (digest) => KEY.sign(digest) });
});

const ADDRESSES = { scores: scoresRootsAddress, odds: oddsRootsAddress, fixtures: fixturesRootsAddress } as const;
const rootsAccount = async (kind: BatchKey['kind'], ts: number): Promise<Uint8Array> => {
  const { address } = ADDRESSES[kind](slotTimeOf(ts).epochDay, ORACLE.programId);
  return (await bank.account(address))?.data ?? new Uint8Array();
};
/** Offline, against the account that the program wrote. */
const verified = async (proof: Proof, kind: BatchKey['kind'], ts: number, sport: Sport = 'soccer') =>
  verify(proof, { sport, rootsAccount: await rootsAccount(kind, ts), oracleKeys: [KEY.publicKey] });

describe('the roots on chain', () => {
  test('are those of the batches, and a slot accepts no other', async () => {
    const roots: [BatchKey, Root][] = [];
    for (const kind of ['scores', 'odds', 'fixtures'] as const) {
      const key = { kind, slotStart: slotStartOf(kind, soccer.match.startTime) };
      const root = (await store.batches.find(key))?.root;
      if (!root) throw new Error(`no ${kind}`);
      expect(await chain.readRoot(key)).toEqual(root);
      expect(await chain.readRoot({ ...key, slotStart: key.slotStart + 86_400_000 * 20 })).toBeNull();
      roots.push([key, root]);
    }
    for (const [key, root] of roots) {
      await chain.insertRoot(key, root);
      expect(await numberOf(chain.insertRoot(key, rootOf(new Uint8Array(32).fill(3))))).toBe(6055);
      expect(await chain.readRoot(key)).toEqual(root);
    }
    // An empty slot of an existing account.
    expect(await chain.readRoot({ kind: 'scores', slotStart: START - 10 * MINUTE })).toBeNull();
  });

  test('are read only from accounts of the oracle', async () => {
    const day = 30_000;
    const address = scoresRootsAddress(day, ORACLE.programId).address;
    bank.put(address, ZERO_ADDRESS, new Uint8Array(9232));
    const key = { kind: 'scores', slotStart: day * 86_400_000 } as const;
    expect(await numberOf(chain.readRoot(key))).toBe(2004);
    // A stranger sent lamports there before the first root.
    bank.put(address, ZERO_ADDRESS, new Uint8Array(0));
    expect(await chain.readRoot(key)).toBeNull();
  });
});

test('a day of roots is checked again with one request, and each account is read once', async () => {
  const asked: string[][] = [];
  const counted = oracleRootsChain({
    oracle: ORACLE.programId,
    publisher: ROLES.publisher.address,
    chain: {
      account: async (address) => {
        asked.push([address]);
        return bank.account(address);
      },
      accounts: async (addresses) => {
        asked.push([...addresses]);
        return bank.accounts(addresses);
      },
    },
    send: () => Promise.reject(new Error('nothing is missing')),
  });
  const published = await store.batches.publishedLately(0, END);
  const accounts = published.map(
    ({ kind, slotStart }) => ADDRESSES[kind](slotTimeOf(slotStart).epochDay, ORACLE.programId).address,
  );
  expect(published.length).toBeGreaterThan(30);
  const again = new Publisher({ store, clock, chain: counted, holder: 'a' });
  expect(await again.recheck()).toEqual({ restored: [], alarms: [], early: [] });
  expect(asked).toEqual([[...new Set(accounts)]]);
});

describe('proofs of stats', () => {
  test('are those of the generator in every version and verify against the chain', async () => {
    const random = new Random(SEED);
    let zeros = 0;
    for (const { sport, match } of feeds) {
      const withStats = match.records.filter(({ Stats }) => Object.keys(Stats).length > 0);
      for (let round = 0; round < 12; round++) {
        const { Seq: seq, Ts: ts, Stats } = random.pick(withStats);
        const fixtureId = match.fixtureId;
        const pool = keysOfSport(sport);
        const present = pool.filter((key) => Stats[key] !== 0);
        const keys = [
          ...new Set(
            Array.from({ length: random.between(1, 5) }, () =>
              random.pick(random.onceIn(2) && present.length > 0 ? present : pool),
            ),
          ),
        ];
        zeros += keys.filter((key) => Stats[key] === 0).length;
        const batch = expected.get(slotStartOf('scores', ts));
        if (!batch) throw new Error(`no batch of ${ts}`);
        const asked = { fixtureId, seq, keys };
        const why = `${SEED}: ${sport} ${seq} ${keys}`;
        const two = await proofs.statsV2({ ...asked, keys: [...keys.slice(0, 4), keys[0] ?? 1] });
        expect(two, why).toEqual(proveStats(batch, { ...asked, keys: [...keys.slice(0, 4), keys[0] ?? 1] }));
        const one = await proofs.statsV1({ ...asked, keys: keys.slice(0, 2) });
        expect(one, why).toEqual({ ...proveStats(batch, { ...asked, keys: keys.slice(0, 2) }), version: 1 });
        const three = await proofs.statsV3(asked);
        expect(three, why).toEqual(proveStatsTogether(batch, asked));
        const { recordTs, ...payload } = three;
        expect(recordTs).toBe(ts);
        const four = await proofs.statsV4(asked);
        expect(four).toEqual({ ...payload, version: 4, signature: four.signature });
        for (const proof of [one, two, three, four]) {
          const result = await verified(proof, 'scores', ts, sport);
          expect(result, why).toMatchObject({ fixtureId, mainRoot: batch.tree.root, published: true });
        }
      }
    }
    expect(zeros).toBeGreaterThan(20);
  });

  test('have a reason when there are none', async () => {
    const ask = (more: object = {}) => proofs.statsV3({ fixtureId: ID, seq: 0, keys: [1], ...more });
    expect(await numberOf(ask())).toBe(7046);
    expect(await numberOf(ask({ seq: 10 ** 6 }))).toBe(7045);
    expect(await numberOf(ask({ fixtureId: 1 }))).toBe(7045);
    const seq = soccer.match.records.length - 1;
    expect(await numberOf(ask({ seq, keys: [1, 9] }))).toBe(7047);
    expect(await numberOf(ask({ seq, keys: [] }))).toBe(6069);
    expect(await numberOf(ask({ seq, keys: [1, 2, 3, 4, 5, 6] }))).toBe(6069);
    expect(await numberOf(ask({ seq, keys: [1, 1] }))).toBe(6076);
    expect(await numberOf(proofs.statsV1({ fixtureId: ID, seq, keys: [1, 2, 3] }))).toBe(6069);
    expect(await numberOf(ask({ seq }))).toBe(true);
  });
});

describe('proofs of odds and fixtures', () => {
  test('of odds are those of the generator, for every record', async () => {
    const batches = oddsBatches(feeds.flatMap(({ odds }) => odds));
    for (const odds of soccer.odds) {
      const batch = batches.find(
        ({ time }) => slotTimeOf(odds.ts).slot === time.slot && slotTimeOf(odds.ts).epochDay === time.epochDay,
      );
      if (!batch) throw new Error('no batch');
      const proof = await proofs.odds(odds.messageId, odds.ts);
      expect(proof).toEqual(proveOdds(batch, ID, odds.messageId));
      const signed = await proofs.oddsV4(odds.messageId, odds.ts);
      expect(signed).toEqual({ ...proof, version: 4, signature: signed.signature });
      for (const each of [proof, signed])
        expect(await verified(each, 'odds', odds.ts)).toMatchObject({ mainRoot: batch.tree.root, published: true });
    }
    const [first] = soccer.odds;
    if (!first) throw new Error('no odds');
    expect(await numberOf(proofs.odds(first.messageId, first.ts + 1))).toBe(7049);
    expect(await numberOf(proofs.odds('unknown', first.ts))).toBe(7049);
    expect(await numberOf(proofs.odds('\0', first.ts))).toBe(7049);
  });

  test('of fixtures are of the latest record; batches have their metadata', async () => {
    const batches = fixtureBatches(feeds.flatMap(({ fixtures }) => fixtures));
    for (const { match, fixtures } of feeds) {
      const ts = fixtures.at(-1)?.ts ?? 0;
      const batch = batches.find((candidate) =>
        candidate.fixtures.some(({ records }) => records.includes(fixtures.at(-1) as never)),
      );
      if (!batch) throw new Error('no batch');
      const proof = await proofs.fixture(match.fixtureId);
      expect(proof).toEqual(proveFixture(batch, match.fixtureId));
      expect(await verified(proof, 'fixtures', ts)).toMatchObject({ mainRoot: batch.tree.root, published: true });
      const whole = await proofs.fixtureBatch(slotTimeOf(ts).epochDay, Math.floor((ts % 86_400_000) / HOUR));
      expect(whole).toEqual(proveFixtureBatch(batch));
      expect(await verified(whole, 'fixtures', ts)).toMatchObject({ mainRoot: batch.tree.root, published: true });
    }
    expect(await numberOf(proofs.fixture(5))).toBe(7041);
    expect(await numberOf(proofs.fixtureBatch(slotTimeOf(START).epochDay - 3, 0))).toBe(7050);
  });
});

test('the oracle program accepts every kind', async () => {
  const record = soccer.match.records.findLast(({ Stats }) => Object.keys(Stats).length > 0);
  const [odds] = soccer.odds;
  if (!record || !odds) throw new Error('no records');
  const key = keysOfSport('soccer').find((candidate) => (record.Stats[candidate] ?? 0) > 0);
  const zero = keysOfSport('soccer').find((candidate) => record.Stats[candidate] === 0);
  if (key === undefined || zero === undefined) throw new Error('no stats');
  const strategy = (of: number, threshold: number) =>
    coveringStrategyOf(parseCondition(`k${of} == ${threshold}`), [of]);
  const value = record.Stats[key] ?? 0;
  const asked = (of: number) => ({ fixtureId: ID, seq: record.Seq, keys: [of] });
  const user = ROLES.user.address;
  putCredits(bank, user, 5);
  const signedBy = { user, oracleKey: KEY.publicKey };
  const run = async (proof: Proof, of?: NDimensionalStrategy) => {
    const instructions = validateInstructions({
      oracle: ORACLE.programId,
      proof,
      signedBy,
      ...(of && { strategy: of }),
    });
    const isSigned = 'version' in proof && proof.version === 4;
    const { failure, returned } = await bank.send(instructions, isSigned ? [ROLES.user] : []);
    return failure ?? [...returned];
  };
  for (const of of [key, zero]) {
    const threshold = of === key ? value : 0;
    for (const proof of [
      await proofs.statsV1(asked(of)),
      await proofs.statsV2(asked(of)),
      await proofs.statsV3(asked(of)),
      await proofs.statsV4(asked(of)),
    ]) {
      expect([proof.version, await run(proof, strategy(of, threshold))]).toEqual([proof.version, [1]]);
      expect([proof.version, await run(proof, strategy(of, threshold + 1))]).toEqual([proof.version, [0]]);
    }
  }
  expect(await run(await proofs.odds(odds.messageId, odds.ts))).toEqual([1]);
  expect(await run(await proofs.oddsV4(odds.messageId, odds.ts))).toEqual([1]);
  const fixture = await proofs.fixture(ID);
  expect(await run(fixture)).toEqual([1]);
  const { ts } = fixture.snapshot;
  const batch = await proofs.fixtureBatch(slotTimeOf(ts).epochDay, Math.floor((ts % 86_400_000) / HOUR));
  expect(await run(batch)).toEqual([1]);
});

describe('a proof whose root a fork removed', () => {
  test('is not returned from the cache either, after at most a second', async () => {
    let machine = 0;
    const of = new Proofs({ store, clock, sign: (digest) => KEY.sign(digest), machineTime: () => machine });
    const record = soccer.match.records.findLast(({ Stats }) => Object.keys(Stats).length > 0);
    const [odds] = soccer.odds;
    if (!record || !odds) throw new Error('no records');
    const keys = Object.keys(record.Stats).slice(0, 1).map(Number);
    const { recordTs } = await of.statsV2({ fixtureId: ID, seq: record.Seq, keys });
    const slot: BatchKey = { kind: 'scores', slotStart: slotStartOf('scores', Number(recordTs)) };
    const all = () =>
      Promise.all([
        numberOf(of.statsV2({ fixtureId: ID, seq: record.Seq, keys })),
        numberOf(of.odds(odds.messageId, odds.ts)),
      ]);
    expect(await all()).toEqual([true, true]);
    await store.batches.markMissing(slot, null);
    try {
      machine = 1_000;
      expect(await all()).toEqual([7065, true]);
      // Restored roots count at once. With an alarm a proof is withheld whatever the batch's state.
      await store.batches.markPublished(slot, END);
      expect(await all()).toEqual([true, true]);
      await statements(
        database.pool,
        `update slot_batch set alarm = 'other' where kind = 'scores' and slot_start = ${slot.slotStart}`,
      );
      expect(await store.batches.find(slot)).toMatchObject({ state: 'published', alarm: 'other' });
      machine = 2_000;
      expect(await all()).toEqual([7065, true]);
      const another = new Proofs({ store, clock, sign: (digest) => KEY.sign(digest) });
      expect(await numberOf(another.statsV2({ fixtureId: ID, seq: record.Seq, keys }))).toBe(7065);
    } finally {
      await store.batches.clearAlarm(slot);
    }
    expect(await all()).toEqual([true, true]);
  });

  test('costs one request a second, however many proofs are asked for', async () => {
    let [machine, questions] = [0, 0];
    let isBroken = false;
    const batches = Object.create(store.batches, {
      unproven: {
        value: async () => {
          questions++;
          if (isBroken) throw new Error('no database');
          return store.batches.unproven();
        },
      },
    }) as Store['batches'];
    const own = { records: store.records, batches } as Store;
    const of = new Proofs({ store: own, clock, sign: (digest) => KEY.sign(digest), machineTime: () => machine });
    const [odds] = soccer.odds;
    if (!odds) throw new Error('no odds');
    const ask = () => numberOf(of.odds(odds.messageId, odds.ts));
    for (machine = 0; machine < 3_000; machine += 100) expect([machine, await ask()]).toEqual([machine, true]);
    // The first one had nothing cached.
    expect(questions).toBe(3);
    // Nothing vouches for cached proofs. Once something does, they are returned again.
    isBroken = true;
    machine += 1_000;
    for (let i = 0; i < 2; i++) expect(await ask()).toMatchObject({ message: 'no database' });
    isBroken = false;
    expect(await ask()).toBe(true);
  });
});

describe('an unpublished record', () => {
  test('is reported as such, with a time to retry', async () => {
    const own = await database.fresh();
    const now = new ManualClock(START + MINUTE);
    const ingest = new Ingest({ store: own, clock: now });
    const of = new Proofs({ store: own, clock: now, sign: (digest) => KEY.sign(digest) });
    const [fixture] = soccer.wire;
    await ingest.accept({ ...fixture, Ts: START });
    // The status next to a zero stat is bound by nothing.
    const record = soccer.match.records.find(
      ({ Stats, StatusId }) => StatusId !== undefined && Object.values(Stats).some((value) => value !== 0),
    );
    const { record: stored } = await ingest.accept({ ...record, Seq: 0, Ts: START + 1 });
    const asked = { fixtureId: ID, seq: 0, keys: [1] };
    const wait = async () => {
      const error = await of.statsV3(asked).catch((thrown: unknown) => thrown);
      return error instanceof LinesmanError ? [error.number, error.context.retryAfter] : error;
    };
    expect(await wait()).toEqual([7065, 300]);
    expect(await numberOf(of.fixture(ID))).toBe(7065);
    expect(await numberOf(of.fixtureBatch(slotTimeOf(START).epochDay, Math.floor((START % 86_400_000) / HOUR)))).toBe(
      7065,
    );
    now.set(START + 5 * MINUTE + 20_000);
    expect(await wait()).toEqual([7065, 40]);
    await new Sealer({ store: own, clock: now }).sealDue();
    expect(await wait()).toEqual([7065, 40]);
    now.advance(MINUTE);
    expect(await wait()).toEqual([7065, 5]);
    await own.batches.markPublished({ kind: 'scores', slotStart: START }, now.now());
    expect(verify(await of.statsV3(asked), { sport: 'soccer' })).toMatchObject({ fixtureId: ID });

    // A record may not change after its root is published.
    const fresh = () => new Proofs({ store: own, clock: now, sign: (digest) => KEY.sign(digest) });
    const changed = stored.json.replace(`"StatusId":${record?.StatusId}`, '"StatusId":99');
    expect(changed).not.toBe(stored.json);
    await statements(database.pool, `update record set json = '${changed}' where kind = 'scores'`);
    expect(await numberOf(fresh().statsV3(asked))).toBe(7055);
    await statements(
      database.pool,
      `update record set json = '${stored.json}' where kind = 'scores'`,
      `update slot_batch set leaves = '\\x${'11'.repeat(64)}'::bytea where kind = 'scores'`,
    );
    expect(await numberOf(fresh().statsV3(asked))).toBe(7055);
    expect(await numberOf(of.statsV3(asked))).toBe(true);
  });
});
