import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { API_TOKEN } from '../../../tests/helpers/keeper/fakeService.js';
import { FIXTURE, KICK_OFF, ProvingScene } from '../../../tests/helpers/provingScene.js';
import { MS_PER_SLOT, slotTimeOf } from '../format/slotTime.js';
import { OracleKey } from '../node/oracleKey.js';
import { addressOf } from '../program/address/address.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import { verifyStat } from '../proof/verifyStat.js';
import { type ProveAndVerifyParameters, proveAndVerify } from './proveAndVerify.js';

const { oracle } = LOCALNET_PROGRAM_IDS;

let scene: ProvingScene;
beforeAll(async () => {
  scene = await ProvingScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.play());

const common = () =>
  ({
    service: scene.service.baseUrl,
    apiToken: API_TOKEN,
    rpc: scene.node.url,
    oracle,
    fixture: FIXTURE,
    sport: 'soccer',
  }) as const;
const asked = (more: Partial<ProveAndVerifyParameters> = {}) => proveAndVerify({ ...common(), keys: [1, 2], ...more });
const last = () => scene.records.at(-1) as (typeof scene.records)[number];
const slotOf = (ts: number) => Math.floor(ts / MS_PER_SLOT);

describe('a finished match', () => {
  test('its final record, a verdict and what verifies again offline', async () => {
    const { result, proof, rootsAccount, rootsAddress, seq } = await asked({ where: 'k1 - k2 > 0', final: true });
    expect(result).toMatchObject({ fixtureId: FIXTURE, verdict: true, published: true, final: true, signed: null });
    const final = scene.records.find(({ Seq }) => Seq === seq);
    expect(final).toMatchObject({ StatusId: 100 });
    expect(slotTimeOf(final?.Ts ?? 0)).toEqual({ epochDay: result.epochDay, slot: result.slot });
    expect(verifyStat(proof, { sport: 'soccer', rootsAccount }).mainRoot).toEqual(result.mainRoot);
    expect(scene.node.asked).toEqual([rootsAddress]);
  });

  test('takes the stats of the condition when no keys are given', async () => {
    const { result } = await proveAndVerify({ ...common(), where: 'k7 + k1 > 5' });
    expect(result.facts.map(({ key }) => key)).toEqual([7, 1]);
    expect(result.verdict).toBe(true);
  });

  test('a condition that does not hold is a verdict, not an error', async () => {
    expect((await asked({ where: 'k2 > 1' })).result.verdict).toBe(false);
  });

  test('another record, by its number', async () => {
    const first = scene.records.find(
      ({ Stats }) => Stats && Object.hasOwn(Stats, '1'),
    ) as (typeof scene.records)[number];
    const { seq, result } = await asked({ seq: first.Seq });
    expect([seq, result.final, result.slot]).toEqual([first.Seq, false, slotTimeOf(first.Ts).slot]);
  });

  test('signed, by a key of the oracle', async () => {
    const { publicKey } = scene.key;
    expect((await asked({ oracleKeys: [publicKey] })).result.signed).toBe(true);
    await expect(asked({ oracleKeys: [new OracleKey(new Uint8Array(32).fill(3)).publicKey] })).rejects.toMatchObject({
      name: 'InvalidOracleSignature',
    });
  });

  test('from a source and a chain of the caller', async () => {
    const found = await asked();
    const service = { latest: async () => [], history: async () => [], prove: async () => found.proof };
    const rpc = { account: async () => ({ owner: oracle, data: found.rootsAccount }) };
    expect((await asked({ service, rpc, seq: found.seq })).result).toEqual(found.result);
  });
});

describe('a match that runs', () => {
  /** In the middle of a slot. */
  const NOW = KICK_OFF + 40.5 * 60_000;
  beforeEach(() => scene.at(NOW));

  test('is proven by the newest slot that is published', async () => {
    const { result, seq } = await asked();
    const record = scene.records.find(({ Seq }) => Seq === seq);
    expect(result.final).toBe(false);
    const published = scene.records.filter(
      ({ Ts, Stats }) => slotOf(Ts) < slotOf(NOW) && Stats && Object.hasOwn(Stats, '1') && Object.hasOwn(Stats, '2'),
    );
    expect(record).toBe(published.at(-1));
  });

  test('has no final record', async () => {
    await expect(asked({ final: true })).rejects.toMatchObject({ name: 'NoProofYet', context: { reason: 'NotFinal' } });
  });

  test('tries another slot while the chain lacks the newest root', async () => {
    const newest = (await asked()).seq;
    const { Ts = 0 } = scene.records.find(({ Seq }) => Seq === newest) ?? {};
    scene.at(Ts);
    scene.service.now = NOW;
    const { seq } = await asked();
    expect(scene.records.filter((one) => slotOf(one.Ts) < slotOf(Ts)).at(-1)?.Seq).toBe(seq);
  });
});

describe('what is refused', () => {
  test.each<[string, () => Partial<ProveAndVerifyParameters>, string, object]>([
    ['a fixture without records', () => ({ fixture: 5 }), 'NoProofYet', { reason: 'NoRecords' }],
    ['stats that no record has', () => ({ keys: [1, 77_777] }), 'NoProofYet', { reason: 'NotStated' }],
    ['a record after the end', () => ({ seq: 999_999 }), 'RecordNotFound', { problem: 'no record', seq: 999_999 }],
    ['a stat that a record lacks', () => ({ seq: 15, keys: [1, 3_099] }), 'RecordNotFound', { keys: [3_099] }],
    ['keys without one of the condition', () => ({ where: 'k7 > 1' }), 'StatNotProven', {}],
    ['text that is no condition', () => ({ where: 'k1 >> 2' }), 'InvalidCondition', {}],
    [
      'another oracle, which has published nothing',
      () => ({ oracle: addressOf(new Uint8Array(32).fill(4)) }),
      'NoProofYet',
      { reason: 'NotPublished' },
    ],
    ['a wrong API token', () => ({ apiToken: 'wrong' }), 'ServiceRefused', {}],
  ])('%s', async (_, more, name, context) => {
    await expect(asked(more())).rejects.toMatchObject({ name, context });
  });

  test('neither keys nor a condition', async () => {
    await expect(proveAndVerify(common())).rejects.toMatchObject({ name: 'MissingOption' });
    expect(scene.service.requests).toEqual([]);
  });

  test('roots that another program wrote', async () => {
    for (const [address, { data }] of scene.node.accounts)
      scene.node.accounts.set(address, { owner: addressOf(new Uint8Array(32).fill(4)), data });
    await expect(asked()).rejects.toMatchObject({ name: 'WrongOracle' });
  });

  const isProof = (url: URL): boolean => url.pathname.includes('stat-validation');
  type Answer = { StatsToProve: { Stat: { Value: number } }[]; Summary: { FixtureId: number } };

  test('a value that was changed', async () => {
    scene.service.lie = (url, document) => {
      if (isProof(url)) for (const { Stat } of (document as Answer).StatsToProve) Stat.Value++;
      return document;
    };
    await expect(asked()).rejects.toMatchObject({ name: 'InvalidStatProof' });
  });

  test('the proof of another record of the match', async () => {
    const early = scene.records.find(({ Stats }) => Stats && Object.hasOwn(Stats, '1'));
    scene.service.redirect = (url) => {
      if (isProof(url)) url.searchParams.set('seq', `${early?.Seq}`);
      return url;
    };
    try {
      await expect(asked()).rejects.toMatchObject({ name: 'WrongRecord' });
    } finally {
      scene.service.redirect = (url) => url;
    }
  });

  test('the proof of other stats', async () => {
    scene.service.redirect = (url) => {
      if (isProof(url)) url.searchParams.set('statKeys', '7,8');
      return url;
    };
    try {
      await expect(asked({ seq: last().Seq })).rejects.toMatchObject({ name: 'WrongRecord' });
    } finally {
      scene.service.redirect = (url) => url;
    }
  });

  test('a node that does not answer', async () => {
    scene.node.down = true;
    try {
      await expect(asked()).rejects.toMatchObject({ name: 'ChainNotReachable' });
    } finally {
      scene.node.down = false;
    }
  });
});
