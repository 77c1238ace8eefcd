import { describe, expect, it } from 'vitest';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatLeaf } from '../../ts/sdk/format/statValidationInput.js';
import { address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { scoreProofOf } from '../../ts/sdk/program/proof/scoreProofOf.js';
import { budgetInstructions } from '../../ts/sdk/program/transaction/budget.js';
import type { ScoreProof } from '../../ts/sdk/program/wire/scoreProof.js';
import type { StatProofV2, StatProofV3 } from '../../ts/sdk/proof/proof.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import {
  allOf,
  binary,
  distance,
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  single,
} from '../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle, type Update } from '../helpers/settlement/match.js';
import { inV4, OTHER_KEY, SIGNER, signatureOf } from '../helpers/settlement/signed.js';
import { DAY, final, KEYS, World } from '../helpers/world/world.js';

const { chain, oracle, settleable, fullTime, homeWins } = new World().each();

describe('settle accepts', () => {
  it.each([
    ['V2', (slot: PublishedSlot): ScoreProof => scoreProofOf(slot.v2(KEYS))],
    ['V3', (slot: PublishedSlot): ScoreProof => scoreProofOf(slot.v3(KEYS))],
    [
      'V4, whose signature nobody asks for in a market without a signer',
      (slot: PublishedSlot): ScoreProof => v4(slot.v3(KEYS)),
    ],
  ])('a proof in form %s', async (_, proof) => {
    const market = await settleable();
    ok(await market.settle(proof(fullTime(final()))));
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
  });

  const conditions: [string, MarketOptions, boolean][] = [
    ['a threshold that holds', { statKeys: [7], outcomes: [allOf(single(0, 'greaterThan', 4))] }, true],
    ['a threshold at its border', { statKeys: [7], outcomes: [allOf(single(0, 'greaterThan', 5))] }, false],
    ['a sum', { statKeys: [7, 8], outcomes: [allOf(binary(0, 'add', 1, 'equalTo', 8))] }, true],
    ['a difference', { statKeys: [7, 8], outcomes: [allOf(binary(1, 'subtract', 0, 'lessThan', -1))] }, true],
    [
      'all of several',
      { statKeys: [1, 7, 8], outcomes: [allOf(single(0, 'greaterThan', 1), binary(1, 'subtract', 2, 'equalTo', 2))] },
      true,
    ],
    [
      'all of several, one of them false',
      { statKeys: [1, 7, 8], outcomes: [allOf(single(0, 'greaterThan', 2), binary(1, 'subtract', 2, 'equalTo', 2))] },
      false,
    ],
    [
      'a range on one key',
      { statKeys: [7], outcomes: [allOf(single(0, 'greaterThan', 4), single(0, 'lessThan', 6))] },
      true,
    ],
    ['a distance', { statKeys: [1, 2, 7], outcomes: [distance({ 0: 1, 1: 1, 2: 3 }, 'lessThan', 4)] }, true],
    [
      'a distance at its border',
      { statKeys: [1, 2, 7], outcomes: [distance({ 0: 1, 1: 1, 2: 3 }, 'lessThan', 3)] },
      false,
    ],
    [
      'zero stats',
      { statKeys: [5, 6, 1], outcomes: [allOf(binary(0, 'add', 1, 'equalTo', 0), single(2, 'greaterThan', 0))] },
      true,
    ],
  ];
  it.each(conditions)('%s', async (_, options, holds) => {
    const slot = fullTime(final());
    const keys = options.statKeys ?? KEYS;
    for (const proof of [slot.v2(keys), slot.v3(keys)]) {
      const market = await settleable(options);
      ok(await market.settle(proof));
      expect((await market.read()).proposal.outcome).toBe(holds ? 0 : 1);
    }
  });

  it('one proof in every market that it answers, and in no other', async () => {
    const proof = fullTime(final(), final(2, 2)).v3(KEYS, 0);
    const markets = [await settleable(), await settleable({ outcomes: [allOf(binary(0, 'add', 1, 'lessThan', 3))] })];
    for (const market of markets) ok(await market.settle(proof));
    expect((await markets[0]?.read())?.proposal.outcome).toBe(0);
    expect((await markets[1]?.read())?.proposal.outcome).toBe(1);
    expect(refusal(await (await settleable({ statKeys: [2, 1] })).settle(proof))).toBe(6218);
  });
});

describe('settle refuses', () => {
  it('6215 before stakes close', async () => {
    const market = await settleable();
    const proof = homeWins();
    await chain.setTime(market.terms.stakesClose - 1);
    expect(refusal(await market.settle(proof))).toBe(6215);
    await chain.setTime(market.terms.stakesClose);
    ok(await market.settle(proof));
  });

  it('6216 for an event outside the time bounds, to the millisecond', async () => {
    const options = { earliest: FULL_TIME, latest: FULL_TIME + 60 };
    const at = (time: number) => oracle.publish(FIXTURE, time, [final()]).v2(KEYS);
    for (const time of [FULL_TIME - 0.001, FULL_TIME + 61, FULL_TIME - DAY, FULL_TIME + DAY])
      expect(refusal(await (await settleable(options)).settle(at(time))), `${time}`).toBe(6216);
    for (const time of [FULL_TIME, FULL_TIME + 60.999]) ok(await (await settleable(options)).settle(at(time)));
  });

  it('6217 for a proof of another fixture', async () => {
    const market = await settleable();
    const slot = oracle.publish(FIXTURE + 10, FULL_TIME, [final()]);
    expect(refusal(await market.settle(slot.v2(KEYS)))).toBe(6217);
    // And a proof that only claims to be of this fixture.
    const proof = slot.v2(KEYS);
    const relabelled = { ...proof, summary: { ...proof.summary, fixtureId: FIXTURE } };
    expect(refusal(await market.settle(relabelled))).toBe(6004);
  });

  it("6218 for other keys than the market's, or another order", async () => {
    const slot = fullTime(final());
    const market = await settleable();
    for (const keys of [[2, 1], [1], [1, 3], [1, 2, 3], [1, 1], [1001, 2]]) {
      expect(refusal(await market.settle(slot.v2(keys))), `${keys}`).toBe(6218);
      if (new Set(keys).size === keys.length) expect(refusal(await market.settle(slot.v3(keys))), `${keys}`).toBe(6218);
    }
    expect(refusal(await market.settle({ ...slot.v2(KEYS), leaves: [] }))).toBe(6218);
    expect(refusal(await market.settle(slot.v3([1, 2, 3, 4, 7])))).toBe(6218);
    const six = { ...slot.v2(KEYS), leaves: Array(6).fill({ stat: slot.leaf(1).stat, statProof: [] }) };
    expect(refusal(await market.settle(six))).toBe(6069);
  });

  it('what the verifier refuses, with its error number', async () => {
    const market = await settleable();
    const slot = fullTime(final(), final(2, 2));
    const proof = slot.v2(KEYS);
    const { updateStats } = proof.summary;
    const stats = (change: object) => ({
      ...proof,
      summary: { ...proof.summary, updateStats: { ...updateStats, ...change } },
    });
    const leaf = (change: object) => ({
      ...proof,
      leaves: proof.leaves.map((one, i) => (i === 0 ? { ...one, stat: { ...one.stat, ...change } } : one)),
    });
    const cases: [number, StatProofV2][] = [
      [6010, { ...proof, ts: (proof.ts + 1) as Milliseconds }],
      [6005, stats({ maxTimestamp: updateStats.minTimestamp - 1 })],
      [6005, stats({ maxTimestamp: updateStats.minTimestamp + 300_000 })],
      [6100, stats({ updateCount: 0 })],
      [6004, stats({ updateCount: 4 })],
      [6004, stats({ maxTimestamp: updateStats.maxTimestamp + 1 })],
      [6022, { ...proof, fixtureProof: [...proof.fixtureProof].reverse() }],
      [6022, { ...proof, eventStatRoot: slot.v2(KEYS, 1).eventStatRoot }],
      [6004, { ...proof, mainTreeProof: [] }],
      [6023, leaf({ value: 3 })],
      [6023, leaf({ period: 99 })],
    ];
    for (const [number, changed] of cases) {
      expect(refusal(await market.settle(changed)), `${number}`).toBe(number);
    }
    ok(await market.settle(proof));
  });

  it('6073 for a zero proof in the layout of another sport', async () => {
    const market = await settleable({ statKeys: [1, 5] });
    const slot = fullTime(final());
    const relaid = (leaf: StatLeaf): StatLeaf => {
      const [marker, ...rest] = leaf.statProof;
      if (!marker) return leaf;
      const hash = Uint8Array.from(marker.hash);
      hash[0] = 2;
      return { ...leaf, statProof: [{ ...marker, hash } as typeof marker, ...rest] };
    };
    const proof = slot.v3([1, 5]);
    const changed = { ...proof, leaves: proof.leaves.map((leaf, i) => (i === 1 ? relaid(leaf) : leaf)) };
    expect(refusal(await market.settle(changed))).toBe(6073);
    ok(await market.settle(proof));
  });
});

describe('the roots account', () => {
  it('belongs to the oracle in the terms, at its derived address, for the day of the proof', async () => {
    const market = await settleable();
    const proof = homeWins();
    const { epochDay } = fullTime(final()).batch.time;
    const bytes = oracle.bytes(epochDay);
    const put = oracle.place.bind(oracle);
    const edited = (edit: (data: Buffer) => void) => oracle.edited(epochDay, edit);
    const own = oracle.programId;
    // Right bytes at the address of another program's oracle; at an arbitrary address; under no owner.
    expect(refusal(await market.settle(proof, null, put(chain.address(), bytes)))).toBe(6234);
    expect(refusal(await market.settle(proof, null, put(ZERO_ADDRESS, bytes)))).toBe(6234);
    expect(refusal(await market.settle(proof, null, { roots: chain.address() }))).toBe(6234);
    expect(refusal(await market.settle(proof, null, put(own, bytes)))).toBe(6235);
    // Another bump gives another address.
    const bumped = edited((data) => data.writeUInt8((data[10 + 288 * 32] ?? 0) - 1, 10 + 288 * 32));
    expect(refusal(await market.settle(proof, null, put(own, bumped, oracle.roots(epochDay))))).toBe(6235);
    expect(refusal(await market.settle(proof, null, put(own, bytes.subarray(0, 9231))))).toBe(6011);
    expect(refusal(await market.settle(proof, null, put(own, new Uint8Array(0))))).toBe(6011);
    const unmarked = edited((data) => data.writeUInt8(0, 0));
    expect(refusal(await market.settle(proof, null, put(own, unmarked)))).toBe(6008);
    // The next day's account, with this day's roots in it.
    const ofNextDay = edited((data) => data.writeUInt16LE(epochDay + 1, 8));
    expect(refusal(await market.settle(proof, null, put(own, ofNextDay)))).toBe(2006);
    oracle.publish(FIXTURE, FULL_TIME + DAY, [final()]);
    expect(refusal(await market.settle(proof, null, { roots: oracle.roots(epochDay + 1) }))).toBe(2006);
    const empty = edited((data) => data.fill(0, 10, 10 + 288 * 32));
    expect(refusal(await market.settle(proof, null, put(own, empty, oracle.roots(epochDay))))).toBe(6007);
    put(own, bytes, oracle.roots(epochDay));
    ok(await market.settle(proof));
  });

  it('of a foreign oracle program settles its markets and no other', async () => {
    const foreign = new TestOracle(chain, chain.address());
    const [ours, theirs] = [await settleable(), await settleable({ oracleProgram: foreign.programId })];
    const proof = foreign.publish(FIXTURE, FULL_TIME, [final()]).v2(KEYS);
    const { epochDay } = fullTime(final(0, 3)).batch.time;
    expect(refusal(await ours.settle(proof, null, { roots: foreign.roots(epochDay) }))).toBe(6234);
    expect(refusal(await theirs.settle(proof, null, { roots: oracle.roots(epochDay) }))).toBe(6234);
    expect(refusal(await ours.settle(proof))).toBe(6004);
    ok(await theirs.settle(proof));
  });
});

describe('finality', () => {
  const table: [Sport, MarketOptions['finality'], number[], number[], number[]][] = [
    ['soccer', 'finalised', [1, 2], [100], [0, 3, 4, 5, 10, 13, 15, 16, 99, 101]],
    ['soccer', 'regular-time', [1, 2], [5, 6], [3, 4, 10, 13, 100]],
    ['soccer', 'regular-time', [1001, 3002], [5, 6, 100], [3, 4, 9, 10]],
    ['soccer', 'half-time', [1001, 1002], [3, 100], [2, 4, 5]],
    ['basketball', 'finalised', [1, 2], [100], [9, 10, 13]],
    ['basketball', 'regular-time', [1, 2], [9, 10], [5, 6, 8, 13, 100]],
    ['basketball', 'regular-time', [10001, 2002], [9, 10, 100], [5, 8, 13]],
    ['basketball', 'half-time', [1001, 20002], [5, 100], [3, 4, 6, 9]],
    ['us-football', 'finalised', [1, 2], [100], [9, 10, 13, 1011]],
    ['us-football', 'regular-time', [1, 2], [9, 10], [8, 100, 1011, 1012]],
    ['us-football', 'half-time', [10001, 1002], [5, 100], [3, 4, 6]],
  ] as [Sport, MarketOptions['finality'], number[], number[], number[]][];

  it.each(table)('%s %s %j', async (sport, finality, keys, accepted, refused) => {
    const stats = Object.fromEntries(keys.map((key, i) => [key, 3 - i]));
    const settle = async (status: number) => {
      const market = await settleable({
        sport,
        finality: finality ?? 'finalised',
        statKeys: keys,
      });
      return market.settle(oracle.publish(FIXTURE, FULL_TIME, [{ status, stats }], { sport }).v3(keys));
    };
    for (const status of accepted) ok(await settle(status));
    for (const status of refused) expect(refusal(await settle(status)), `period ${status}`).toBe(6219);
  });

  it('6219 for a half-time snapshot in a market on the final result', async () => {
    const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: 3, stats: soccerStats(1, 0) }, final(1, 0)]);
    const market = await settleable();
    expect(refusal(await market.settle(slot.v2(KEYS, 0), null))).toBe(6219);
    // The witness of the final update does not make it final either.
    expect(refusal(await market.settle(slot.v2(KEYS, 0), slot.leaf(1, 1)))).toBe(6023);
    ok(await market.settle(slot.v2(KEYS, 1)));
  });

  it('a record without a status is never final', async () => {
    const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: null, stats: soccerStats(1, 0) }]);
    expect(refusal(await (await settleable()).settle(slot.v2(KEYS)))).toBe(6219);
  });
});

describe('the finality witness', () => {
  const draw = () => fullTime(final(0, 0), { status: 4, stats: soccerStats(0, 0) });

  it('6220 is required when every stat is absent', async () => {
    for (const form of ['v2', 'v3'] as const) {
      const market = await settleable();
      const slot = draw();
      expect(refusal(await market.settle(slot[form](KEYS)))).toBe(6220);
      ok(await market.settle(slot[form](KEYS), slot.leaf(7)));
      expect((await market.read()).proposal.outcome).toBe(1);
    }
  });

  it('is a present leaf of the same update', async () => {
    const market = await settleable();
    const slot = draw();
    const proof = slot.v2(KEYS);
    const witness = slot.leaf(7);
    const period = (value: number): StatLeaf => ({ ...witness, stat: { ...witness.stat, period: value } });
    expect(refusal(await market.settle(proof, slot.leaf(7, 1)))).toBe(6023);
    expect(refusal(await market.settle(proof, slot.leaf(5)))).toBe(6023);
    expect(refusal(await market.settle(proof, { ...witness, statProof: [] }))).toBe(6023);
    expect(refusal(await market.settle(proof, period(99)))).toBe(6023);
    // The other update has the right values but is not final.
    expect(refusal(await market.settle(slot.v2(KEYS, 1), slot.leaf(7, 1)))).toBe(6219);
    expect(refusal(await market.settle(slot.v2(KEYS, 1), witness))).toBe(6023);
    ok(await market.settle(proof, witness));
  });

  it('is checked even when it is not required, and answers no question', async () => {
    const market = await settleable();
    const slot = fullTime(final(2, 1), final(1, 2));
    expect(refusal(await market.settle(slot.v2(KEYS), slot.leaf(7, 1)))).toBe(6023);
    expect(refusal(await market.settle({ ...slot.v2([1]) }, slot.leaf(2)))).toBe(6218);
    ok(await market.settle(slot.v2(KEYS), slot.leaf(7)));
  });
});

describe('a signed payload', () => {
  it('counts with the signature directly before it', async () => {
    for (const finality of ['signed-final', 'finalised'] as const) {
      const market = await settleable({ signer: SIGNER, finality });
      const proof = fullTime(final()).v3(KEYS);
      const settle = market.settleInstruction(v4(proof));
      const [other] = budgetInstructions(300_000, 0n) as [Instruction];
      const refused = async (...instructions: Instruction[]) => refusal(await chain.send(instructions));
      expect(await refused(settle)).toBe(6080);
      expect(await refused(other, settle)).toBe(6081);
      expect(await refused(signatureOf(proof), other, settle)).toBe(6081);
      expect(await refused(settle, signatureOf(proof))).toBe(6080);
      expect(await refused(signatureOf(proof, OTHER_KEY), settle)).toBe(6083);
      expect(await refused(signatureOf(fullTime(final(), final(3, 0)).v3(KEYS)), settle)).toBe(6085);
      fullTime(final());
      ok(await chain.send([other, signatureOf(proof), settle]));
      expect((await market.read()).proposal.outcome).toBe(0);
    }
  });

  it('6101 has exactly one layout', async () => {
    const market = await settleable({ signer: SIGNER });
    const proof = fullTime(final()).v3(KEYS);
    const settle = market.settleInstruction(v4(proof));
    const before = signatureOf(proof);
    const send = async (edit: (data: Buffer) => Buffer) => {
      const data = edit(Buffer.from(before.data));
      const instruction = { ...before, data };
      return refusal(await chain.send([instruction, settle]));
    };
    const refusals = new Set<unknown>();
    for (let place = 0; place < 16; place++) {
      for (const value of [
        0,
        1,
        0xff,
        ((before.data[place] ?? 0) + 1) & 0xff,
        ((before.data[place] ?? 0) - 1) & 0xff,
      ]) {
        if (value === before.data[place]) continue;
        const refused = await send((data) => {
          data[place] = value;
          return data;
        });
        refusals.add(refused);
        // The precompile itself refuses most of these, with numbers from 0 to 4, before the program runs.
        expect([0, 1, 2, 3, 4, 6101], `byte ${place} = ${value}`).toContain(refused);
      }
    }
    // With this instruction's own index in place of "this one", the same bytes pass the precompile.
    expect(refusals).toContain(6101);
    expect(await send((data) => Buffer.concat([data, Buffer.of(0)]))).toBe(6101);
    ok(await chain.send([before, settle]));
  });

  it('6080 is read only from the instructions sysvar', async () => {
    const market = await settleable({ signer: SIGNER });
    const proof = fullTime(final()).v3(KEYS);
    const sysvar = chain.address();
    chain.setAccount(sysvar, address('Sysvar1111111111111111111111111111111111111'), forgedSysvar(signatureOf(proof)));
    const settle = market.settleInstruction(v4(proof), null, { instructionsSysvar: sysvar });
    expect(refusal(await chain.send([settle]))).toBe(6080);
    expect(refusal(await chain.send([signatureOf(proof), settle]))).toBe(6080);
  });

  it('6221 is required by signed-final', async () => {
    const market = await settleable({ signer: SIGNER, finality: 'signed-final' });
    const slot = fullTime(final());
    for (const proof of [slot.v2(KEYS), slot.v3(KEYS)]) {
      expect(refusal(await market.settle(proof))).toBe(6221);
      expect(refusal(await chain.send([signatureOf(slot.v3(KEYS)), market.settleInstruction(proof)]))).toBe(6221);
    }
  });

  it('is not required by the other policies if a leaf is present', async () => {
    const market = await settleable({ signer: SIGNER });
    ok(await market.settle(fullTime(final()).v3(KEYS)));
  });

  it('gives zero stats a period if all are equal', async () => {
    const periods = (proof: StatProofV3, ...given: number[]): StatProofV3 => ({
      ...proof,
      leaves: proof.leaves.map((leaf, i) => ({ ...leaf, stat: { ...leaf.stat, period: given[i] ?? 0 } })),
    });
    const zero = fullTime(final(0, 0)).v3(KEYS);
    for (const finality of ['signed-final', 'finalised'] as const) {
      const settle = async (proof: StatProofV3) => {
        const market = await settleable({ signer: SIGNER, finality });
        return refusal(await chain.send([signatureOf(proof), market.settleInstruction(v4(proof))]));
      };
      expect(await settle(periods(zero, 100, 100))).toBeNull();
      expect(await settle(periods(zero, 4, 4))).toBe(6219);
      expect(await settle(periods(zero, 100, 4))).toBe(6237);
      expect(await settle(periods(zero, 4, 100))).toBe(6237);
    }
    // Without the signer's word a zero stat has no period, whatever accompanies it.
    const market = await settleable();
    expect(refusal(await market.settle(v4(periods(zero, 100, 100))))).toBe(6220);
    // Next to a present leaf the periods must be equal too.
    const slot = fullTime(final(1, 0));
    const mixed = periods(slot.v3(KEYS), 100, 4);
    const pinned = await settleable({ signer: SIGNER });
    expect(refusal(await chain.send([signatureOf(mixed), pinned.settleInstruction(v4(mixed))]))).toBe(6237);
    ok(await (await settleable()).settle(mixed));
  });

  it('follows the policy of the market', async () => {
    const options: MarketOptions = { signer: SIGNER, finality: 'half-time', statKeys: [1001, 1002] };
    const stats = { ...soccerStats(0, 0), 1001: 0, 1002: 0 };
    for (const [status, expected] of [
      [3, null],
      [100, null],
      [5, 6219],
    ] as const) {
      const market = await settleable({ ...options, outcomes: [HOME_WINS] });
      const proof = fullTime({ status, stats }).v3([1001, 1002]);
      expect(refusal(await chain.send([signatureOf(proof), market.settleInstruction(v4(proof))]))).toBe(expected);
    }
  });
});

describe('a proposal', () => {
  it('6222 is replaced only by a later update, by day, slot and place', async () => {
    const market = await settleable({ latest: KICK_OFF + 3 * DAY });
    const slot = (offset: number, ...updates: Update[]) => oracle.publish(FIXTURE, FULL_TIME + offset, updates);
    const [early, middle, late] = [
      slot(0, final(2, 1), final(1, 1)),
      slot(600, final(3, 1), final(3, 2), final(3, 3)),
      slot(8 * 3_600, final(1, 2)),
    ];
    const settle = async (from: PublishedSlot, seq: number) => refusal(await market.settle(from.v2(KEYS, seq)));
    ok(await market.settle(middle.v2(KEYS, 1)));
    for (const [from, seq] of [
      [middle, 1],
      [middle, 0],
      [early, 1],
      [early, 0],
    ] as const)
      expect(await settle(from, seq)).toBe(6222);
    expect(await settle(middle, 2)).toBeNull();
    expect((await market.read()).proposal.outcome).toBe(1);
    expect(await settle(late, 0)).toBeNull();
    expect(await settle(middle, 2)).toBe(6222);
    expect(await settle(late, 0)).toBe(6222);
    // A slot of the next day, earlier in its day than the last one.
    expect(await settle(slot(DAY - 5 * 3_600, final(2, 0)), 0)).toBeNull();
  });

  it('keeps its window for the same outcome and gets a new one for another', async () => {
    const market = await settleable();
    const slot = fullTime(final(2, 1), final(3, 1), final(1, 1), final(2, 2));
    const at = async (time: number, seq: number) => {
      await chain.setTime(time);
      ok(await market.settle(slot.v2(KEYS, seq)));
      return (await market.read()).proposal;
    };
    const first = await at(FULL_TIME, 0);
    const same = await at(FULL_TIME + 100, 1);
    expect(same).toMatchObject({ outcome: 0, since: { seconds: FULL_TIME } });
    expect(same.orderKey).toBe(first.orderKey + 1n);
    expect(await at(FULL_TIME + 200, 2)).toMatchObject({ outcome: 1, since: { seconds: FULL_TIME + 200 } });
    expect(await at(FULL_TIME + 300, 3)).toMatchObject({ outcome: 1, since: { seconds: FULL_TIME + 200 } });
  });

  it('6223 becomes final when its window is over, not a second earlier', async () => {
    const market = await settleable({ challengeWindow: 60 });
    ok(await market.settle(homeWins()));
    await chain.setTime(FULL_TIME + 59);
    expect(refusal(await market.finalise())).toBe(6223);
    await chain.setTime(FULL_TIME + 60);
    ok(await market.finalise());
    expect((await market.read()).state).toBe('Final');
    expect(refusal(await market.finalise())).toBe(6224);
  });

  it('can be corrected until somebody finalises it', async () => {
    const market = await settleable({ challengeWindow: 60 });
    const slot = fullTime(final(2, 1), final(1, 1));
    ok(await market.settle(slot.v2(KEYS, 0)));
    await chain.setTime(FULL_TIME + 61);
    ok(await market.settle(slot.v2(KEYS, 1)));
    expect(refusal(await market.finalise())).toBe(6223);
    await chain.setTime(FULL_TIME + 121);
    ok(await market.finalise());
    expect((await market.read()).proposal.outcome).toBe(1);
  });

  it('is final immediately without a window', async () => {
    const market = await settleable({ challengeWindow: 0 });
    const slot = fullTime(final(2, 1), final(1, 1));
    ok(await market.settle(slot.v2(KEYS, 0)));
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: 0 } });
    expect(refusal(await market.settle(slot.v2(KEYS, 1)))).toBe(6211);
  });

  it('of a void is replaced by any proof and stands for a day', async () => {
    const voided = async (challengeWindow: number) => {
      const market = await settleable({ challengeWindow });
      await market.overwrite({
        state: 'Proposed',
        proposal: { outcome: 0, orderKey: 2n ** 60n, since: chain.momentAt(FULL_TIME), void: true },
      });
      return market;
    };
    const proof = homeWins();
    const market = await voided(3_600);
    await chain.setTime(FULL_TIME + 30);
    ok(await market.settle(proof));
    expect((await market.read()).proposal).toMatchObject({
      outcome: 0,
      since: { seconds: FULL_TIME + 30 },
      void: false,
    });
    const decided = await voided(0);
    ok(await decided.settle(proof));
    expect((await decided.read()).state).toBe('Final');

    for (const window of [0, 3_600, 2 * DAY]) {
      const standing = await voided(window);
      const end = FULL_TIME + Math.max(window, DAY);
      await chain.setTime(end - 1);
      expect(refusal(await standing.finalise())).toBe(6223);
      await chain.setTime(end);
      ok(await standing.finalise());
      expect(await standing.read()).toMatchObject({ state: 'Void', refund: true });
    }
  });
});

/** The proof in signed form; another instruction carries the signature. */
const v4 = (proof: StatProofV3): ScoreProof => scoreProofOf(inV4(proof));

/** The bytes of an instructions sysvar with `instruction` first and the current one second. */
function forgedSysvar(instruction: Instruction): Buffer {
  const body = Buffer.concat([
    Buffer.from([0, 0]),
    addressBytes(instruction.programAddress),
    Buffer.from(Uint16Array.of(instruction.data.length).buffer),
    instruction.data,
  ]);
  const head = Buffer.from(Uint16Array.of(2, 6, 6).buffer);
  return Buffer.concat([head, body, Buffer.from([1, 0])]);
}
