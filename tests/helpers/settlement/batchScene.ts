import type { Address } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { final, HOUR, World } from '../world/world.js';
import { TestBuffer } from './buffer.js';
import { ok, type TestChain } from './chain.js';
import { createMarkets, LARGEST_KEYS, LARGEST_TERMS, LARGEST_WINNER } from './largestTerms.js';
import { FULL_TIME, TestMarket } from './market.js';
import { TestParlay } from './parlay.js';
import { finaliseManyOf, sendBatch, type TestResult } from './result.js';
import { withRoles } from './roles.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;
/** Markets of the batch. */
export const COUNT = 40;
/** Where a market's fields lie. */
const AT = { version: 8, bump: 9, creator: 11, id: 43, state: 83, terms: 203 };

export type AccountBytes = NonNullable<Awaited<ReturnType<TestChain['account']>>>;
export const BATCHES = ['settle_many', 'finalise_many'] as const;
export type Batch = (typeof BATCHES)[number];

const STRANGERS = [
  'a position',
  'a parlay',
  "a parlay's vault",
  'a proof buffer',
  'the result',
  'another result',
  'a mint',
  'a token account',
  'the roots of the day',
  'a wallet',
  'an address without an account',
  'this program',
  'the token program',
  'the system program',
] as const;

/** 40 markets of the largest terms before and after each of the two batches, and accounts that are no such markets. */
export class BatchScene {
  /** The markets' accounts before a batch, and as the batch must leave them. */
  readonly before = new Map<Batch, AccountBytes[]>();
  readonly after = new Map<Batch, AccountBytes[]>();

  private constructor(
    readonly chain: TestChain,
    readonly result: TestResult,
    readonly markets: readonly TestMarket[],
    /** Other accounts of the program and of the chain. */
    readonly strangers: Readonly<Record<(typeof STRANGERS)[number], Address>>,
  ) {}

  /** The clock is at the end of the window. */
  static async start(): Promise<BatchScene> {
    const { chain, oracle, fullTime, about } = new World();
    const result = about();
    const markets = await createMarkets(chain, COUNT, LARGEST_TERMS);
    for (const [i, market] of markets.entries()) {
      if (i % 3 > 0) ok(await market.stake(market.staker(), LARGEST_WINNER, BigInt(1_000 + i)));
      if (i % 2 > 0) ok(await market.stake(market.staker(), i % 7, BigInt(700 + i)));
    }
    const neighbour = await TestMarket.create(chain);
    const staker = neighbour.staker();
    ok(await neighbour.stake(staker, 0, 5n));
    const parlay = await TestParlay.create(chain, [neighbour, await TestMarket.create(chain)]);
    const buffer = await TestBuffer.complete(chain, new Uint8Array(300).fill(1));
    const slot = fullTime(final());
    await chain.setTime(FULL_TIME);
    ok(await result.post(slot.v3(LARGEST_KEYS)));
    const other = about({ sport: 'basketball' });
    ok(await other.post(slot.v2([1])));
    const scene = new BatchScene(chain, result, markets, {
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
    });
    scene.before.set('settle_many', await scene.readAll());
    ok(await sendBatch(chain, scene.instruction('settle_many', scene.addresses)));
    scene.before.set('finalise_many', await scene.readAll());
    await chain.setTime(FULL_TIME + HOUR);
    ok(await sendBatch(chain, scene.instruction('finalise_many', scene.addresses)));
    for (const batch of BATCHES) scene.after.set(batch, await scene.readAll());
    return scene;
  }

  get addresses(): Address[] {
    return this.markets.map(({ address }) => address);
  }

  instruction(batch: Batch, given: readonly Address[]): Instruction {
    return batch === 'settle_many' ? this.result.settleManyInstruction(given) : finaliseManyOf(given);
  }

  /** The instruction with these places spoilt; returns also what stands there. */
  spoilt(batch: Batch, spoilings: ReadonlyMap<number, Spoiling>): readonly [Instruction, Map<number, Address>] {
    const given = this.addresses;
    const bad = new Map<number, Address>();
    const readonly = new Set<Address>();
    for (const [place, spoiling] of spoilings) {
      const address = spoiling.spoil(this, this.market(place), this.at(this.before, batch, place));
      bad.set(place, address);
      given[place] = address;
      if (spoiling.isReadonly) readonly.add(address);
    }
    const instruction = this.instruction(batch, given);
    return [withRoles(instruction, ({ address }) => (readonly.has(address) ? { writable: false } : {})), bad];
  }

  market(place: number): TestMarket {
    const market = this.markets[place];
    if (!market) throw new Error(`there is no market ${place}`);
    return market;
  }

  private at(when: ReadonlyMap<Batch, readonly AccountBytes[]>, batch: Batch, place: number): AccountBytes {
    const account = when.get(batch)?.[place];
    if (!account) throw new Error(`there is no market ${place}`);
    return account;
  }

  private readonly readAll = (): Promise<AccountBytes[]> =>
    Promise.all(
      this.markets.map(async ({ address }) => {
        const account = await this.chain.account(address);
        if (!account) throw new Error(`there is no account ${address}`);
        return account;
      }),
    );

  readonly put = (address: Address, { owner, data, lamports }: AccountBytes): void =>
    this.chain.setAccount(address, owner, data, lamports);

  /** Puts every market where it was before or after a batch. */
  restore(batch: Batch, when: 'before' | 'after' = 'before'): void {
    for (const [place, { address }] of this.markets.entries()) this.put(address, this.at(this[when], batch, place));
  }

  /** All of these accounts as text, because text is faster to compare than bytes. */
  look(addresses: readonly Address[]): Promise<string[]> {
    return Promise.all(
      addresses.map(async (address) => {
        const account = await this.chain.account(address);
        if (!account) return `${address}: none`;
        return `${address}: ${account.owner} ${account.lamports} ${Buffer.from(account.data).toString('hex')}`;
      }),
    );
  }

  /** The places whose markets are not as the batch must leave them. */
  async unsettled(batch: Batch): Promise<number[]> {
    const isSettled = await Promise.all(
      this.markets.map(async ({ address }, place) => {
        const [found, expected] = [await this.chain.account(address), this.at(this.after, batch, place)];
        return (
          found?.owner === expected.owner &&
          found.lamports === expected.lamports &&
          Buffer.compare(found.data, expected.data) === 0
        );
      }),
    );
    return isSettled.flatMap((settled, place) => (settled ? [] : [place]));
  }
}

/** What stands in a market's place, and the error number for it; `null`: this instruction takes it. */
export interface Spoiling {
  readonly numbers: readonly [settleMany: number | null, finaliseMany: number | null];
  /** Changes the account and returns the address for its place. */
  readonly spoil: (scene: BatchScene, market: TestMarket, account: AccountBytes) => Address;
  readonly isReadonly?: true;
}

const edited = (
  change: (data: Buffer) => Buffer | undefined,
  settleMany: number | null,
  finaliseMany = settleMany,
) => ({
  numbers: [settleMany, finaliseMany] as const,
  spoil: ({ put }: BatchScene, { address }: TestMarket, account: AccountBytes) => {
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
  'not writable': { numbers: [6260, 6260], spoil: (_, { address }) => address, isReadonly: true },
  'of another program': {
    numbers: [6260, 6260],
    spoil: ({ put }, { address }, account) => {
      put(address, { ...account, owner: TOKEN_PROGRAM_ID });
      return address;
    },
  },
  'at another address': {
    numbers: [6260, 6260],
    spoil: ({ chain, put }, _, account) => {
      const copy = chain.address();
      put(copy, account);
      return copy;
    },
  },
  closed: {
    numbers: [6260, 6260],
    spoil: ({ chain }, { address }) => {
      chain.bank.remove(address);
      return address;
    },
  },
  'with another discriminator': flipped(0, 6260),
  'with a later version': edited((data) => void data.writeUInt8(3, AT.version), 6251),
  'with the version before': edited((data) => void data.writeUInt8(1, AT.version), 6251),
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
  'of another fixture': flipped(AT.terms + 38 + 33 + 1, 6252, null),
  'of another oracle': flipped(AT.terms, 6252, null),
  'its vault': { numbers: [6260, 6260], spoil: (_, { vault }) => vault },
};

/** Every way to spoil a place that this batch refuses. */
export const spoilingsOf = (batch: Batch): [name: string, spoiling: Spoiling][] =>
  [
    ...Object.entries(SPOILINGS),
    ...STRANGERS.map((name): [string, Spoiling] => [
      name,
      { numbers: [6260, 6260], spoil: ({ strangers }) => strangers[name] },
    ]),
  ].filter(([, spoiling]) => numberOf(batch, spoiling) !== null);

/** Why this batch refuses it. */
export const numberOf = (batch: Batch, { numbers: [settleMany, finaliseMany] }: Spoiling): number | null =>
  batch === 'settle_many' ? settleMany : finaliseMany;
