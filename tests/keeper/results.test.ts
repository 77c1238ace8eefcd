import { beforeEach, describe, expect, it } from 'vitest';
import type { KeeperOptions } from '../../ts/keeper/keeperOptions.js';
import { bufferAddress } from '../../ts/sdk/program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { bufferIdOf } from '../../ts/sdk/program/settlement/bufferId.js';
import { readProofBuffer } from '../../ts/sdk/program/settlement/readProofBuffer.js';
import { amended, crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { SlowScene } from '../helpers/keeper/slowScene.js';
import { lookupTable } from '../helpers/localBank.js';
import type { ScorelineRecord } from '../helpers/scoreline/scoreline.js';
import { ok } from '../helpers/settlement/chain.js';
import {
  AWAY_WINS,
  allOf,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  single,
  type TestMarket,
} from '../helpers/settlement/market.js';
import { RESULT_AT, TestResult } from '../helpers/settlement/result.js';
import { AFTER } from '../helpers/world/keeperWorld.js';

/** The keeper posts the result of a match, and settles its markets together. */

const HOUR = 3_600;
const DAY = 86_400;

let scene: SlowScene;
let records: ScorelineRecord[];
beforeEach(async () => {
  scene = await SlowScene.start();
  records = scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
});

const resultOf = ({ terms }: TestMarket) => new TestResult(scene.test, terms);
const statesOf = (markets: readonly TestMarket[]) => Promise.all(markets.map(async (one) => (await one.read()).state));

/** A round of a new keeper at this time (s after kick-off): what it did and said, and how it ended. */
async function act(options: Partial<KeeperOptions> = {}, seconds?: number) {
  if (seconds !== undefined) await scene.setTime(seconds);
  scene.lines.length = 0;
  const keeper = scene.keeper(options);
  const round = await scene.time.run(() => keeper.round());
  const events = scene.events().filter((event) => event !== 'form' && event !== 'budgets');
  const actions = events.filter((event) => /^[a-z_]+$/.test(event));
  return { ...round, events, actions, metrics: await keeper.metrics.text() };
}
const reasons = () => scene.logged('form').flatMap(({ form, reason }) => (form === 'result' ? [String(reason)] : []));

describe('two markets of a match', () => {
  let markets: TestMarket[];
  beforeEach(async () => {
    markets = [
      await scene.market(),
      await scene.market({ statKeys: [1], outcomes: [allOf(single(0, 'greaterThan', 3))] }),
    ];
    await scene.whistle();
  });

  it('wait for one result, which then makes them final at once, each step by another keeper', async () => {
    const posted = await act();
    expect(posted).toMatchObject({ sent: 1, failures: 0 });
    expect(posted.events).toEqual([
      'post_result',
      ...markets.map(() => expect.stringMatching(/^waits for its result until /)),
    ]);
    const [since] = (await resultOf(markets[0] as TestMarket).facts()).map(([, , time]) => time);
    expect(posted.wakeAt).toBe((since ?? 0) + HOUR);
    expect(await statesOf(markets)).toEqual(['Open', 'Open']);

    // Known already, and too young.
    expect((await act()).sent).toBe(0);
    expect((await act({}, AFTER + HOUR - 10)).sent).toBe(0);
    const settled = await act({}, AFTER + HOUR + 10);
    expect(settled).toMatchObject({ sent: 1, failures: 0 });
    expect(settled.events.filter((event) => event === 'settle')).toHaveLength(2);
    expect(scene.logged('settle')).toMatchObject(
      markets.map(({ address }) => ({ market: address, form: 'result', state: 'Final', together: 2 })),
    );
    expect(settled.metrics).toContain('transactions_total{action="settle_many",outcome="landed"} 1');
    expect(settled.metrics).toContain('settlements_total{form="result"} 2');
    expect(settled.metrics).toContain('batch_size_sum{action="settle_many"} 2');
    for (const [i, market] of markets.entries())
      expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: i } });
    expect((await act()).sent).toBe(0);
  });

  it('are settled one by one when results are not wanted', async () => {
    const { actions } = await act({ results: 'never' });
    expect(actions).toEqual(['settle', 'settle']);
    expect(await statesOf(markets)).toEqual(['Proposed', 'Proposed']);
    expect(await resultOf(markets[0] as TestMarket).bytes()).toBeNull();
  });

  it('are only reported in a dry run', async () => {
    const { events, sent } = await act({ dryRun: true });
    expect([sent, events[0]]).toEqual([1, 'would post_result']);
    expect(scene.chain.landed).toEqual([]);
    expect(reasons()).toEqual(Array(2).fill(expect.stringMatching(/^Taken: it will make the market final at 2026-/)));
  });

  it('are settled exactly once by two keepers at the same time', async () => {
    const rounds = async () => {
      const keepers = [scene.keeper(), scene.keeper()];
      const all = await scene.time.run(() => Promise.all(keepers.map((one) => one.round())));
      expect(all.map(({ failures }) => failures)).toEqual([0, 0]);
    };
    await rounds();
    expect((await resultOf(markets[0] as TestMarket).read()).facts).toHaveLength(2);
    await scene.setTime(AFTER + HOUR + 10);
    await rounds();
    expect(await statesOf(markets)).toEqual(['Final', 'Final']);
    // The second one in a slot finds nothing to settle, or its post says nothing new.
    expect(scene.chain.landed.filter(({ failed }) => !failed).length).toBeLessThanOrEqual(3);
  });

  it('are proposed by it within a day of their deadline', async () => {
    const terms = { challengeWindow: 7 * DAY, latest: KICK_OFF + 7_500, voidAfter: KICK_OFF + 7_500 + 8 * DAY };
    await scene.setTime(-HOUR);
    const late = [await scene.market(terms), await scene.market(terms)];
    for (const { address } of late) scene.chain.known.add(address);
    await act({}, AFTER);
    const until = 7_500 + 7 * DAY;
    await act({}, until - 60);
    expect(await statesOf(late)).toEqual(['Open', 'Open']);
    await act({}, until);
    expect(await statesOf(late)).toEqual(['Proposed', 'Proposed']);
    expect(scene.logged('settle')).toMatchObject([{ state: 'Proposed' }, { state: 'Proposed' }]);
    // The window began when the result said so, not with the proposal.
    const { proposal } = await (late[0] as TestMarket).read();
    expect(proposal.since.seconds).toBeLessThan(KICK_OFF + AFTER + 60);
    await act({}, AFTER + 7 * DAY + 60);
    expect(await statesOf(late)).toEqual(['Final', 'Final']);
  });

  it('get the corrected outcome, and time to challenge it', async () => {
    await act();
    const final = finalOf(records);
    const corrected = { ...amended(records, 600_000, { 1: 1, 1001: 0 }), Action: 'game_finalised' };
    expect(corrected.StatusId).toBe(final.StatusId);
    await scene.setTime(AFTER + HOUR - 60);
    scene.source.feed('soccer', [corrected]);
    expect((await act()).events[0]).toBe('post_result');
    expect((await act({}, AFTER + HOUR + 60)).sent).toBe(0);
    await act({}, AFTER + 2 * HOUR);
    expect(await statesOf(markets)).toEqual(['Final', 'Final']);
    // 1:1 is no home win.
    expect((await (markets[0] as TestMarket).read()).proposal.outcome).toBe(1);
  });

  it('stay open while a correction is under way, however old the result', async () => {
    await act();
    scene.source.feed('soccer', [{ ...amended(records, 600_000, { 1: 1, 1001: 0 }), StatusId: 5 }]);
    await act({}, AFTER + HOUR + 60);
    expect((await (markets[0] as TestMarket).read()).state).toBe('Open');
    // The correction does not matter to the other one.
    expect(scene.logged('settle')).toMatchObject([{ market: markets[1]?.address, form: 'v3' }]);
  });

  it('are settled one by one where the result is contradicted', async () => {
    await act();
    await resultOf(markets[0] as TestMarket).overwrite((data) => void data.writeUInt8(1, RESULT_AT.contradicted));
    const { actions } = await act({ explain: true }, AFTER + HOUR);
    expect(actions).toEqual(['settle', 'settle']);
    expect(scene.logged('settle')).toMatchObject([{ form: 'v3' }, { form: 'v3' }]);
    expect(reasons()).toEqual(Array(2).fill('Not taken: the result is contradicted.'));
  });

  it('are void where a contradicted result has proposed them, also a single one and when due', async () => {
    await act();
    const result = resultOf(markets[0] as TestMarket);
    await scene.setTime(AFTER + 600);
    const [first, second] = markets as [TestMarket, TestMarket];
    ok(await result.settleMany([first]));
    expect(await statesOf(markets)).toEqual(['Proposed', 'Open']);
    await result.overwrite((data) => void data.writeUInt8(1, RESULT_AT.contradicted));
    const { failures } = await act({ explain: true, markets: [first.address] }, AFTER + 3 * HOUR);
    expect(failures).toBe(0);
    expect(await statesOf(markets)).toEqual(['Void', 'Open']);
    expect(scene.logged('settle')).toMatchObject([{ market: first.address, form: 'result', state: 'Void' }]);
    expect(reasons()).toEqual(['Taken: it makes the market Void at once.']);
    // Markets without a proposal by this result continue independently.
    await act();
    expect((await second.read()).state).toBe('Proposed');
    expect(scene.logged('settle')).toMatchObject([{ market: second.address, form: 'v3' }]);
  });

  it('are settled one by one when the event is too old to be posted', async () => {
    const { failures } = await act({ explain: true }, AFTER + 91 * DAY);
    expect(failures).toBe(0);
    expect(reasons()).toEqual(Array(2).fill(expect.stringMatching(/^Not taken: .*more than 90 days/)));
  });

  it('are settled one by one when the result cannot be posted', async () => {
    // Not even a fee.
    const { events, failures } = await act({ lamportsInFlight: 2_000_000n });
    expect(failures).toBe(1);
    expect(scene.logged('post_result failed')).toMatchObject([{ error: 7033 }]);
    expect(events.filter((event) => event === 'settle')).toHaveLength(2);
  });

  it('of which one is held up by its own failures do not wait for it', async () => {
    await act();
    await scene.setTime(AFTER + HOUR + 10);
    // Another sender settles one of them first.
    const [first, second] = markets as [TestMarket, TestMarket];
    const proof = await scene.source.prove({
      ...{ version: 3, fixtureId: first.terms.fixtureId, seq: finalOf(records).Seq, keys: first.terms.statKeys },
    });
    await first.settle(proof);
    const { failures } = await act();
    expect(failures).toBe(0);
    expect((await second.read()).state).toBe('Final');
    // By the result. It is older than the proposal.
    expect((await first.read()).state).toBe('Final');
  });
});

describe('a market alone', () => {
  it.each([
    ['auto', ['settle'], 'Not taken: 1 open, 2 needed.'],
    ['always', ['post_result'], 'Taken: it will make the market final at '],
  ] as const)('with results %s', async (results, expected, reason) => {
    await scene.market();
    await scene.whistle();
    const { actions } = await act({ results, explain: true });
    expect(actions).toEqual(expected);
    expect(reasons()).toEqual([expect.stringContaining(reason)]);
  });

  it.each<[string, MarketOptions, string]>([
    ['a signature', { finality: 'signed-final' }, 'Not taken: it asks for a signature.'],
    ['no result', { resultsSettle: false }, 'Not taken: its terms exclude results.'],
    ['other times', { latest: KICK_OFF + 60 }, 'Not taken: '],
    [
      'a stat that the record lacks',
      { statKeys: [3_099], outcomes: [allOf(single(0, 'greaterThan', 0))] },
      'Not taken: ',
    ],
  ])('that asks for %s goes its own way, beside those that share the result', async (_, options, reason) => {
    const signer = options.finality ? { signer: scene.key.publicKey } : {};
    const shared = [await scene.market({ challengeWindow: 0 }), await scene.market({ challengeWindow: 0 })];
    let own: TestMarket;
    try {
      own = await scene.market({ challengeWindow: 0, ...options, ...signer });
    } catch (error) {
      // The program may refuse the terms themselves.
      expect(String(error)).toContain('62');
      return;
    }
    await scene.whistle();
    const { failures } = await act({ explain: true });
    expect(failures).toBe(0);
    expect(await statesOf(shared)).toEqual(['Final', 'Final']);
    const explained = scene.logged('form').find((line) => line.market === own.address && line.form === 'result');
    expect(String(explained?.reason)).toContain(reason);
    if (options.finality || options.resultsSettle === false) expect((await own.read()).state).toBe('Final');
  });
});

it('more stats than one post holds are posted one after the other', async () => {
  const keys = [1, 2, 3, 4, 5, 6, 7, 8];
  const markets: TestMarket[] = [];
  for (const key of keys)
    markets.push(
      await scene.market({ challengeWindow: 0, statKeys: [key], outcomes: [allOf(single(0, 'greaterThan', 0))] }),
    );
  await scene.whistle();
  const { events, failures } = await act();
  expect(failures).toBe(0);
  expect(events.filter((event) => event === 'post_result')).toHaveLength(2);
  expect(scene.logged('settle').map(({ together }) => together)).toEqual(keys.map(() => keys.length));
  expect(await statesOf(markets)).toEqual(keys.map(() => 'Final'));
});

it('a result whose proof fits no transaction goes through a buffer, which is closed', async () => {
  scene.source.feed('soccer', crowd(finalOf(records)));
  const keys = [1, 2, 4, 5, 6];
  const options = {
    ...{ challengeWindow: 0, statKeys: keys },
    outcomes: [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))],
  };
  const markets = [await scene.market(options), await scene.market(options)];
  await scene.whistle();
  const payer = scene.test.fundedKeypair();
  const { events, failures } = await act({ payer });
  expect(failures).toBe(0);
  expect(events.slice(0, 4)).toEqual(['buffer_create', 'buffer_write', 'post_result', 'buffer_close']);
  expect(await statesOf(markets)).toEqual(['Final', 'Final']);
  const id = bufferIdOf(resultOf(markets[0] as TestMarket).address);
  const { settlement } = LOCALNET_PROGRAM_IDS;
  expect(bufferAddress(payer.address, id, settlement).address).toBe(scene.logged('buffer_create')[0]?.buffer);
  expect(await scene.time.run(() => readProofBuffer(scene.chain, LOCALNET_PROGRAM_IDS, payer.address, id))).toBeNull();
});

describe('a lookup table of the markets', () => {
  const COUNT = 62;
  let markets: TestMarket[];
  beforeEach(async () => {
    markets = [];
    for (let i = 0; i < COUNT; i++) markets.push(await scene.market({ challengeWindow: 0, feeBps: 0 }));
    await scene.whistle();
  });
  const sizes = () => [...new Set(scene.logged('settle').map(({ together }) => together))];

  it('doubles how many fit into a transaction', async () => {
    const addresses = markets.map(({ address }) => address);
    const { address } = lookupTable(scene.test.bank, addresses);
    // A table can be used from the slot after its last entry.
    scene.test.bank.nextSlot();
    expect(await act({ lookupTables: [address] })).toMatchObject({ failures: 0 });
    expect(sizes()).toEqual([60, 2]);
    expect(await statesOf(markets)).toEqual(markets.map(() => 'Final'));
  });

  it('is done without when it is no table, or is being closed', async () => {
    const { address } = lookupTable(scene.test.bank, [scene.test.address()]);
    const account = await scene.test.account(address);
    const closing = Buffer.from(account?.data ?? []);
    closing.writeBigUInt64LE(5n, 4);
    scene.test.setAccount(address, account?.owner ?? address, closing);
    expect(await act({ lookupTables: [address, scene.test.address()] })).toMatchObject({ failures: 0 });
    expect(scene.logged('lookup table left out')).toHaveLength(2);
    expect(sizes()).toEqual([29, 4]);
  });
});

it('proposals that are due are made final together', async () => {
  const outcomes = [HOME_WINS, AWAY_WINS];
  const markets = [await scene.market(), await scene.market({ outcomes }), await scene.market()];
  await scene.whistle();
  await act({ results: 'never' });
  expect(await statesOf(markets)).toEqual(['Proposed', 'Proposed', 'Proposed']);
  const { events, sent, metrics } = await act({ results: 'never' }, AFTER + HOUR + 10);
  expect([sent, events.filter((event) => event === 'finalise').length]).toEqual([1, 3]);
  expect(metrics).toContain('transactions_total{action="finalise_many",outcome="landed"} 1');
  expect(await statesOf(markets)).toEqual(['Final', 'Final', 'Final']);
});
