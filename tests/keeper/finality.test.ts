import { describe, expect, it } from 'vitest';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { FinalityPolicy } from '../../ts/sdk/program/finalityPolicy.js';
import { type ScorelineName, sportsOf } from '../helpers/scoreline/namedScorelines.js';
import type { ScorelineOptions } from '../helpers/scoreline/scoreline.js';
import { AWAY_WINS, HOME_WINS, KICK_OFF, type MarketOptions, type TestMarket } from '../helpers/settlement/market.js';
import { KeeperWorld } from '../helpers/world/keeperWorld.js';
import { ENDS } from '../programs/policyModel.js';

/** Every match is over by then, s after kick-off. */
const AFTER = 6 * 3_600;
const SPORTS: readonly Sport[] = ['soccer', 'basketball', 'us-football'];

const scene = new KeeperWorld().each();

/** Home, away or level: proposed outcome 0, 1 or 2. */
const betOn = (sport: Sport, finality: FinalityPolicy, statKeys: readonly number[], more: MarketOptions = {}) =>
  scene.backed({
    sport,
    finality,
    statKeys: [...statKeys],
    outcomes: [HOME_WINS, AWAY_WINS],
    ...(finality === 'signed-final' && { signer: scene.key.publicKey }),
    ...more,
  });

const stateOf = async (market: TestMarket) => {
  const { state, proposal } = await market.read();
  return state === 'Open' ? null : proposal.outcome;
};

/** Keys of the last stat requests, in the order requested. */
const asked = (): { seq: number; keys: number[]; version: string }[] =>
  scene.service.requests
    .filter((path) => path.includes('stat-validation'))
    .map((path) => {
      const url = new URL(path, scene.service.baseUrl);
      return {
        seq: Number(url.searchParams.get('seq')),
        keys: (url.searchParams.get('statKeys') ?? '').split(',').map(Number),
        version: url.pathname.slice(-2),
      };
    });

const HOME = 0;
const AWAY = 1;
const LEVEL = 2;
/** Nothing decides the market. */
const OPEN = null;

type Row = [ScorelineName, FinalityPolicy, readonly number[], number | null, Partial<ScorelineOptions>?];

/**
 * The expected result of each script under each policy. Participant 1 wins the scripted matches by at least one goal.
 */
const ROWS: readonly Row[] = [
  ['normal', 'finalised', [1, 2], HOME, { totals: { 1: 2, 2: 1, 5: 1 } }],
  ['normal', 'finalised', [1, 2], AWAY, { totals: { 1: 1, 2: 2, 5: 1 } }],
  ['normal', 'finalised', [1, 2], LEVEL, { totals: { 1: 1, 2: 1, 5: 1 } }],
  // Only the other stats can show that it is over.
  ['normal', 'finalised', [1, 2], LEVEL, { totals: { 5: 1 } }],
  ['normal', 'regular-time', [1, 2], LEVEL, { totals: { 6: 1 } }],
  ['normal', 'half-time', [1001, 1002], LEVEL, { totals: { 5: 2, 6: 2 } }],
  ['normal', 'signed-final', [1, 2], LEVEL, { totals: { 5: 1 } }],
  ['twoNil', 'finalised', [1, 2], HOME],
  ['twoNil', 'regular-time', [2, 1], AWAY],
  ['twoNil', 'signed-final', [1, 2], HOME],
  ['goalless', 'finalised', [1, 2], LEVEL],
  ['goalless', 'finalised', [1001, 3002], LEVEL],
  ['goalless', 'regular-time', [1, 2], LEVEL],
  ['goalless', 'half-time', [1001, 1002], LEVEL],
  ['goalless', 'signed-final', [1, 2], LEVEL],
  ['allZero', 'finalised', [1, 2], OPEN],
  ['allZero', 'regular-time', [1, 2], OPEN],
  ['allZero', 'half-time', [1001, 1002], OPEN],
  ['allZero', 'signed-final', [1, 2], LEVEL],
  ['extraTime', 'finalised', [1, 2], HOME],
  ['extraTime', 'regular-time', [1, 2], LEVEL],
  ['extraTime', 'signed-final', [2, 1], AWAY],
  ['penalties', 'finalised', [1, 2], LEVEL],
  ['penalties', 'regular-time', [1, 2], LEVEL],
  ['penalties', 'finalised', [6001, 6002], HOME],
  ['penalties', 'finalised', [6001, 6002], AWAY, { shootOut: [2, 4] }],
  ['abandoned', 'finalised', [1, 2], OPEN],
  ['abandoned', 'regular-time', [1, 2], OPEN],
  ['abandoned', 'signed-final', [1, 2], OPEN],
  ['cancelled', 'finalised', [1, 2], OPEN],
  ['cancelled', 'half-time', [1001, 1002], OPEN],
  ['varReversal', 'finalised', [1, 2], HOME],
  // In soccer, the disallowed goal would have made it level.
  ['varReversal', 'regular-time', [1, 2], HOME],
  ['withoutStatus', 'finalised', [1, 2], HOME],
  ['withoutStatus', 'regular-time', [1, 2], OPEN],
  ['correctionAfterFinalised', 'finalised', [1, 2], LEVEL],
  ['correctionInSlot', 'finalised', [1, 2], LEVEL],
  ['correctionInSlot', 'signed-final', [1, 2], LEVEL],
  ['halfTime', 'finalised', [1, 2], OPEN],
  ['halfTime', 'regular-time', [1, 2], OPEN],
];

describe.each(SPORTS)('in %s the keeper settles by script', (sport) => {
  it.each(ROWS.filter(([name]) => sportsOf(name).includes(sport)))(
    '%s, policy %s, keys %j: %s',
    async (name, finality, statKeys, expected, options) => {
      scene.playScript(name, { sport, ...options });
      const market = await betOn(sport, finality, statKeys);
      await scene.at(AFTER);
      expect(await scene.keeper().round()).toMatchObject({ sent: expected === OPEN ? 0 : 1, failures: 0 });
      expect(await stateOf(market)).toBe(expected);
    },
  );

  it('never an abandoned or cancelled match: the deadline refunds the stakes', async () => {
    const markets: TestMarket[] = [];
    for (const name of ['abandoned', 'cancelled'] as const) {
      scene.playScript(name, { sport });
      markets.push(await betOn(sport, 'finalised', [1, 2]));
    }
    const deadline = (markets[0]?.terms.voidAfter ?? 0) - KICK_OFF;
    await scene.at(deadline - 1);
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 0 });
    await scene.at(deadline);
    await scene.keeper().round();
    for (const market of markets) expect((await market.read()).state).toBe('Void');
  });

  it('a market whose keys are all zero, by a witness of the same record that is requested separately', async () => {
    // Offsets 5 to 8: they are not counted.
    const records = scene.playScript('extraTime', { sport, totals: { 1: 2, 2: 1, 3: 1 } });
    const all = await betOn(sport, 'finalised', [7, 8]);
    const regular = await betOn(sport, 'regular-time', [5, 6]);
    await scene.at(AFTER);
    expect(await scene.keeper().round()).toMatchObject({ sent: 2, failures: 0 });
    expect([await stateOf(all), await stateOf(regular)]).toEqual([LEVEL, LEVEL]);
    const final = records.findLast(({ StatusId }) => StatusId === 100)?.Seq;
    const played = new Set(ENDS[sport].regular);
    const level = records.findLast(({ StatusId }) => played.has(StatusId ?? 0))?.Seq;
    for (const [seq, keys] of [
      [final, [7, 8]],
      [level, [5, 6]],
    ] as const) {
      const of = asked().filter((one) => one.seq === seq);
      expect(of.map(({ version }) => version)).toEqual(['v3', 'v3']);
      expect(of[0]?.keys).toEqual(keys);
      // One key that does not belong to the market and is non-zero in that record.
      const witness = of[1]?.keys ?? [];
      expect(witness.length).toBe(1);
      expect(keys).not.toContain(witness[0]);
      expect(records.find(({ Seq }) => Seq === seq)?.Stats[witness[0] ?? 0]).toBeGreaterThan(0);
    }
  });

  it('an all-zero match under any policy if the terms name a signer, and never without', async () => {
    scene.playScript('allZero', { sport });
    const { publicKey: signer } = scene.key;
    const signed: TestMarket[] = [];
    const unsigned: TestMarket[] = [];
    for (const [finality, keys] of [
      ['finalised', [1, 2]],
      ['regular-time', [1, 2]],
      ['half-time', [1001, 1002]],
      ['signed-final', [1, 2]],
    ] as const) {
      signed.push(await betOn(sport, finality, keys, { signer }));
      if (finality !== 'signed-final') unsigned.push(await betOn(sport, finality, keys));
    }
    await scene.at(AFTER);
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 4, failures: 0 });
    for (const market of signed) expect(await stateOf(market)).toBe(LEVEL);
    for (const market of unsigned) expect(await stateOf(market)).toBe(OPEN);
    expect(new Set(asked().map(({ version }) => version))).toEqual(new Set(['v4']));
    expect(await keeper.metrics.text()).toContain('no_proof_total{reason="NothingPresent"} 3');
  });

  it('a half-time market at half-time, neither earlier nor by later records', async () => {
    const records = scene.playScript('normal', { sport, totals: { 1: 9, 2: 4, 5: 5, 6: 5 } });
    const status = ENDS[sport].half;
    const half = records.find(({ StatusId }) => StatusId === status);
    if (!half) throw new Error('no half-time');
    const market = await betOn(sport, 'half-time', [1001, 1002]);
    const whole = await betOn(sport, 'finalised', [1, 2]);
    const halfAt = Math.floor(half.Ts / 1000) - KICK_OFF;
    for (const time of [600, halfAt - 1]) {
      await scene.at(time);
      await scene.keeper().round();
      expect(await stateOf(market)).toBe(OPEN);
    }
    // Its slot is published; the second half may have begun.
    await scene.at(halfAt + 1_200);
    await scene.keeper().round();
    const lead = Math.sign((half.Stats[1001] ?? 0) - (half.Stats[1002] ?? 0));
    expect(await stateOf(market)).toBe(lead > 0 ? HOME : lead < 0 ? AWAY : LEVEL);
    expect(await stateOf(whole)).toBe(OPEN);
    expect(asked()[0]?.seq).toBe(half.Seq);
    const { orderKey } = (await market.read()).proposal;
    // Proving the same again at the end changes nothing.
    await scene.at(AFTER);
    await scene.keeper({ markets: [market.address] }).round();
    expect((await market.read()).proposal.orderKey).toBe(orderKey);
  });
});

describe('on a chain without the Ed25519 program', () => {
  const later = new KeeperWorld({ runtime: 'withoutEd25519' }).each();

  it('the keeper has the settlement program verify the signature', async () => {
    later.playScript('twoNil', { sport: 'soccer' });
    const market = await later.backed({
      finality: 'signed-final',
      statKeys: [1, 2],
      outcomes: [HOME_WINS, AWAY_WINS],
      signer: later.key.publicKey,
    });
    await later.at(AFTER);
    expect(await later.keeper().round()).toMatchObject({ sent: 1, failures: 0 });
    expect(await stateOf(market)).toBe(HOME);
  });
});
