import { beforeAll, describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatLeaf } from '../../ts/sdk/format/statValidationInput.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import type { FinalityPolicy } from '../../ts/sdk/program/finalityPolicy.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { checkSettlement } from '../../ts/sdk/program/settlement/rules/checkSettlement.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
import type { StatProof, StatProofV3, StatProofV4 } from '../../ts/sdk/proof/proof.js';
import { namedScoreline, type ScorelineName, sportsOf } from '../helpers/scoreline/namedScorelines.js';
import type { Scoreline } from '../helpers/scoreline/scoreline.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import {
  AWAY_WINS,
  allOf,
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import type { PublishedSlot } from '../helpers/settlement/match.js';
import { putConfig } from '../helpers/settlement/oracleConfig.js';
import { signedBy } from '../helpers/settlement/signed.js';
import { DAY, World } from '../helpers/world/world.js';
import { ENDS } from './policyModel.js';

const SPORTS: readonly Sport[] = ['soccer', 'basketball', 'us-football'];
/** The status ids around the ends of the match and its parts, and neighbours of 100 that no record has. */
const PERIODS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 99, 100, 101, 1_011, 1_012];
const LEVEL = 2;

const key = new OracleKey(new Uint8Array(32).fill(0x17));
const { chain, oracle, settleable } = new World();

beforeAll(async () => {
  putConfig(chain, oracle.programId, key.publicKey);
});

/** A market on home, away or level that can be settled at `time` (s). */
async function betOn(
  sport: Sport,
  finality: FinalityPolicy,
  statKeys: readonly number[],
  more: MarketOptions = {},
): Promise<TestMarket> {
  const options: MarketOptions = {
    sport,
    finality,
    statKeys: [...statKeys],
    outcomes: [HOME_WINS, AWAY_WINS],
    ...(finality === 'signed-final' && { signer: key.publicKey }),
    ...more,
  };
  return settleable(options, FULL_TIME + DAY / 2);
}

const signed = (proof: StatProofV3): StatProofV4 => signedBy(key, proof);

/** The program's answer to a proof. The offline check must give the same. */
async function settle(market: TestMarket, proof: StatProof, witness?: StatLeaf): Promise<number | string | null> {
  const given = { proof, ...(witness && { witness }) };
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  let offline: number | null = null;
  try {
    checkSettlement(market.terms, given, oracle.bytes(epochDay), null);
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    offline = error.number;
  }
  const instructions = settleInstructions({
    programs: LOCALNET_PROGRAM_IDS,
    market: market.address,
    terms: market.terms,
    ...given,
  });
  const answer = refusal(await chain.send(instructions));
  // The offline check does not see the state of the market.
  if (answer !== 6222) expect(offline).toBe(answer);
  return answer;
}

const outcomeOf = async (market: TestMarket): Promise<number> => (await market.read()).proposal.outcome;

/** Policy and keys, and the periods that decide them. */
type Cell = [FinalityPolicy, readonly number[], readonly number[]];
const END = [9, 10];
const US: readonly Cell[] = [
  ['finalised', [1, 2], [100]],
  ['finalised', [10001, 40002], [100]],
  ['regular-time', [1, 2], END],
  ['regular-time', [1001, 2], END],
  ['regular-time', [1, 40001], END],
  ['regular-time', [1001, 2002], [...END, 100]],
  ['regular-time', [30001, 40002], [...END, 100]],
  ['half-time', [1001, 1002], [5, 100]],
  ['half-time', [10001, 20002], [5, 100]],
  ['signed-final', [1, 2], [100]],
];
const CELLS: Readonly<Record<Sport, readonly Cell[]>> = {
  soccer: [
    ['finalised', [1, 2], [100]],
    ['finalised', [4001, 6002], [100]],
    ['regular-time', [1, 2], [5, 6]],
    ['regular-time', [1001, 2], [5, 6]],
    ['regular-time', [7, 3008], [5, 6]],
    ['regular-time', [1001, 3002], [5, 6, 100]],
    ['regular-time', [2001, 2002], [5, 6, 100]],
    ['half-time', [1001, 1002], [3, 100]],
    ['half-time', [1007, 1008], [3, 100]],
    ['signed-final', [1, 2], [100]],
  ],
  basketball: US,
  'us-football': US,
};
const cells = SPORTS.flatMap((sport) => CELLS[sport].map((cell) => [sport, ...cell] as const));

/** A key that no market here uses. */
const OTHER = 4;

/** One update per period; values by key, the other stat is never zero. */
const publish = (sport: Sport, values: Readonly<Record<number, number>>): PublishedSlot =>
  oracle.publish(
    FIXTURE,
    FULL_TIME,
    PERIODS.map((status, i) => ({ status, stats: { ...values, [OTHER]: i + 1 } })),
    { sport },
  );

describe.each(cells)('%s %s %j: periods %j', (sport, finality, keys, accepted) => {
  const [first = 0, second = 0] = keys;
  const near = PERIODS.filter((period) => accepted.some((one) => Math.abs(one - period) <= 1));
  type Form = (slot: PublishedSlot, seq: number) => [StatProof, StatLeaf?];
  const forms: [string, readonly number[], [number, number], Form][] = [
    ['both keys present', PERIODS, [3, 2], (slot, seq) => [slot.v3(keys, seq)]],
    ['the second key zero', near, [3, 0], (slot, seq) => [slot.v3(keys, seq)]],
    ['the first key zero, by paths', near, [0, 2], (slot, seq) => [slot.v2(keys, seq)]],
    ['both zero, with a witness', PERIODS, [0, 0], (slot, seq) => [slot.v3(keys, seq), slot.leaf(OTHER, seq)]],
  ];

  it.each(forms)('%s', async (_, periods, [home, away], form) => {
    const slot = publish(sport, { [first]: home, [second]: away });
    const market = await betOn(sport, finality, keys);
    for (const period of periods) {
      const seq = PERIODS.indexOf(period);
      const expected = finality === 'signed-final' ? 6221 : accepted.includes(period) ? null : 6219;
      expect(await settle(market, ...form(slot, seq)), `period ${period}`).toBe(expected);
    }
    const { state } = await market.read();
    expect(state).toBe(finality === 'signed-final' ? 'Open' : 'Proposed');
    if (state === 'Proposed') expect(await outcomeOf(market)).toBe(home > away ? 0 : home < away ? 1 : LEVEL);
  });

  it('both zero, without a witness', async () => {
    const slot = publish(sport, { [first]: 0, [second]: 0 });
    const market = await betOn(sport, finality, keys);
    for (const period of accepted) {
      const expected = finality === 'signed-final' ? 6221 : 6220;
      expect(await settle(market, slot.v3(keys, PERIODS.indexOf(period))), `period ${period}`).toBe(expected);
    }
  });

  it.each([
    ['present', 3, 2],
    ['one of them zero', 0, 2],
    ['zero', 0, 0],
  ])('signed by the signer of the terms, the keys %s', async (_, home, away) => {
    const slot = publish(sport, { [first]: home, [second]: away });
    const market = await betOn(sport, finality, keys, { signer: key.publicKey });
    for (const period of near)
      expect(await settle(market, signed(slot.v3(keys, PERIODS.indexOf(period)))), `period ${period}`).toBe(
        accepted.includes(period) ? null : 6219,
      );
    expect(await outcomeOf(market)).toBe(home > away ? 0 : home < away ? 1 : LEVEL);
  });

  it('signed, with unequal periods', async () => {
    const slot = publish(sport, { [first]: 0, [second]: 0 });
    const market = await betOn(sport, finality, keys, { signer: key.publicKey });
    const proof = slot.v3(keys, PERIODS.indexOf(100));
    const periods = (...given: number[]): StatProofV3 => ({
      ...proof,
      leaves: proof.leaves.map((leaf, i) => ({ ...leaf, stat: { ...leaf.stat, period: given[i] ?? 0 } })),
    });
    const [decides = 0] = accepted;
    for (const pair of [
      [decides, decides - 1],
      [decides + 1, decides],
      [decides, 0],
      ...accepted.slice(1).map((other) => [decides, other]),
    ])
      expect(await settle(market, signed(periods(...pair))), `${pair}`).toBe(6237);
    // A deciding witness does not replace equal periods.
    const witness = slot.leaf(OTHER, PERIODS.indexOf(100));
    expect(await settle(market, signed(periods(decides, 0)), witness)).toBe(6237);
    expect(await settle(market, signed(periods(0, 0)), witness)).toBe(6219);
    expect(await settle(market, signed(periods(decides, decides)))).toBe(null);
  });
});

describe('allowed keys', () => {
  const quarters = {
    all: [0, 1, 2, 10, 20, 30, 40],
    'regular-time': [0, 1, 2, 10, 20, 30, 40],
    'half-time': [1, 10, 20],
  };
  const blocks: Readonly<Record<Sport, Readonly<Record<'all' | 'regular-time' | 'half-time', readonly number[]>>>> = {
    soccer: { all: [0, 1, 2, 3, 4, 5, 6, 7], 'regular-time': [0, 1, 2, 3], 'half-time': [1] },
    basketball: quarters,
    'us-football': quarters,
  };
  const allowed = (sport: Sport, policy: FinalityPolicy): readonly number[] => {
    return { ...blocks[sport], finalised: blocks[sport].all, 'signed-final': blocks[sport].all }[policy];
  };
  it.each(SPORTS)('in %s, by block', async (sport) => {
    await chain.setTime(KICK_OFF - DAY);
    for (const finality of ['finalised', 'regular-time', 'half-time', 'signed-final'] as const) {
      const create = async (statKeys: number[]) => {
        const outcomes = [allOf(...statKeys.map((_, i) => single(i, 'greaterThan', 0)))];
        const terms = { sport, finality, statKeys, outcomes, signer: key.publicKey };
        return refusal(await TestMarket.plan(chain, terms).create());
      };
      const [fine = 0] = allowed(sport, finality);
      for (const block of blocks[sport].all) {
        const expected = allowed(sport, finality).includes(block) ? null : 6203;
        const about = `${finality} block ${block}`;
        expect(await create([1000 * block + 1]), about).toBe(expected);
        // One invalid key is enough, at any position.
        expect(await create([1000 * fine + 3, 1000 * block + 1]), about).toBe(expected);
        expect(await create([1000 * block + 1, 1000 * fine + 3]), about).toBe(expected);
      }
    }
  });
});

describe('a whole match', () => {
  const play = (
    name: ScorelineName,
    sport: Sport,
    more: Partial<Parameters<typeof namedScoreline>[1]> = {},
  ): Scoreline => {
    const options = { seed: 'finality', sport, fixtureId: FIXTURE, startTime: KICK_OFF * 1000 };
    return namedScoreline(name, { ...options, ...more });
  };
  const inTime = ({ records }: Scoreline) =>
    records.filter(({ Ts, Stats }) => Ts >= KICK_OFF * 1000 && Object.keys(Stats).length > 0);

  /** Every record of the match in order, with a witness where the keys are zero and another stat is not. */
  async function settleAll(match: Scoreline, market: TestMarket) {
    const slotOf = oracle.publishMatch(match);
    const { statKeys } = market.terms;
    const taken: { readonly status: number | undefined; readonly outcome: number }[] = [];
    for (const { Seq, Stats, StatusId } of inTime(match)) {
      const slot = slotOf(Seq);
      const present = Object.keys(Stats).find((one) => Stats[one] !== 0);
      const witness = statKeys.every((one) => Stats[one] === 0) && present !== undefined;
      const proof = market.terms.signer ? signed(slot.v3(statKeys, Seq)) : slot.v3(statKeys, Seq);
      const answer = await settle(market, proof, witness ? slot.leaf(Number(present), Seq) : undefined);
      if (answer === null) taken.push({ status: StatusId, outcome: await outcomeOf(market) });
      else expect([6219, 6220, 6221], `Seq ${Seq}, status ${StatusId}`).toContain(answer);
    }
    return taken;
  }

  it.each(SPORTS)('of %s: a half-time market accepts half-time and the end, nothing in play', async (sport) => {
    for (const totals of [
      { 1: 6, 2: 3, 3: 2 },
      { 3: 4, 4: 4 },
      { 2: 3, 3: 4, 4: 4 },
    ]) {
      const match = play('normal', sport, { totals });
      const { half } = ENDS[sport];
      const taken = await settleAll(match, await betOn(sport, 'half-time', [1001, 1002]));
      expect(taken.map(({ status }) => status)).toEqual([half, 100]);
      expect(taken[0]?.outcome).toBe(taken[1]?.outcome);
      // Earlier and later records were there to be refused.
      const statuses = inTime(match).map(({ StatusId = 0 }) => StatusId);
      expect(statuses.some((status) => status < half) && statuses.some((status) => half < status && status < 9)).toBe(
        true,
      );
    }
  });

  it.each(SPORTS)('of %s with extra time: regular time ends level, the match does not', async (sport) => {
    const match = play('extraTime', sport);
    const ends = ENDS[sport].regular;
    expect(await settleAll(match, await betOn(sport, 'regular-time', [1, 2]))).toEqual(
      ends.map((status) => ({ status, outcome: LEVEL })),
    );
    expect(await settleAll(match, await betOn(sport, 'finalised', [1, 2]))).toEqual([{ status: 100, outcome: 0 }]);
    // Its halves exclude extra time, so the end of the match is accepted too.
    const halves = await settleAll(match, await betOn(sport, 'regular-time', [1001, 1002]));
    expect(halves.map(({ status }) => status)).toEqual([...ends, 100]);
    expect(new Set(halves.map(({ outcome }) => outcome)).size).toBe(1);
  });

  it('of soccer with a shoot-out: 13 is not final, and its goals are in no total', async () => {
    const match = play('penalties', 'soccer');
    expect(await settleAll(match, await betOn('soccer', 'finalised', [1, 2]))).toEqual([
      { status: 100, outcome: LEVEL },
    ]);
    expect(await settleAll(match, await betOn('soccer', 'finalised', [6001, 6002]))).toEqual([
      { status: 100, outcome: 0 },
    ]);
    expect(await settleAll(match, await betOn('soccer', 'regular-time', [1, 2]))).toEqual(
      [5, 6].map((status) => ({ status, outcome: LEVEL })),
    );
  });

  it.each(SPORTS)('of %s, abandoned or without a status: only 100 decides', async (sport) => {
    for (const finality of ['finalised', 'regular-time', 'signed-final'] as const) {
      expect(await settleAll(play('abandoned', sport), await betOn(sport, finality, [1, 2]))).toEqual([]);
      const silent = await settleAll(play('withoutStatus', sport), await betOn(sport, finality, [1, 2]));
      expect(silent).toEqual(finality === 'regular-time' ? [] : [{ status: 100, outcome: 0 }]);
    }
  });

  it.each(SPORTS)('of %s without any count settles only by the signed form', async (sport) => {
    const match = play('allZero', sport);
    const { half, regular } = ENDS[sport];
    const [end = 0] = regular;
    for (const [finality, keys, statuses] of [
      ['finalised', [1, 2], [100]],
      ['regular-time', [1, 2], [end]],
      ['regular-time', [1001, 1002], [end, 100]],
      ['half-time', [1001, 1002], [half, 100]],
      ['signed-final', [1, 2], [100]],
    ] as const) {
      if (finality !== 'signed-final')
        expect(await settleAll(match, await betOn(sport, finality, keys)), finality).toEqual([]);
      // One market per deciding record: all-zero updates of one slot share one place.
      const slotOf = oracle.publishMatch(match);
      for (const status of statuses) {
        const record = inTime(match).findLast(({ StatusId }) => StatusId === status);
        if (!record) throw new Error(`no record of status ${status}`);
        const market = await betOn(sport, finality, keys, { signer: key.publicKey });
        expect(await settle(market, signed(slotOf(record.Seq).v3(keys, record.Seq))), `${status}`).toBe(null);
        expect(await outcomeOf(market)).toBe(LEVEL);
      }
    }
  });

  it.each(sportsOf('twoNil'))('of %s, 2–0: the present stat proves that it is over', async (sport) => {
    const match = play('twoNil', sport);
    const final = match.records.findLast(({ StatusId }) => StatusId === 100);
    const slotOf = oracle.publishMatch(match);
    const market = await betOn(sport, 'finalised', [1, 2]);
    ok(await market.settle(slotOf(final?.Seq ?? 0).v3([1, 2], final?.Seq)));
    expect(await outcomeOf(market)).toBe(0);
  });
});
