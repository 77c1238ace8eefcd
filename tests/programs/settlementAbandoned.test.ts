import { describe, expect, it } from 'vitest';
import { scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { ABANDONED, CANCELLED } from '../../ts/sdk/format/period.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { scoreProofOf } from '../../ts/sdk/program/proof/scoreProofOf.js';
import { proposeVoidInstructions } from '../../ts/sdk/program/settlement/proposeVoidInstructions.js';
import type { ScoreProof } from '../../ts/sdk/program/wire/scoreProof.js';
import type { StatProofV3 } from '../../ts/sdk/proof/proof.js';
import { scorelineOf } from '../helpers/scoreline/scoreline.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import {
  allOf,
  FIXTURE,
  FULL_TIME,
  KICK_OFF,
  type MarketOptions,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { PublishedSlot, soccerStats, TestOracle, type Update } from '../helpers/settlement/match.js';
import { inV4, OTHER_KEY, SIGNER, signatureOf, withPeriods } from '../helpers/settlement/signed.js';
import { DAY, final, KEYS, World } from '../helpers/world/world.js';

const { chain, oracle, settleable } = new World().each();

/** A market that an abandonment voids, after staking has closed. */
const closed = (options: MarketOptions = {}): Promise<TestMarket> => settleable({ abandonmentVoids: true, ...options });

const broken = (status = 15, home = 1, away = 1): Update => ({ status, stats: soccerStats(home, away) });
const publish = (...updates: Update[]) => oracle.publish(FIXTURE, FULL_TIME, updates);
const v4 = (proof: StatProofV3): ScoreProof => scoreProofOf(inV4(proof));

describe('an abandoned match of the generator', () => {
  const cases = SPORTS.flatMap((sport) =>
    (['abandoned', 'cancelled'] as const).map((script) => [sport, script] as const),
  );

  it.each(cases)('%s %s: its market becomes void and every stake is refunded', async (sport, script) => {
    // A match cancelled before kick-off has no stats to prove, so this one is cancelled at the same minute.
    const totals = { 1: 9, 2: 7, 3: 3 };
    const options = { seed: 'abandoned', sport, fixtureId: FIXTURE, startTime: KICK_OFF * 1000, totals };
    const match = scorelineOf({ ...options, script: 'abandoned' });
    const records = match.records.map((record) =>
      record.StatusId === ABANDONED && script === 'cancelled' ? { ...record, StatusId: CANCELLED } : record,
    );
    const [last] = scoreBatches([{ sport, records }]).slice(-1);
    const event = last?.fixtures[0]?.events.at(-1);
    if (!last || !event) throw new Error('no records');
    expect(event.record).toMatchObject({ StatusId: script === 'abandoned' ? 15 : 16 });
    const seq = event.record.Seq;
    const present = event.present.map(({ key }) => key);
    const slot = new PublishedSlot(last, FIXTURE);

    for (const form of ['v2', 'v3'] as const) {
      const market = await TestMarket.create(chain, { sport, abandonmentVoids: true });
      const [anna, bert] = [market.staker(), market.staker()];
      ok(await market.stake(anna, 0, 300n));
      ok(await market.stake(bert, 1, 200n));
      oracle.publishBatch(last, FIXTURE);
      const now = Math.ceil((records.at(-1)?.Ts ?? 0) / 1000);
      await chain.setTime(now);
      // One present stat suffices; the market need not ask about it.
      ok(await market.proposeVoid(slot[form](present.slice(-1), seq)));
      expect(await market.read()).toMatchObject({
        state: 'Proposed',
        owed: 500n,
        proposal: { outcome: 0, since: { seconds: now }, void: true },
      });
      await chain.setTime(now + DAY);
      ok(await market.finalise());
      expect(await market.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 500n });
      ok(await market.claim(anna.publicKey, 0));
      ok(await market.claim(bert.publicKey, 1));
      expect([await market.held(), (await market.read()).owed]).toEqual([0n, 0n]);
      await chain.setTime(KICK_OFF - DAY);
    }
  });
});

describe('propose_void accepts', () => {
  it('any keys of the fixture: one, five, or zero stats next to a present one', async () => {
    const slot = publish(broken());
    for (const keys of [[7], [2, 1], [5, 6, 8], [3008, 1001]])
      for (const form of ['v2', 'v3'] as const) ok(await (await closed()).proposeVoid(slot[form](keys)));
    ok(await (await closed()).proposeVoid(slot.v3([1, 2, 3, 4, 7])));
  });

  it('the signed form in a market without a signer, for what it proves', async () => {
    ok(await (await closed()).proposeVoid(v4(publish(broken()).v3([7]))));
  });

  it('every finality policy and no window', async () => {
    const slot = publish(broken(16));
    for (const options of [
      { finality: 'signed-final', signer: SIGNER },
      { finality: 'regular-time' },
      { finality: 'half-time', statKeys: [1001, 1002] },
      { challengeWindow: 0 },
    ] as MarketOptions[]) {
      const market = await closed(options);
      ok(await market.proposeVoid(slot.v3([7])));
      expect((await market.read()).state).toBe('Proposed');
    }
  });

  it('the transaction that the library builds, and emits an event', async () => {
    const market = await closed();
    const { programId } = oracle;
    const programs = { ...LOCALNET_PROGRAM_IDS, oracle: programId };
    const about = { programs, market: market.address, terms: market.terms };
    const proposed = ok(await chain.send(proposeVoidInstructions({ ...about, proof: publish(broken()).v2([7]) })));
    const { orderKey } = (await market.read()).proposal;
    expect(eventsOf(proposed)).toEqual([
      { name: 'VoidProposed', market: market.address, order_key: orderKey, since: chain.momentAt(FULL_TIME) },
    ]);

    const pinned = await closed({ signer: SIGNER });
    const proof = inV4(publish(broken()).v3([7]));
    ok(await chain.send(proposeVoidInstructions({ ...about, market: pinned.address, terms: pinned.terms, proof })));
  });
});

describe('propose_void refuses', () => {
  it('6215 before stakes close, to the second', async () => {
    const market = await closed();
    const proof = publish(broken()).v2([7]);
    await chain.setTime(KICK_OFF - 1);
    expect(refusal(await market.proposeVoid(proof))).toBe(6215);
    await chain.setTime(KICK_OFF);
    ok(await market.proposeVoid(proof));
  });

  it('6240 when the terms do not allow it', async () => {
    const market = await closed({ abandonmentVoids: false });
    expect(refusal(await market.proposeVoid(publish(broken()).v2([7])))).toBe(6240);
  });

  it('6217 for another fixture', async () => {
    const market = await closed();
    const proof = oracle.publish(FIXTURE + 10, FULL_TIME, [broken()]).v2([7]);
    expect(refusal(await market.proposeVoid(proof))).toBe(6217);
    const relabelled = { ...proof, summary: { ...proof.summary, fixtureId: FIXTURE } };
    expect(refusal(await market.proposeVoid(relabelled))).toBe(6004);
  });

  it('6216 for a time before stakes close or after latest, to the millisecond', async () => {
    const options = { earliest: KICK_OFF + 7_200, latest: KICK_OFF + 7_260 };
    const propose = async (time: number) => {
      const market = await closed(options);
      await chain.setTime(KICK_OFF + 8_000);
      return refusal(await market.proposeVoid(oracle.publish(FIXTURE, time, [broken()]).v2([7])));
    };
    for (const time of [KICK_OFF - 0.001, KICK_OFF + 7_261, KICK_OFF - DAY, KICK_OFF + DAY])
      expect(await propose(time), `${time}`).toBe(6216);
    // A match can be called off before it could have a result.
    for (const time of [KICK_OFF, KICK_OFF + 7_199, KICK_OFF + 7_260.999])
      expect(await propose(time), `${time}`).toBeNull();
  });

  it('6241 for every other period, and for none', async () => {
    const market = await closed();
    const others = [...Array(21).keys(), 99, 100, 101, 115, 116, 1015].filter(
      (period) => period !== 15 && period !== 16,
    );
    for (const status of [...others, null]) {
      const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status, stats: soccerStats(1, 1) }]);
      expect(refusal(await market.proposeVoid(slot.v3([1, 7]))), `period ${status}`).toBe(6241);
    }
    ok(await market.proposeVoid(publish(broken(16)).v3([1, 7])));
  });

  it('6241 for zero stats alone: nothing binds their period', async () => {
    const market = await closed();
    const zero = publish(broken(15, 0, 0)).v3([1, 2]);
    expect(zero.leaves.map(({ stat }) => stat.period)).toEqual([15, 15]);
    expect(refusal(await market.proposeVoid(zero))).toBe(6241);
    expect(refusal(await market.proposeVoid(v4(zero)))).toBe(6241);
  });

  it('6211 in every state but Open', async () => {
    const slot = publish(broken(), final());
    const proof = slot.v2([7], 0);
    const market = await closed();
    ok(await market.proposeVoid(proof));
    await chain.setTime(FULL_TIME + 10);
    // Not even a later update: the window of a void proposal does not restart.
    const later = oracle.publish(FIXTURE, FULL_TIME + 600, [broken(16)]).v2([7]);
    expect(refusal(await market.proposeVoid(proof))).toBe(6211);
    expect(refusal(await market.proposeVoid(later))).toBe(6211);
    expect((await market.read()).proposal.since.seconds).toBe(FULL_TIME);
    await chain.setTime(FULL_TIME + DAY);
    ok(await market.finalise());
    expect(refusal(await market.proposeVoid(later))).toBe(6211);

    const proposed = await closed();
    ok(await proposed.settle(slot.v2(KEYS, 1)));
    expect(refusal(await proposed.proposeVoid(later))).toBe(6211);
    await chain.setTime(FULL_TIME + 3_600);
    ok(await proposed.finalise());
    expect(refusal(await proposed.proposeVoid(later))).toBe(6211);
  });

  it('what the verifier refuses, with its error number', async () => {
    const market = await closed();
    const proof = publish(broken(), broken(4)).v2([7, 8]);
    const leaf = (change: object) => ({
      ...proof,
      leaves: proof.leaves.map((one, i) => (i === 0 ? { ...one, stat: { ...one.stat, ...change } } : one)),
    });
    expect(refusal(await market.proposeVoid(leaf({ value: 4 })))).toBe(6023);
    expect(refusal(await market.proposeVoid({ ...proof, mainTreeProof: [] }))).toBe(6004);
    expect(refusal(await market.proposeVoid({ ...proof, fixtureProof: [...proof.fixtureProof].reverse() }))).toBe(6022);
    expect(refusal(await market.proposeVoid({ ...proof, leaves: [] }))).toBe(6069);
    // The period is part of the leaf, so the period of a match in play cannot be changed.
    const playing = publish(broken(), broken(4)).v2([7], 1);
    const renamed = {
      ...playing,
      leaves: playing.leaves.map((one) => ({ ...one, stat: { ...one.stat, period: 15 } })),
    };
    expect(refusal(await market.proposeVoid(playing))).toBe(6241);
    expect(refusal(await market.proposeVoid(renamed))).toBe(6023);
    ok(await market.proposeVoid(proof));
  });

  it('the roots of another oracle', async () => {
    const foreign = new TestOracle(chain, chain.address());
    const [ours, theirs] = [await closed(), await closed({ oracleProgram: foreign.programId })];
    const proof = foreign.publish(FIXTURE, FULL_TIME, [broken()]).v2([7]);
    const { epochDay } = publish(final()).batch.time;
    expect(refusal(await ours.proposeVoid(proof, { roots: foreign.roots(epochDay) }))).toBe(6234);
    expect(refusal(await ours.proposeVoid(proof))).toBe(6004);
    ok(await theirs.proposeVoid(proof));
  });
});

describe('a signed payload', () => {
  const propose = async (proof: StatProofV3, options: MarketOptions = { signer: SIGNER }) => {
    const market = await closed(options);
    return refusal(await chain.send([signatureOf(proof), market.proposeVoidInstruction(v4(proof))]));
  };

  it('gives zero stats a period if all are equal', async () => {
    const zero = publish(broken(15, 0, 0)).v3(KEYS);
    for (const options of [{ signer: SIGNER }, { signer: SIGNER, finality: 'signed-final' as const }]) {
      expect(await propose(withPeriods(zero, 15, 15), options)).toBeNull();
      expect(await propose(withPeriods(zero, 16, 16), options)).toBeNull();
      expect(await propose(withPeriods(zero, 100, 100), options)).toBe(6241);
      expect(await propose(withPeriods(zero, 15, 16), options)).toBe(6237);
      expect(await propose(withPeriods(zero, 15, 100), options)).toBe(6237);
    }
    const mixed = publish(broken()).v3([5, 1]);
    expect(await propose(withPeriods(mixed, 4, 15))).toBe(6237);
    expect(await propose(withPeriods(mixed, 15, 15))).toBeNull();
  });

  it('must be directly preceded by its signature', async () => {
    const market = await closed({ signer: SIGNER });
    const proof = publish(broken()).v3(KEYS);
    const instruction = market.proposeVoidInstruction(v4(proof));
    expect(refusal(await chain.send([instruction]))).toBe(6080);
    const other = signatureOf(proof, OTHER_KEY);
    expect(refusal(await chain.send([other, instruction]))).toBe(6083);
    expect(refusal(await chain.send([signatureOf(publish(final()).v3(KEYS)), instruction]))).toBe(6085);
    publish(broken());
    const sysvar = { instructionsSysvar: chain.address() };
    expect(refusal(await chain.send([signatureOf(proof), market.proposeVoidInstruction(v4(proof), sysvar)]))).toBe(
      6080,
    );
    ok(await chain.send([signatureOf(proof), instruction]));
  });
});

describe('a void proposal', () => {
  it('is replaced by every proof that settles, whatever its order', async () => {
    const early = oracle.publish(FIXTURE, FULL_TIME - 900, [final(0, 1)]);
    const slot = publish(final(2, 1), broken(), final(1, 1));
    for (const [proof, expected] of [
      [early.v2(KEYS), 1],
      [slot.v2(KEYS, 0), 0],
      [slot.v3(KEYS, 2), 1],
    ] as const) {
      const market = await closed();
      ok(await market.proposeVoid(slot.v2([7], 1)));
      await chain.setTime(FULL_TIME + 100);
      ok(await market.settle(proof));
      expect((await market.read()).proposal).toMatchObject({
        outcome: expected,
        since: { seconds: FULL_TIME + 100 },
        void: false,
      });
      expect(refusal(await market.proposeVoid(slot.v2([7], 1)))).toBe(6211);
      await chain.setTime(FULL_TIME + 3_700);
      ok(await market.finalise());
      expect((await market.read()).state).toBe('Final');
    }
  });

  it('is replaced even after its window, until somebody finalises it', async () => {
    const slot = publish(broken(), final());
    const market = await closed({ challengeWindow: 0 });
    ok(await market.proposeVoid(slot.v2([7], 0)));
    await chain.setTime(FULL_TIME + 2 * DAY);
    ok(await market.settle(slot.v2(KEYS, 1)));
    expect(await market.read()).toMatchObject({ state: 'Final', refund: true, proposal: { outcome: 0, void: false } });
  });

  it('does not settle the market: an abandoned update is not final', async () => {
    const slot = publish(broken());
    const market = await closed({ outcomes: [allOf(single(0, 'greaterThan', 0), single(1, 'greaterThan', 0))] });
    ok(await market.proposeVoid(slot.v2([7])));
    expect(refusal(await market.settle(slot.v2(KEYS)))).toBe(6219);
  });

  it('6223 stands for a day, or for the window if that is longer, to the second', async () => {
    const proof = publish(broken()).v2([7]);
    for (const challengeWindow of [0, 3_600, DAY, 2 * DAY, 7 * DAY]) {
      const market = await closed({ challengeWindow });
      ok(await market.proposeVoid(proof));
      const end = FULL_TIME + Math.max(challengeWindow, DAY);
      await chain.setTime(end - 1);
      expect(refusal(await market.finalise())).toBe(6223);
      // The deadline applies only to markets without a proposal.
      expect(refusal(await market.void())).toBe(6211);
      await chain.setTime(end);
      ok(await market.finalise());
      expect((await market.read()).state).toBe('Void');
    }
  });
});
