import { describe, expect, it } from 'vitest';
import type { NDimensionalStrategy } from '../../ts/sdk/format/strategy.js';
import { proofBufferAccount } from '../../ts/sdk/program/account/proofBuffer.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { encode } from '../../ts/sdk/program/borsh/codec.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { bufferedCreateMarketTransactions } from '../../ts/sdk/program/settlement/bufferedCreateMarket.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { terms as termsCodec } from '../../ts/sdk/program/wire/terms.js';
import { termsHash } from '../../ts/sdk/program/wire/termsHash.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok, programLog, refusal, type TestChain } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { binary, distance, FULL_TIME, single, TestMarket } from '../helpers/settlement/market.js';
import { final, World } from '../helpers/world/world.js';

const KEYS = [1, 2, 7, 8, 3001];

const { chain, fullTime } = new World().each();

/** A strategy with a distance to `targets` predictions and `predicates` predicates about two stats. */
const asks = (targets: number, predicates: number): NDimensionalStrategy => ({
  ...distance(
    Array.from({ length: targets }, (_, i) => [i % KEYS.length, 40 + i] as const),
    'lessThan',
    3,
  ),
  discretePredicates: Array.from({ length: predicates }, (_, i) =>
    binary(i % 5, 'add', (i + 1) % 5, 'lessThan', 90 + i),
  ),
});

/** The largest possible terms: seven strategies, 64 targets and predicates. */
const LARGEST = [asks(1, 9), ...Array.from({ length: 6 }, () => asks(1, 8))];

const bytesOf = (terms: MarketTerms) => encode(termsCodec, terms);
const bufferOf = (market: TestMarket, content = bytesOf(market.terms)) =>
  TestBuffer.complete(chain, content, market.creator);

describe('terms from a buffer', () => {
  it('create a market that exceeds a transaction and otherwise lives like any other', async () => {
    const market = TestMarket.plan(chain, { statKeys: KEYS, outcomes: LARGEST, challengeWindow: 0 });
    const sizeOf = (instructions: readonly Instruction[]) =>
      compile(market.creator.address, [...instructions], ZERO_ADDRESS).size;
    expect(sizeOf([market.createInstruction()])).toBeGreaterThan(TRANSACTION_LIMIT);
    const { creator, id, terms, tokenProgram } = market;
    const parameters = { programs: LOCALNET_PROGRAM_IDS, creator: creator.address, id, terms, tokenProgram };
    const first = bufferedCreateMarketTransactions(parameters);
    expect(first.transactions.map(({ step }) => step)).toEqual(['create', 'write', 'create_market']);
    const [create] = first.transactions;
    ok(await chain.send([...(create?.instructions ?? [])], [creator]));
    // Interrupted here: written pieces are not sent again.
    const standing = proofBufferAccount.decode((await chain.account(first.buffer))?.data ?? new Uint8Array(0));
    const second = bufferedCreateMarketTransactions({ ...parameters, standing });
    expect(second.transactions.map(({ step }) => step)).toEqual(['write', 'create_market']);
    let made: Awaited<ReturnType<TestChain['send']>> | undefined;
    for (const { instructions } of second.transactions) {
      expect(sizeOf(instructions)).toBeLessThanOrEqual(TRANSACTION_LIMIT);
      made = ok(await chain.send([...instructions], [creator]));
    }
    const hash = termsHash(terms);
    expect(made && eventsOf(made)).toMatchObject([
      { name: 'MarketCreated', market: market.address, terms_hash: [...hash] },
      { name: 'BufferClosed' },
    ]);
    expect((await chain.account(first.buffer))?.data.length ?? 0).toBe(0);
    expect(await market.read()).toMatchObject({ state: 'Open', termsHash: hash, terms });

    const [anna, bert] = [market.staker(), market.staker()];
    ok(await market.stake(anna, 7, 100n));
    ok(await market.stake(bert, 0, 40n));
    await chain.setTime(FULL_TIME);
    const slot = fullTime(final());
    ok(await market.settle(slot.v3(KEYS)));
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: 7 } });
    ok(await market.claim(anna.publicKey, 7));
    ok(await market.claim(bert.publicKey, 0));
    ok(await market.close());
  });

  it('create the same market as the instruction with these terms', async () => {
    const direct = TestMarket.plan(chain, { id: 500n });
    const { creator, terms } = direct;
    const buffered = TestMarket.plan(chain, { ...terms, creator, id: 501n });
    ok(await direct.create());
    const buffer = await bufferOf(buffered);
    ok(await buffered.createFromBuffer(buffer.address));
    const { id: _, bump: _1, vaultBump: _2, ...one } = await direct.read();
    const { id: _3, bump: _4, vaultBump: _5, ...other } = await buffered.read();
    expect(other).toEqual(one);
    // The buffer can be used again if its owner wants to.
    const third = TestMarket.plan(chain, { ...terms, creator, id: 502n });
    ok(await third.createFromBuffer(buffer.address));
  });

  it('6250 are refused with more than 64 targets and predicates, from a buffer or not', async () => {
    const over = TestMarket.plan(chain, { statKeys: KEYS, outcomes: [asks(5, 5), asks(5, 50)] });
    const outcome = await over.createFromBuffer((await bufferOf(over)).address);
    expect(refusal(outcome)).toBe(6250);
    expect(programLog(outcome)).toContain('65 targets and predicates, must be at most 64');
    const short = Array.from({ length: 65 }, () => single(0, 'greaterThan', 3));
    const direct = TestMarket.plan(chain, {
      statKeys: [1],
      outcomes: [{ geometricTargets: [], distancePredicate: null, discretePredicates: short }],
    });
    expect(refusal(await direct.create())).toBe(6250);
    const fits = TestMarket.plan(chain, {
      statKeys: [1],
      outcomes: [{ geometricTargets: [], distancePredicate: null, discretePredicates: short.slice(1) }],
    });
    ok(await fits.create());
  });

  it('6250 are refused with more than 2,048 bytes, before decoding', async () => {
    const market = TestMarket.plan(chain);
    const outcome = await market.createFromBuffer((await bufferOf(market, new Uint8Array(2_049))).address);
    expect(refusal(outcome)).toBe(6250);
    expect(programLog(outcome)).toContain('2049 bytes, must be at most 2048');
    const second = TestMarket.plan(chain);
    expect(refusal(await second.createFromBuffer((await bufferOf(second, new Uint8Array(2_048))).address))).toBe(102);
  });

  it('102 are refused with missing or extra bytes', async () => {
    for (const change of [
      (bytes: Uint8Array) => Uint8Array.of(...bytes, 0),
      (bytes: Uint8Array) => bytes.slice(0, -1),
      () => Uint8Array.of(0),
    ]) {
      const market = TestMarket.plan(chain);
      const buffer = await bufferOf(market, change(bytesOf(market.terms)));
      expect(refusal(await market.createFromBuffer(buffer.address))).toBe(102);
    }
  });

  it('6243 are refused while the buffer is incomplete', async () => {
    const market = TestMarket.plan(chain);
    const buffer = new TestBuffer(chain, market.creator);
    ok(await buffer.create(bytesOf(market.terms)));
    expect(refusal(await market.createFromBuffer(buffer.address))).toBe(6243);
    await buffer.fill(bytesOf(market.terms));
    ok(await market.createFromBuffer(buffer.address));
  });

  it('are checked like terms in an instruction', async () => {
    const market = TestMarket.plan(chain, { feeBps: 1_001 });
    expect(refusal(await market.createFromBuffer((await bufferOf(market)).address))).toBe(6205);
    const signed = TestMarket.plan(chain, { signer: new Uint8Array(32).fill(9) });
    expect(refusal(await signed.createFromBuffer((await bufferOf(signed)).address))).toBe(6207);
  });
});

describe('an unknown layout', () => {
  it('6251 blocks every instruction of a market', async () => {
    const market = await TestMarket.create(chain, { challengeWindow: 0 });
    const anna = market.staker();
    ok(await market.stake(anna, 0, 10n));
    for (const version of [0, 1, 3, 255]) {
      await market.setVersion(version);
      expect(refusal(await market.stake(anna, 0, 10n))).toBe(6251);
    }
    await market.setVersion(1);
    await expect(market.read()).rejects.toThrow('layout version 1; only 2 is known');
    expect(refusal(await market.stake(anna, 0, 10n))).toBe(6251);
    await chain.setTime(market.terms.voidAfter);
    for (const send of [() => market.void(), () => market.finalise(), () => market.claim(anna.publicKey, 0)])
      expect(refusal(await send())).toBe(6251);
    for (const send of [() => market.sweep(), () => market.close()]) expect(refusal(await send())).toBe(6251);
    await market.setVersion(2);
    ok(await market.void());
    ok(await market.claim(anna.publicKey, 0));
  });
});
