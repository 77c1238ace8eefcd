import { ExtensionType } from '@solana/spl-token';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { createAccountInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { ok, programLog, refusal, TestChain } from '../helpers/settlement/chain.js';
import { type Group, LiveMint, MINT_SHAPES, type MintShape } from '../helpers/settlement/liveMint.js';
import { FIXTURE, type Staker, TestMarket } from '../helpers/settlement/market.js';
import { soccerStats, TestOracle } from '../helpers/settlement/match.js';
import {
  actionsOn,
  IMPOSSIBLE,
  isPossible,
  MINT_ACTIONS,
  type MintAction,
  REFUSED_EXTENSIONS,
  setField,
} from '../helpers/settlement/mintActions.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { alsoSignedBy } from '../helpers/settlement/roles.js';
import { splToken } from '../helpers/settlement/splToken.js';
import { makeTokenAccount, TOKEN_2022_PROGRAM_ID, tokenAmount } from '../helpers/settlement/tokens.js';
import { DAY } from '../helpers/world/world.js';

const ACCOUNT_FROZEN = 17;
const program = TOKEN_2022_PROGRAM_ID;
/** Size of a mint with metadata and an empty URI: base and kind, the pointer, name and symbol of one byte. */
const LENGTH_WITH_METADATA = 166 + 68 + 86;
/** Noon of a day; later days for later markets. */
let kickOff = 2_000_000_000 - (2_000_000_000 % DAY) + DAY / 2;

let chain: TestChain;
let oracle: TestOracle;
let group: Group;

type Pool = TestMarket | TestParlay;

/** Markets and a parlay in one mint. */
interface Pools {
  readonly mint: LiveMint;
  /** Outcome 0 wins. */
  readonly won: TestMarket;
  /** Outcome 0 wins, but it has no stakes. */
  readonly refunded: TestMarket;
  /** It is not settled. */
  readonly voided: TestMarket;
  /** Both home teams win: yes. */
  readonly parlay: TestParlay;
  readonly all: readonly Pool[];
  /** The fee account of all of them. */
  readonly fees: Address;
  /** An additional market without stakes. */
  spare(): TestMarket;
}

async function openPools(mint: LiveMint): Promise<Pools> {
  const tokenProgram = mint.shape.program;
  kickOff += 10 * DAY;
  await chain.setTime(kickOff - DAY);
  const creator = chain.fundedKeypair();
  const fees = makeTokenAccount(chain, { mint: mint.address, owner: creator.address, program: tokenProgram });
  const terms = { mint: mint.address, feeAccount: fees, feeBps: 1_000, stakesClose: kickOff };
  const options = { ...terms, creator, tokenProgram };
  const spare = () => TestMarket.plan(chain, { ...options, challengeWindow: 0 });
  const [won, refunded, voided] = [spare(), spare(), spare()];
  ok(await chain.send([won.createInstruction(), refunded.createInstruction()], [creator]));
  ok(await voided.create());
  const parlay = TestParlay.plan(chain, [won, refunded], options);
  ok(await chain.send([parlay.createInstruction()], [creator]));
  return { mint, won, refunded, voided, parlay, all: [parlay, won, refunded, voided], fees, spare };
}

async function stake(staker: Staker, ...stakes: [pool: Pool, outcome: number, amount: bigint][]): Promise<void> {
  const instructions = stakes.map(([pool, outcome, amount]) => pool.stakeInstruction(staker, outcome, amount));
  ok(await chain.send(instructions, [staker.keypair]));
}

/** One base unit into each vault. */
const strays = ({ tokens, publicKey }: Staker, { address, shape }: LiveMint, pools: readonly Pool[]) =>
  pools.map(({ vault }) =>
    splToken.createTransferCheckedInstruction(tokens, address, vault, publicKey, 1n, 6, [], shape.program),
  );

/** The owner signs and names a destination. */
const claimByOwner = (pool: Pool, owner: Address, outcome: number, destination: Address): Instruction =>
  alsoSignedBy(pool.claimInstruction(owner, outcome, { destination }), [{ address: owner }]);

/** The account is emptied and closed, so that a claim has to recreate it. */
const leave = ({ tokens }: Staker) => chain.setAccount(tokens, SYSTEM_PROGRAM_ID, new Uint8Array(0), 0);

async function decide({ won, refunded, voided, parlay }: Pools): Promise<void> {
  const fullTime = kickOff + 7_200;
  await chain.setTime(fullTime);
  const slot = oracle.publish(FIXTURE, fullTime, [{ status: 100, stats: soccerStats(2, 1) }]);
  for (const market of [won, refunded]) ok(await market.settle(slot.v2([1, 2])));
  ok(await chain.send([0, 1].map((leg) => parlay.settleInstruction(leg))));
  await chain.setTime(voided.terms.voidAfter);
  ok(await voided.void());
}

async function closeAll({ all, won }: Pools): Promise<void> {
  const closes = all.map((pool) => pool.closeInstruction());
  ok(await chain.send(closes, [won.creator]));
  for (const { vault, address } of all)
    expect([await chain.account(vault), await chain.account(address)]).toEqual([null, null]);
}

const held = (address: Address) => tokenAmount(chain, address);

async function change(mint: LiveMint, { steps }: MintAction): Promise<void> {
  for (const step of steps(mint)) await mint.send(step);
}

/** The pools, with the same four stakers on each. */
interface Scene extends Pools {
  readonly anna: Staker;
  readonly bert: Staker;
  readonly cora: Staker;
  readonly dora: Staker;
  /** Where bert wants to be paid. */
  readonly elsewhere: Address;
}

async function open(mint: LiveMint): Promise<Scene> {
  const pools = await openPools(mint);
  const { won, refunded, voided, parlay } = pools;
  const [anna, bert, cora, dora] = [won.staker(1_170n), won.staker(230n), won.staker(852n), won.staker(420n)];
  await stake(anna, [won, 0, 300n], [parlay, YES, 300n], [refunded, 1, 70n], [voided, 0, 500n]);
  await stake(bert, [won, 0, 100n], [parlay, YES, 100n], [voided, 1, 30n]);
  await stake(cora, [won, 1, 401n], [parlay, NO, 401n], [refunded, 1, 50n]);
  leave(anna);
  const account = { mint: mint.address, owner: bert.publicKey, program: mint.shape.program };
  return { ...pools, anna, bert, cora, dora, elsewhere: makeTokenAccount(chain, account) };
}

/** One more stake on each, and one stray base unit. */
async function stakeMore({ mint, won, refunded, voided, parlay, all, dora }: Scene): Promise<void> {
  const stakes = [
    won.stakeInstruction(dora, 0, 200n),
    parlay.stakeInstruction(dora, YES, 200n),
    refunded.stakeInstruction(dora, 1, 9n),
    voided.stakeInstruction(dora, 0, 7n),
  ];
  ok(await chain.send([...stakes, ...strays(dora, mint, all)], [dora.keypair]));
}

/** A stranger pays every staker; bert pays himself where he has won. Then the vaults are emptied and closed. */
async function payAll(scene: Scene): Promise<void> {
  const { won, refunded, voided, parlay, all, fees, anna, bert, cora, dora, elsewhere } = scene;
  for (const pool of [won, parlay]) {
    const claims = [
      ...[anna, dora].map(({ publicKey }) => pool.claimInstruction(publicKey, 0)),
      claimByOwner(pool, bert.publicKey, 0, elsewhere),
      pool.claimInstruction(cora.publicKey, 1),
    ];
    ok(await chain.send(claims, [bert.keypair]));
  }
  const back = [
    ...[anna, cora, dora].map(({ publicKey }) => refunded.claimInstruction(publicKey, 1)),
    ...[anna, dora].map(({ publicKey }) => voided.claimInstruction(publicKey, 0)),
    voided.claimInstruction(bert.publicKey, 1),
  ];
  ok(await chain.send(back));
  const sweeps = all.map((pool) => pool.sweepInstruction());
  ok(await chain.send(sweeps));
  await closeAll(scene);

  // A tenth of 401 is 40; 361 are shared 300 : 100 : 200, and one unit is dust. Four units came from a stranger.
  expect({
    anna: await held(anna.tokens),
    bert: [await held(bert.tokens), await held(elsewhere)],
    cora: await held(cora.tokens),
    dora: await held(dora.tokens),
    fees: await held(fees),
  }).toEqual({
    anna: 2n * 480n + 70n + 500n,
    bert: [30n, 2n * 160n],
    cora: 50n,
    dora: 2n * 320n + 9n + 7n,
    fees: 2n * 41n + 4n,
  });
}

/** Performs every possible action on the mint in turn, and takes a stake on everything after each. */
async function stakeAfterEach(mint: LiveMint): Promise<void> {
  const pools = await openPools(mint);
  const { won, refunded, voided, parlay, fees } = pools;
  const actions = actionsOn(mint.shape);
  const count = BigInt(actions.length);
  const [anna, cora] = [won.staker(24n * count), won.staker(20n * count)];
  await stake(cora, [won, 1, 10n * count], [parlay, NO, 10n * count]);
  for (const action of actions) {
    await naming(action, async () => {
      await change(mint, action);
      await stake(anna, [won, 0, 6n], [parlay, YES, 6n], [refunded, 1, 6n], [voided, 0, 6n]);
    });
  }
  leave(anna);
  await decide(pools);
  const claims = [
    won.claimInstruction(anna.publicKey, 0),
    parlay.claimInstruction(anna.publicKey, YES),
    refunded.claimInstruction(anna.publicKey, 1),
    voided.claimInstruction(anna.publicKey, 0),
    won.claimInstruction(cora.publicKey, 1),
    parlay.claimInstruction(cora.publicKey, NO),
  ];
  ok(await chain.send(claims));
  await closeAll(pools);
  // A tenth of what cora lost is the fee.
  expect([await held(anna.tokens), await held(cora.tokens), await held(fees)]).toEqual([
    2n * 15n * count + 2n * 6n * count,
    0n,
    2n * count,
  ]);
}

/** Performs every possible action on the mint in turn; pays, sweeps and closes everything after each. */
async function payAfterEach(mint: LiveMint): Promise<void> {
  const pools = await openPools(mint);
  const { won, refunded, voided, parlay, fees } = pools;
  const actions = actionsOn(mint.shape);
  const count = BigInt(actions.length);
  const cora = won.staker(23n * count);
  await stake(cora, [won, 1, 10n * count], [parlay, NO, 10n * count]);
  const rounds = [];
  for (const action of actions) {
    const [staker, spare] = [won.staker(132n), pools.spare()];
    await stake(staker, [won, 0, 60n], [parlay, YES, 60n], [refunded, 1, 7n], [voided, 0, 5n]);
    leave(staker);
    const account = { mint: mint.address, owner: staker.publicKey, program: mint.shape.program };
    rounds.push({ action, staker, spare, elsewhere: makeTokenAccount(chain, account) });
  }
  const spares = rounds.map(({ spare }) => spare);
  for (let i = 0; i < spares.length; i += 2) {
    const creations = spares.slice(i, i + 2).map((spare) => spare.createInstruction());
    ok(await chain.send(creations, [won.creator]));
  }
  await decide(pools);
  for (let i = 0; i < spares.length; i += 8) {
    const voids = spares.slice(i, i + 8).map((spare) => spare.voidInstruction());
    ok(await chain.send(voids));
  }

  let swept = 2n * count;
  for (const [i, { action, staker, spare, elsewhere }] of rounds.entries()) {
    await naming(action, async () => {
      await change(mint, action);
      const { publicKey, keypair, tokens } = staker;
      const [byAnybody, byOwner] = i % 2 === 0 ? [won, parlay] : [parlay, won];
      const claims = [
        byAnybody.claimInstruction(publicKey, 0),
        claimByOwner(byOwner, publicKey, 0, elsewhere),
        refunded.claimInstruction(publicKey, 1),
        voided.claimInstruction(publicKey, 0),
      ];
      ok(await chain.send(claims, [keypair]));
      const leftovers = [
        ...strays(cora, mint, [won, parlay, spare]),
        won.sweepInstruction(),
        parlay.sweepInstruction(),
        spare.closeInstruction(),
      ];
      ok(await chain.send(leftovers, [cora.keypair, won.creator]));
      swept += 3n;
      expect(await chain.account(spare.vault)).toBeNull();
      // The winners' 60 each earn 9 of every 10 that cora lost.
      expect([await held(tokens), await held(elsewhere)]).toEqual([69n + 7n + 5n, 69n]);
      expect(await held(fees)).toBe(swept);
    });
  }
  ok(await chain.send([won.claimInstruction(cora.publicKey, 1), parlay.claimInstruction(cora.publicKey, NO)]));
  await closeAll(pools);
  expect([await held(cora.tokens), await held(fees)]).toEqual([0n, swept]);
}

/** Names the action after which something failed. */
async function naming({ name }: MintAction, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new Error(`after '${name}': ${(error as Error).message}`, { cause: error });
  }
}

const make = (shape: MintShape) => LiveMint.make(chain, shape, group);

const shapeOf = (name: string): MintShape => {
  const found = MINT_SHAPES.find((shape) => shape.name === name);
  if (!found) throw new Error(`no shape ${name}`);
  return found;
};

/** A separate chain for the tests of a block. */
function startChain(): void {
  beforeAll(async () => {
    chain = await TestChain.start(kickOff);
    oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
    group = await LiveMint.makeGroup(chain);
  });
}

describe('markets, a refund and a parlay', () => {
  describe.each(MINT_SHAPES)('in $name', (shape) => {
    const possible = MINT_ACTIONS.filter((action) => isPossible(action, shape));
    startChain();

    it('pay after every change of the mint', async () => payAfterEach(await make(shape)));

    it('take stakes after every change of the mint, and pay them', async () => stakeAfterEach(await make(shape)));

    // Each alone: an extension added by an authority once blocked every stake.
    it.each(possible.filter(({ adds }) => adds))('take a stake after $name, and pay all', async (action) => {
      const scene = await open(await make(shape));
      await change(scene.mint, action);
      await stakeMore(scene);
      await decide(scene);
      await payAll(scene);
    });

    it('have a mint that cannot be changed otherwise', async () => {
      const mint = await make(shape);
      const before = await mint.bytes();
      const refused = async (name: string, instructions: Instruction[]) => {
        expect([name, refusal(await mint.attempt(instructions))]).not.toEqual([name, null]);
      };
      const impossible = MINT_ACTIONS.filter((action) => !possible.includes(action));
      for (const { name, steps } of impossible) for (const step of steps(mint).slice(0, 1)) await refused(name, step);
      for (const [name, build] of IMPOSSIBLE) await refused(name, [build(mint)]);
      expect(await mint.bytes()).toEqual(before);
    });
  });

  describe('in a mint', () => {
    startChain();

    // An account of 355 bytes would be taken for a multisig, so the token program adds two bytes.
    const lengths = [354, 355, 356, 357].flatMap((length) => [
      { length, how: 'begun', shape: 'a MetadataPointer' },
      { length, how: 'grown', shape: 'TokenMetadata' },
    ]);
    it.each(lengths)('pay all when metadata is $how to $length bytes', async ({ length, how, shape }) => {
      const scene = await open(await make(shapeOf(shape)));
      const { mint } = scene;
      await stakeMore(scene);
      await decide(scene);
      const uri = 'u'.repeat(length - LENGTH_WITH_METADATA);
      await mint.send([
        how === 'begun' ? mint.initialise(ExtensionType.TokenMetadata, uri) : setField(mint, 'uri', uri),
      ]);
      expect((await mint.bytes()).length).toBe(length === 355 ? 357 : length);
      await payAll(scene);
    });

    it.each(['a mint of SPL Token', 'a plain mint', 'all of them'])(
      'in %s pay nobody while the vaults are frozen, and everybody once they are thawed',
      async (name) => {
        const scene = await open(await make(shapeOf(name)));
        await stakeMore(scene);
        await decide(scene);
        const { mint, won, refunded, voided, parlay, all, fees, cora, dora } = scene;
        const accounts = [...all.map(({ vault }) => vault), fees, cora.tokens, dora.tokens];
        const each = (build: typeof splToken.createFreezeAccountInstruction) =>
          accounts.map((account) => build(account, mint.address, mint.authority.address, [], mint.shape.program));
        await mint.send(each(splToken.createFreezeAccountInstruction));
        for (const pool of [won, parlay]) expect(refusal(await pool.claim(dora.publicKey, 0))).toBe(ACCOUNT_FROZEN);
        expect(refusal(await refunded.claim(cora.publicKey, 1))).toBe(ACCOUNT_FROZEN);
        expect(refusal(await voided.claim(dora.publicKey, 0))).toBe(ACCOUNT_FROZEN);
        for (const pool of all) {
          expect(refusal(await pool.sweep())).toBe(ACCOUNT_FROZEN);
          expect(refusal(await pool.close())).toBe(6227);
        }
        await mint.send(each(splToken.createThawAccountInstruction));
        await payAll(scene);
      },
    );

    it.each(REFUSED_EXTENSIONS)('6208 cannot be created in a mint with $name', async (extension) => {
      const [authority, keypair] = [chain.fundedKeypair(), chain.keypair()];
      const [payer, mint] = [authority.address, keypair.address];
      const extensions = [extension, ...REFUSED_EXTENSIONS.filter(({ name }) => extension.needs?.includes(name))];
      const space = extensions.reduce((sum, { length }) => sum + 4 + length, 166);
      const instructions = [
        createAccountInstruction({ payer, account: mint, lamports: 10_000_000n, space, owner: program }),
        // The extension is added before the mint is initialised, because a live mint refuses it.
        ...extensions.map(({ initialise }) => initialise(mint, payer)),
        splToken.createInitializeMint2Instruction(mint, 6, payer, payer, program),
      ];
      ok(await chain.send(instructions, [authority, keypair]));
      const feeAccount = makeTokenAccount(chain, { mint, owner: payer, program });
      const market = TestMarket.plan(chain, { mint, feeAccount, tokenProgram: program, stakesClose: chain.now + DAY });
      const outcome = await market.create();
      expect(refusal(outcome)).toBe(6208);
      expect(programLog(outcome)).toContain(`${extension.name} (`);
    });
  });
});
