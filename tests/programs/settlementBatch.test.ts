import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Address,
  compile,
  type Instruction,
  LOCALNET_PROGRAM_IDS,
  marketsPerTransaction,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  TRANSACTION_LIMIT,
  ZERO_ADDRESS,
} from '../../ts/linesman/program/index.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { type Outcome, ok, TestChain } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { createMarkets, LARGEST_KEYS, LARGEST_TERMS, LARGEST_WINNER } from '../helpers/settlement/largestTerms.js';
import { FIXTURE, FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { putConfig } from '../helpers/settlement/oracleConfig.js';
import { TestParlay } from '../helpers/settlement/parlay.js';
import { BATCH_BUDGET, finaliseManyOf, firstRefusal, sendBatch, TestResult } from '../helpers/settlement/result.js';
import { withRoles } from '../helpers/settlement/roles.js';
import { SIGNER } from '../helpers/settlement/signed.js';

/** `settle_many` and `finalise_many` over 40 markets of the largest terms, with a bad account at every place. */

const DAY = 86_400;
const HOUR = 3_600;
const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;
const COUNT = 40;
/** Where a market's fields lie. */
const AT = { version: 8, bump: 9, creator: 11, id: 43, state: 83, owed: 148, terms: 203 };

type AccountBytes = NonNullable<Awaited<ReturnType<TestChain['account']>>>;

let chain: TestChain;
let result: TestResult;
let markets: TestMarket[];
/** A market of the same result, which is not in the batch. */
let neighbour: TestMarket;
/** Other accounts of the program and of the chain. */
let strangers: Record<string, Address>;
/** The markets' accounts before a batch, and as the batch must leave them. */
const scenes = new Map<string, { before: AccountBytes[]; after: AccountBytes[] }>();

const read = async (address: Address): Promise<AccountBytes> => {
  const account = await chain.account(address);
  if (!account) throw new Error(`there is no account ${address}`);
  return account;
};
const readAll = () => Promise.all(markets.map(({ address }) => read(address)));
const put = (address: Address, { owner, data, lamports }: AccountBytes) =>
  chain.setAccount(address, owner, data, lamports);

const BATCHES: Record<string, { readonly instruction: (markets: readonly Address[]) => Instruction }> = {
  settle_many: { instruction: (given) => result.settleManyInstruction(given) },
  finalise_many: { instruction: finaliseManyOf },
};

beforeAll(async () => {
  chain = await TestChain.start(KICK_OFF - DAY);
  const oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  putConfig(chain, oracle.programId, SIGNER);
  result = new TestResult(chain);
  markets = await createMarkets(chain, COUNT, LARGEST_TERMS);
  for (const [i, market] of markets.entries()) {
    if (i % 3 > 0) ok(await market.stake(market.staker(), LARGEST_WINNER, BigInt(1_000 + i)));
    if (i % 2 > 0) ok(await market.stake(market.staker(), i % 7, BigInt(700 + i)));
  }
  [neighbour] = (await createMarkets(chain, 1, LARGEST_TERMS)) as [TestMarket];
  const staker = neighbour.staker();
  ok(await neighbour.stake(staker, 0, 5n));
  const legs = [await TestMarket.create(chain), await TestMarket.create(chain)];
  const parlay = await TestParlay.create(chain, legs);
  const buffer = await TestBuffer.complete(chain, new Uint8Array(300).fill(1));
  const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats: soccerStats(2, 1) }]);
  await chain.setTime(FULL_TIME);
  ok(await result.post(slot.v3(LARGEST_KEYS)));
  const other = new TestResult(chain, { sport: 2 });
  ok(await other.post(slot.v2([1])));
  strangers = {
    'a position': neighbour.position(staker.publicKey, 0),
    'a parlay': parlay.address,
    "a parlay's vault": parlay.vault,
    'a proof buffer': buffer.address,
    'the result': result.address,
    'another result': other.address,
    'a mint': neighbour.terms.mint,
    'a token account': staker.tokens,
    'the roots of the day': oracle.roots(slot.batch.time.epochDay),
    'a wallet': chain.fundedKeypair().address,
    'an address without an account': chain.address(),
    'this program': PROGRAM,
    'the token program': TOKEN_PROGRAM_ID,
    'the system program': SYSTEM_PROGRAM_ID,
  };

  const open = await readAll();
  ok(await sendBatch(chain, result.settleManyInstruction(markets)));
  const proposed = await readAll();
  for (const market of markets) expect((await market.read()).state).toBe('Proposed');
  await chain.setTime(FULL_TIME + HOUR);
  ok(await sendBatch(chain, finaliseManyOf(markets)));
  const final = await readAll();
  for (const market of markets)
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: LARGEST_WINNER } });
  scenes.set('settle_many', { before: open, after: final });
  scenes.set('finalise_many', { before: proposed, after: final });
}, 60_000);

/** What stands in a market's place, and the error number for it; `null`: this instruction takes it. */
interface Spoiling {
  readonly numbers: readonly [settleMany: number | null, finaliseMany: number | null];
  /** Changes the account and returns the address for its place. */
  readonly spoil: (market: TestMarket, account: AccountBytes) => Address;
  readonly isReadonly?: true;
}

const edited = (
  change: (data: Buffer) => Buffer | undefined,
  settleMany: number | null,
  finaliseMany = settleMany,
) => ({
  numbers: [settleMany, finaliseMany] as const,
  spoil: ({ address }: TestMarket, account: AccountBytes) => {
    const data = Buffer.from(account.data);
    put(address, { ...account, data: change(data) ?? data });
    return address;
  },
});
const flipped = (place: number, settleMany: number, finaliseMany: number | null = settleMany) =>
  edited((data) => void data.writeUInt8((data[place] ?? 0) ^ 1, place), settleMany, finaliseMany);
const stated = (state: number, settleMany: number, finaliseMany: number) =>
  edited((data) => void data.writeUInt8(state, AT.state), settleMany, finaliseMany);

const SPOILINGS: Readonly<Record<string, Spoiling>> = {
  'not writable': { numbers: [6260, 6260], spoil: ({ address }) => address, isReadonly: true },
  'of another program': {
    numbers: [6260, 6260],
    spoil: ({ address }, account) => {
      put(address, { ...account, owner: TOKEN_PROGRAM_ID });
      return address;
    },
  },
  'at another address': {
    numbers: [6260, 6260],
    spoil: (_, account) => {
      const copy = chain.address();
      put(copy, account);
      return copy;
    },
  },
  closed: {
    numbers: [6260, 6260],
    spoil: ({ address }) => {
      chain.bank.remove(address);
      return address;
    },
  },
  'with another discriminator': flipped(0, 6260),
  'with a later version': edited((data) => void data.writeUInt8(2, AT.version), 6251),
  'with version 0': edited((data) => void data.writeUInt8(0, AT.version), 6251),
  'with another bump': flipped(AT.bump, 6260),
  'with another creator': flipped(AT.creator, 6260),
  'with another id': flipped(AT.id + 7, 6260),
  empty: edited(() => Buffer.alloc(0), 6260),
  'of 8 bytes': edited((data) => data.subarray(0, 8), 6260),
  'shorter than its head': edited((data) => data.subarray(0, AT.terms - 1), 6260),
  'without terms': edited((data) => data.subarray(0, AT.terms), 6260),
  'cut off in its terms': edited((data) => data.subarray(0, AT.terms + 100), 6260),
  'of an unknown state': stated(4, 6260, 6260),
  final: stated(2, 6211, 6224),
  void: stated(3, 6211, 6224),
  'of another fixture': flipped(AT.terms + 32 + 33, 6252, null),
  'of another oracle': flipped(AT.terms, 6252, null),
  'its vault': { numbers: [6260, 6260], spoil: ({ vault }) => vault },
};

const others = (): [string, Spoiling][] =>
  Object.keys(
    // Names only: the addresses exist after `beforeAll`.
    {
      'a position': 0,
      'a parlay': 0,
      "a parlay's vault": 0,
      'a proof buffer': 0,
      'the result': 0,
      'another result': 0,
      'a mint': 0,
      'a token account': 0,
      'the roots of the day': 0,
      'a wallet': 0,
      'an address without an account': 0,
      'this program': 0,
      'the token program': 0,
      'the system program': 0,
    },
  ).map((name) => [name, { numbers: [6260, 6260], spoil: () => strangers[name] as Address }]);

describe.each(Object.entries(BATCHES))('%s skips', (name, { instruction }) => {
  it.each([...Object.entries(SPOILINGS), ...others()])(
    'at every place an account that is %s',
    async (kind, spoiling) => {
      const scene = scenes.get(name);
      if (!scene) throw new Error('no scene');
      const number = spoiling.numbers[name === 'settle_many' ? 0 : 1];
      if (number === null) return;
      for (const [place, market] of markets.entries()) {
        for (const [i, { address }] of markets.entries()) put(address, scene.before[i] as AccountBytes);
        const given = markets.map(({ address }) => address);
        const bad = spoiling.spoil(market, scene.before[place] as AccountBytes);
        given[place] = bad;
        const build = (those: readonly Address[]) => {
          const built = instruction(those);
          return spoiling.isReadonly
            ? withRoles(built, ({ address }) => (address === bad ? { writable: false } : {}))
            : built;
        };
        const [was, wasInPlace] = [await chain.account(bad), await chain.account(market.address)];
        // Alone it is refused, for its own reason.
        if (place === 0) expect(firstRefusal(await sendBatch(chain, build([bad])))).toEqual([bad, number]);
        const settled = ok(await sendBatch(chain, build(given)));
        expect(await chain.account(bad), `${kind} at ${place}`).toEqual(was);
        expect(await chain.account(market.address), `${kind} at ${place}`).toEqual(wasInPlace);
        const events = eventsOf(settled).map((event) => event.market);
        expect(events).toEqual(markets.flatMap(({ address }, i) => (i === place ? [] : [address])));
        for (const [i, { address }] of markets.entries())
          if (i !== place && !same(await chain.account(address), scene.after[i] as AccountBytes))
            throw new Error(`${kind} at ${place}: market ${i} is not as it should be`);
      }
    },
  );

  it('at every place a market that was there before', async () => {
    const scene = scenes.get(name);
    if (!scene) throw new Error('no scene');
    for (const [place, market] of markets.entries()) {
      for (const [i, { address }] of markets.entries()) put(address, scene.before[i] as AccountBytes);
      const given = markets.map(({ address }) => address);
      given[place] = given[(place + 7) % COUNT] as Address;
      ok(await sendBatch(chain, instruction(given)));
      expect(await chain.account(market.address)).toEqual(scene.before[place]);
      for (const [i, { address }] of markets.entries())
        if (i !== place) expect(same(await chain.account(address), scene.after[i] as AccountBytes)).toBe(true);
    }
  });

  it('everything: 6256, and nothing is changed', async () => {
    const scene = scenes.get(name);
    for (const [i, { address }] of markets.entries()) put(address, scene?.after[i] as AccountBytes);
    const outcome = await sendBatch(chain, instruction(markets.map(({ address }) => address)));
    expect(firstRefusal(outcome)).toEqual([markets[0]?.address, name === 'settle_many' ? 6211 : 6224]);
    expect(firstRefusal(await sendBatch(chain, instruction([])))).toBeNull();
    expect(firstRefusal(await sendBatch(chain, instruction(Object.values(strangers))))).toEqual([
      Object.values(strangers)[0],
      6260,
    ]);
  });
});

const same = (one: AccountBytes | null, other: AccountBytes): boolean =>
  one !== null &&
  one.owner === other.owner &&
  one.lamports === other.lamports &&
  Buffer.compare(one.data, other.data) === 0;

describe('one transaction holds', () => {
  /** All limits of a transaction that succeeded. */
  const within = (outcome: Outcome, count: number) => {
    ok(outcome);
    expect(eventsOf(outcome)).toHaveLength(count);
    expect(outcome.unitsConsumed).toBeLessThan(1_400_000);
    // Messages of programs, which the runtime cuts off.
    const bytes = outcome.logs.reduce((sum, line) => sum + line.length, 0);
    expect(bytes).toBeLessThan(10_000);
    expect(outcome.logs).not.toContain('Log truncated');
  };
  const payer = ZERO_ADDRESS.replace('1', '2') as Address;

  it.each([
    ['settle_many', 20],
    ['finalise_many', 20],
  ])('%s of at least %i markets without a lookup table', async (name, least) => {
    const scene = scenes.get(name);
    for (const [i, { address }] of markets.entries()) put(address, scene?.before[i] as AccountBytes);
    const addresses = markets.map(({ address }) => address);
    const given = name === 'settle_many' ? { result: result.address } : {};
    const programs = LOCALNET_PROGRAM_IDS;
    const count = marketsPerTransaction({ programs, payer: chain.payer.address, markets: addresses, ...given });
    expect(count).toBeGreaterThanOrEqual(least);
    const build = BATCHES[name]?.instruction as (typeof BATCHES)['settle_many']['instruction'];
    const instructions = [...BATCH_BUDGET, build(addresses.slice(0, count))];
    expect(compile(chain.payer.address, instructions, ZERO_ADDRESS).size).toBeLessThanOrEqual(TRANSACTION_LIMIT);
    within(await chain.send(instructions), count);
    expect(payer).not.toBe(chain.payer.address);
  });

  it.each(['settle_many', 'finalise_many'])(
    '%s of at least 40 markets with one, of the largest terms',
    async (name) => {
      const bank = await TestChain.startOnBankrun(KICK_OFF - DAY);
      putConfig(bank, LOCALNET_PROGRAM_IDS.oracle, SIGNER);
      const all = await createMarkets(bank, 64, LARGEST_TERMS);
      const one = new TestResult(bank);
      const slot = new TestOracle(bank, LOCALNET_PROGRAM_IDS.oracle).publish(FIXTURE, FULL_TIME, [
        { status: 100, stats: soccerStats(2, 1) },
      ]);
      await bank.setTime(FULL_TIME);
      ok(await one.post(slot.v3(LARGEST_KEYS)));
      const addresses = all.map(({ address }) => address);
      const table = { address: chain.address(), addresses };
      const given = name === 'settle_many' ? { result: one.address } : {};
      const parameters = { programs: LOCALNET_PROGRAM_IDS, payer: bank.payer.address, markets: addresses, ...given };
      const count = marketsPerTransaction({ ...parameters, lookupTables: [table] });
      expect(count).toBeGreaterThanOrEqual(40);
      const some = addresses.slice(0, count);
      if (name === 'finalise_many')
        for (const half of [some.slice(0, 30), some.slice(30)])
          ok(await sendBatch(bank, one.settleManyInstruction(half)));
      await bank.setTime(FULL_TIME + HOUR);
      const build = name === 'settle_many' ? one.settleManyInstruction(some) : finaliseManyOf(some);
      const outcome = await bank.bank.sendThroughTable([...BATCH_BUDGET, build], [], some);
      within(outcome, count);
      for (const market of all.slice(0, count)) expect((await market.read()).state).toBe('Final');
    },
  );
});
