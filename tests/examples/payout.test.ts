import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { ACCOUNT_ROLE } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { ESCROW_SIZE, PAYOUT, type Terms, TestEscrow, transfer } from '../helpers/examples/escrow.js';
import {
  final,
  GOALS,
  MINIMUM_AGE,
  OLD_ENOUGH,
  post,
  publish,
  REFUSAL,
  RESULT,
  WRONG_RESULTS,
  type WrongResult,
} from '../helpers/examples/results.js';
import { TestAttesters } from '../helpers/settlement/attesters.js';
import { ok, programLog, refusal, TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF } from '../helpers/settlement/market.js';
import { TestOracle } from '../helpers/settlement/match.js';
import { TestResult } from '../helpers/settlement/result.js';

/** examples/programs/payout, with the compiled settlement program and real proofs. */

/** Of `PayoutError`, and where the reader's refusals begin. */
const UNKNOWN_SPORT = 6000;
const UNKNOWN_FINALITY = 6001;
const AMOUNT_TOO_SMALL = 6002;
const WRONG_RECEIVER = 6003;
const NOT_YET_REFUNDABLE = 6004;
const RESULT_ANSWERS = 6005;
const REFUND_TOO_EARLY_OR_LATE = 6006;
const REFUSED = 6100;

/** Anchor's own. */
const NOT_A_SIGNER = 3010;
const HAS_ONE = 2001;
const OTHER_OWNER = 3007;
const NOT_INITIALIZED = 3012;
const OTHER_DISCRIMINATOR = 3002;

let chain: TestChain;

beforeEach(async () => {
  chain = await TestChain.start(KICK_OFF, { others: [PAYOUT] });
});

/** An escrow made at kick-off. */
async function funded(terms: Partial<Terms> = {}, amount?: bigint): Promise<TestEscrow> {
  const escrow = new TestEscrow(chain, terms, amount);
  await chain.setTime(KICK_OFF);
  ok(await escrow.create());
  return escrow;
}

/** The result 2:1 at full time, then old enough. */
async function decided(): Promise<void> {
  await chain.setTime(FULL_TIME);
  await post(chain);
  await chain.setTime(OLD_ENOUGH);
}

/** What escrow, funder and winners gain by an action, lamports. */
async function gains(escrow: TestEscrow, action: () => Promise<unknown>): Promise<readonly number[]> {
  const before = await escrow.lamports();
  await action();
  const after = await escrow.lamports();
  return after.map((now, i) => now - (before[i] ?? 0));
}

const DAY = 86_400;
const amountOf = ({ amount }: TestEscrow) => Number(amount);

describe('create', () => {
  it('takes the amount and the rent from the funder', async () => {
    const escrow = new TestEscrow(chain);
    const rent = await chain.bank.rent(ESCROW_SIZE);
    const held = rent + amountOf(escrow);
    expect(await gains(escrow, async () => ok(await escrow.create()))).toEqual([held, -held, 0, 0]);
    expect(await chain.account(escrow.address)).toMatchObject({ owner: PAYOUT.programId, lamports: held });
    expect((await chain.account(escrow.address))?.data).toHaveLength(ESCROW_SIZE);
  });

  it('is signed by the funder and the new account', async () => {
    const escrow = new TestEscrow(chain);
    const { accounts, ...creation } = escrow.createInstruction();
    const without = async (place: number) => {
      const unsigned = accounts.map((one, i) => (i === place ? { ...one, role: ACCOUNT_ROLE.writable } : one));
      return refusal(await chain.send([{ ...creation, accounts: unsigned }], [escrow.funder, escrow.key]));
    };
    expect(await without(0)).toBe(NOT_A_SIGNER);
    // The runtime refuses it: the program asks the system program to create the account.
    expect(await without(1)).toMatch(/PrivilegeEscalation/);
    ok(await escrow.create());
  });

  it.each([0, 3, 4, 5, 7, 255])('refuses sport %i', async (sport) => {
    expect(refusal(await new TestEscrow(chain, { sport }).create())).toBe(UNKNOWN_SPORT);
  });

  it.each([3, 4, 255])('refuses finality policy %i', async (finality) => {
    expect(refusal(await new TestEscrow(chain, { finality }).create())).toBe(UNKNOWN_FINALITY);
  });

  it.each([
    [3 * DAY - 1, false],
    [3 * DAY, true],
    [179 * DAY, true],
    [179 * DAY + 1, false],
    [2 ** 52, false],
  ])('takes a refund from 3 days after the match until the result may be gone: %i s', async (after, fits) => {
    const refundAt = new TestEscrow(chain).terms.notBefore + after;
    const answer = refusal(await new TestEscrow(chain, { refundAt }).create());
    expect(answer).toBe(fits ? null : REFUND_TOO_EARLY_OR_LATE);
  });

  it('refuses an amount that an empty account could not be paid', async () => {
    const least = BigInt(await chain.bank.rent(0));
    expect(refusal(await new TestEscrow(chain, {}, least - 1n).create())).toBe(AMOUNT_TOO_SMALL);
    const nobody = chain.address();
    const escrow = await funded({ winnerIfInside: nobody }, least);
    await decided();
    expect(await gains(escrow, async () => ok(await escrow.pay()))).toEqual([
      -Number(least) - (await chain.bank.rent(ESCROW_SIZE)),
      await chain.bank.rent(ESCROW_SIZE),
      Number(least),
      0,
    ]);
  });
});

describe('pay', () => {
  it.each([
    ['2 goals', { atLeast: 2, atMost: 2 }, true],
    ['at least 2', { atLeast: 2, atMost: 2 ** 31 - 1 }, true],
    ['at most 2', { atLeast: -(2 ** 31), atMost: 2 }, true],
    ['at least 3', { atLeast: 3, atMost: 2 ** 31 - 1 }, false],
    ['at most 1', { atLeast: -(2 ** 31), atMost: 1 }, false],
    ['nothing', { atLeast: 3, atMost: 1 }, false],
    ['1 goal of the away team', { statKey: GOALS.away, atLeast: 1, atMost: 1 }, true],
    ['no red card', { statKey: GOALS.redCards, atLeast: 0, atMost: 0 }, true],
    ['a red card', { statKey: GOALS.redCards, atLeast: 1, atMost: 9 }, false],
  ])('on "%s" pays the winner exactly, once, and returns the rent', async (_, terms, inside) => {
    const escrow = await funded(terms);
    await decided();
    const { winnerIfInside, winnerIfOutside } = escrow.terms;
    const [winner, loser] = inside ? [winnerIfInside, winnerIfOutside] : [winnerIfOutside, winnerIfInside];
    expect(refusal(await escrow.pay({ receiver: loser }))).toBe(WRONG_RECEIVER);

    const [rent, amount] = [await chain.bank.rent(ESCROW_SIZE), amountOf(escrow)];
    const paid = await gains(escrow, async () => ok(await escrow.pay({ receiver: winner })));
    expect(paid).toEqual([-rent - amount, rent, inside ? amount : 0, inside ? 0 : amount]);

    expect(await chain.account(escrow.address)).toBeNull();
    const again = await gains(escrow, async () =>
      expect(refusal(await escrow.pay({ receiver: winner }))).toBe(NOT_INITIALIZED),
    );
    expect(again).toEqual([0, 0, 0, 0]);
  });

  it('is refused twice in one transaction, even if lamports arrive in between', async () => {
    const escrow = await funded();
    await decided();
    const pay = escrow.payInstruction();
    const nothing = await gains(escrow, async () => {
      expect(refusal(await chain.send([pay, pay]))).toBe(NOT_INITIALIZED);
      const revive = transfer(escrow.funder.address, escrow.address, 10_000_000n);
      expect(refusal(await chain.send([pay, revive, pay], [escrow.funder]))).toBe(OTHER_OWNER);
    });
    expect(nothing).toEqual([0, 0, 0, 0]);
    ok(await escrow.pay());
  });

  it('gives the winner the amount only, also when somebody has added lamports', async () => {
    const escrow = await funded();
    await decided();
    const extra = 5_000_000;
    ok(await chain.send([transfer(escrow.funder.address, escrow.address, BigInt(extra))], [escrow.funder]));
    const [rent, amount] = [await chain.bank.rent(ESCROW_SIZE), amountOf(escrow)];
    const paid = await gains(escrow, async () => ok(await escrow.pay()));
    expect(paid).toEqual([-rent - amount - extra, rent + extra, amount, 0]);
  });

  it('can pay the funder', async () => {
    const funder = new TestEscrow(chain).funder;
    const escrow = new TestEscrow(chain, { winnerIfInside: funder.address }, 2_000_000n, funder);
    const [rent, amount] = [await chain.bank.rent(ESCROW_SIZE), amountOf(escrow)];
    ok(await escrow.create());
    await decided();
    const [held, back] = await gains(escrow, async () => ok(await escrow.pay()));
    expect([held, back]).toEqual([-rent - amount, rent + amount]);
  });

  it('returns the rent to nobody but the funder', async () => {
    const escrow = await funded();
    await decided();
    expect(refusal(await escrow.pay({ funder: escrow.terms.winnerIfInside }))).toBe(HAS_ONE);
  });

  it.each(WRONG_RESULTS)('refuses $name: $refusal', async ({ refusal: name, put }) => {
    const escrow = await funded();
    await chain.setTime(FULL_TIME);
    const result = await put(chain);
    const unpaid = await gains(escrow, async () => {
      for (const receiver of [escrow.terms.winnerIfInside, escrow.terms.winnerIfOutside]) {
        const outcome = await escrow.pay({ result, receiver });
        expect(refusal(outcome)).toBe(REFUSED + REFUSAL[name]);
        expect(programLog(outcome)).toContain(`The result is refused: ${name}\n`);
      }
    });
    expect(unpaid).toEqual([0, 0, 0, 0]);
  });

  it('pays by a correction, which begins its minimum age anew', async () => {
    const escrow = await funded();
    await decided();
    await post(chain, { updates: [final(2, 1), final(1, 1)] });
    const { winnerIfOutside: receiver } = escrow.terms;
    expect(refusal(await escrow.pay({ receiver }))).toBe(REFUSED + REFUSAL.TooYoung);
    await chain.setTime(OLD_ENOUGH + escrow.terms.minimumAge);
    ok(await escrow.pay({ receiver }));
  });

  it('pays at once in the transaction that posts an unchanged stat of a later update', async () => {
    const escrow = await funded();
    await decided();
    const updates = [final(2, 1), final(2, 2)];
    await post(chain, { updates, keys: [GOALS.away] });
    expect(refusal(await escrow.pay())).toBe(REFUSED + REFUSAL.NotCurrent);
    const { posting } = publish(chain, { updates, keys: [GOALS.home] });
    ok(await chain.send([posting, escrow.payInstruction()]));
  });

  it('takes only escrows of its own', async () => {
    const escrow = await funded();
    await decided();
    const account = await chain.account(escrow.address);
    const bytes = Buffer.from(account?.data ?? []);
    const put = (owner: Address, data: Uint8Array) => {
      const address = chain.address();
      chain.setAccount(address, owner, data);
      return address;
    };
    const copy = put(chain.address(), bytes);
    expect(refusal(await escrow.pay({ escrow: copy }))).toBe(OTHER_OWNER);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(refusal(await escrow.pay({ escrow: put(PAYOUT.programId, bytes) }))).toBe(OTHER_DISCRIMINATOR);
  });
});

describe('refund', () => {
  const late = (escrow: TestEscrow) => chain.setTime(escrow.terms.refundAt);

  it('returns everything to the funder when there is no result, once, and not before its time', async () => {
    const escrow = await funded();
    await chain.setTime(escrow.terms.refundAt - 1);
    expect(refusal(await escrow.refund())).toBe(NOT_YET_REFUNDABLE);
    await late(escrow);
    const held = (await chain.bank.rent(ESCROW_SIZE)) + amountOf(escrow);
    expect(await gains(escrow, async () => ok(await escrow.refund()))).toEqual([-held, held, 0, 0]);
    expect(refusal(await escrow.refund())).toBe(NOT_INITIALIZED);
    expect(refusal(await escrow.pay())).toBe(NOT_INITIALIZED);
  });

  it('is refused as long as the result answers, and then the winner is still paid', async () => {
    const escrow = await funded();
    await decided();
    await late(escrow);
    expect(refusal(await escrow.refund())).toBe(RESULT_ANSWERS);
    ok(await escrow.pay());
    expect(refusal(await escrow.refund())).toBe(NOT_INITIALIZED);
  });

  it('cannot hide the result behind another account', async () => {
    const escrow = await funded();
    await decided();
    const other = await post(chain, { subject: { fixtureId: FIXTURE + 1 } });
    await late(escrow);
    for (const result of [other, chain.address(), SYSTEM_PROGRAM_ID])
      expect(refusal(await escrow.refund({ result }))).toBe(RESULT_ANSWERS);
  });

  describe('with attesters', () => {
    const made = async () => {
      const attesters = new TestAttesters(chain, LOCALNET_PROGRAM_IDS.oracle);
      const asked = attesters.least(2);
      const escrow = await funded({ attesters: asked });
      const slot = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle).publish(FIXTURE, FULL_TIME, [final(2, 1)]);
      const result = new TestResult(chain, { attesters: asked });
      return { attesters, escrow, slot, result };
    };

    it('pays by what they vouch for, and by nothing else', async () => {
      const { attesters, escrow, slot, result } = await made();
      await chain.setTime(FULL_TIME);
      const plain = new TestResult(chain);
      ok(await plain.post(slot.v2([GOALS.home])));
      attesters.vouch(slot.batch.time, 0b0011);
      ok(await result.post(slot.v2([GOALS.home])));
      await late(escrow);
      expect(refusal(await escrow.pay({ result: plain.address }))).toBe(REFUSED + REFUSAL.WrongSubject);
      for (const { address } of [plain, result])
        expect(refusal(await escrow.refund({ result: address }))).toBe(RESULT_ANSWERS);
      ok(await escrow.pay({ result: result.address }));
    });

    it('gives the money back if they are silent, at the address of their result only', async () => {
      const { escrow, slot, result } = await made();
      await chain.setTime(FULL_TIME);
      expect(refusal(await result.post(slot.v2([GOALS.home])))).toBe(6263);
      await late(escrow);
      for (const other of [RESULT, chain.address(), SYSTEM_PROGRAM_ID])
        expect(refusal(await escrow.refund({ result: other }))).toBe(RESULT_ANSWERS);
      chain.setAccount(result.address, SYSTEM_PROGRAM_ID, new Uint8Array());
      ok(await escrow.refund({ result: result.address }));
    });
  });

  it('goes to the funder only', async () => {
    const escrow = await funded();
    await late(escrow);
    const { winnerIfInside: stranger } = escrow.terms;
    expect(refusal(await escrow.refund({ receiver: stranger }))).toBe(WRONG_RECEIVER);
    expect(refusal(await escrow.refund({ receiver: stranger, funder: stranger }))).toBe(HAS_ONE);
    ok(await escrow.refund());
  });

  const there = WRONG_RESULTS.filter(({ name }) => name.startsWith('a result') || name.startsWith('a contradicted'));
  // A result that is not whole is none that the settlement program writes, and so says nothing about absence.
  const isAnswer = ({ refusal: name }: WrongResult) => ['NotCurrent', 'TooYoung', 'NotAResult'].includes(name);
  it.each(there.filter((one) => !isAnswer(one)))('is paid in spite of $name', async ({ put }) => {
    const escrow = await funded();
    await chain.setTime(FULL_TIME);
    expect(await put(chain)).toBe(RESULT);
    await late(escrow);
    ok(await escrow.refund());
  });

  it.each(there.filter(isAnswer))('is not paid on $name', async (given) => {
    const escrow = await funded({ minimumAge: 4 * DAY });
    await chain.setTime(FULL_TIME);
    expect(await given.put(chain)).toBe(RESULT);
    await late(escrow);
    const nothing = await gains(escrow, async () => expect(refusal(await escrow.refund())).toBe(RESULT_ANSWERS));
    expect(nothing).toEqual([0, 0, 0, 0]);
  });

  it('cannot be taken by who posts another stat of a later update in the same transaction', async () => {
    const escrow = await funded();
    await decided();
    await late(escrow);
    const updates = [final(2, 1), final(2, 2)];
    const { posting } = publish(chain, { updates, keys: [GOALS.away] });
    const { funder } = escrow;
    const taken = await gains(escrow, async () =>
      expect(refusal(await chain.send([posting, escrow.refundInstruction()], [funder]))).toBe(RESULT_ANSWERS),
    );
    expect(taken).toEqual([0, 0, 0, 0]);
    // Nor in two; and one more post brings the winner's answer back, with its age, also long after the match.
    ok(await chain.send([posting]));
    await chain.setTime(FULL_TIME + 100 * 86_400);
    expect(refusal(await escrow.refund())).toBe(RESULT_ANSWERS);
    const again = publish(chain, { updates, keys: [GOALS.home] }).posting;
    ok(await chain.send([again, escrow.payInstruction()]));
  });

  it('cannot be taken by who posts a correction: the winner changes, not the answer', async () => {
    const escrow = await funded();
    await decided();
    await late(escrow);
    const { posting } = publish(chain, { updates: [final(2, 1), final(1, 1)] });
    expect(refusal(await chain.send([posting, escrow.refundInstruction()]))).toBe(RESULT_ANSWERS);
    ok(await chain.send([posting]));
    await chain.setTime(escrow.terms.refundAt + escrow.terms.minimumAge);
    expect(refusal(await escrow.refund())).toBe(RESULT_ANSWERS);
    ok(await escrow.pay({ receiver: escrow.terms.winnerIfOutside }));
  });

  it('is not in the way of who pays on an update after a mistaken final mark', async () => {
    const escrow = await funded();
    await chain.setTime(FULL_TIME);
    await post(chain, { updates: [final(0, 3)], at: KICK_OFF + 1_800 });
    await chain.setTime(OLD_ENOUGH);
    expect(refusal(await escrow.pay({ receiver: escrow.terms.winnerIfOutside }))).toBe(REFUSED + REFUSAL.TooEarly);
    await post(chain);
    await chain.setTime(OLD_ENOUGH + MINIMUM_AGE);
    ok(await escrow.pay());
  });

  it('is paid when the result is gone: the winner had 180 days', async () => {
    const escrow = await funded();
    await decided();
    await chain.setTime(FULL_TIME + 200 * DAY);
    expect(refusal(await escrow.refund())).toBe(RESULT_ANSWERS);
    const result = new TestResult(chain, {}, chain.payer);
    ok(await result.close());
    ok(await escrow.refund());
  });
});
