import { AuthorityType } from '@solana/spl-token';
import { describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { TestParlay } from '../helpers/settlement/parlay.js';
import { splToken } from '../helpers/settlement/splToken.js';
import {
  type Extension,
  makeMint,
  makeTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  tokenAccountData,
  tokenAmount,
} from '../helpers/settlement/tokens.js';
import { DAY, World } from '../helpers/world/world.js';

/** The system program's refusal to create an existing account. */
const ACCOUNT_IN_USE = 0;
const NOT_INITIALISED = 3012;

const { chain, homeWins, lamports } = new World().each();

interface Scene {
  readonly pool: TestMarket | TestParlay;
  readonly mint: Address;
  readonly program: Address;
  /** Signs for the mint. */
  readonly freezer: KeyPair;
  /** Owner of the fee account; also the creator. */
  readonly owner: KeyPair;
  readonly kind: object;
  /** Planned again at the same address, while stakes could be taken. */
  again(mint?: Address): Promise<TestMarket | TestParlay>;
}

/** A void market without stakes. */
async function voidMarket(program: Address): Promise<Scene> {
  const freezer = chain.fundedKeypair();
  const mint = makeMint(chain, { program, freezeAuthority: freezer.address });
  const market = await TestMarket.create(chain, { mint, tokenProgram: program });
  await chain.setTime(market.terms.voidAfter);
  ok(await market.void());
  const { creator, id } = market;
  const again = async (other = mint) => {
    await chain.setTime(KICK_OFF - DAY);
    return TestMarket.plan(chain, { mint: other, tokenProgram: program, creator, id });
  };
  return { pool: market, mint, program, freezer, owner: creator, kind: { Market: {} }, again };
}

/** A void parlay without stakes. */
async function voidParlay(program: Address): Promise<Scene> {
  const freezer = chain.fundedKeypair();
  const mint = makeMint(chain, { program, freezeAuthority: freezer.address });
  const markets = async () => [await TestMarket.create(chain), await TestMarket.create(chain)];
  const legs = await markets();
  const parlay = await TestParlay.create(chain, legs, { mint, tokenProgram: program });
  for (const [i, leg] of legs.entries()) {
    await chain.setTime(leg.terms.voidAfter);
    ok(await leg.void());
    ok(await parlay.settle(i));
  }
  const { creator, id } = parlay;
  const again = async (other = mint) => {
    await chain.setTime(KICK_OFF - DAY);
    return TestParlay.plan(chain, await markets(), { mint: other, tokenProgram: program, creator, id });
  };
  return { pool: parlay, mint, program, freezer, owner: creator, kind: { Parlay: {} }, again };
}

/** A stranger sends one base unit to the vault. */
async function stray({ pool, mint, program }: Scene): Promise<void> {
  const { publicKey, keypair, tokens } = pool.staker();
  const transfer = splToken.createTransferCheckedInstruction(tokens, mint, pool.vault, publicKey, 1n, 6, [], program);
  ok(await chain.send([transfer], [keypair]));
}

async function freeze({ mint, program, freezer }: Scene, account: Address): Promise<void> {
  const instruction = splToken.createFreezeAccountInstruction(account, mint, freezer.address, [], program);
  ok(await chain.send([instruction], [freezer]));
}

async function shut({ pool, program, owner }: Scene): Promise<void> {
  const { feeAccount } = pool.terms;
  const to = chain.address();
  ok(await chain.send([splToken.createCloseAccountInstruction(feeAccount, to, owner.address, [], program)], [owner]));
}

/** The fee account with an extension, as if its owner had closed it and made a new one. */
function extend({ pool, mint, program, owner }: Scene, ...extensions: Extension[]): void {
  const address = pool.terms.feeAccount;
  makeTokenAccount(chain, { mint, owner: owner.address, program, extensions, address });
}

type Fault = readonly [name: string, breaks: (scene: Scene) => Promise<void> | void];

/** What can prevent a fee account from receiving. */
const UNABLE: Fault[] = [
  ['closed', shut],
  ['frozen', (scene) => freeze(scene, scene.pool.terms.feeAccount)],
  [
    'of another mint',
    ({ pool, program, owner }) => {
      const mint = makeMint(chain, { program });
      makeTokenAccount(chain, { mint, owner: owner.address, program, address: pool.terms.feeAccount });
    },
  ],
  [
    'of another program',
    ({ pool, mint, owner }) => {
      const data = tokenAccountData({ mint, owner: owner.address });
      chain.setAccount(pool.terms.feeAccount, chain.address(), data);
    },
  ],
  [
    'of the other token program',
    ({ pool, mint, owner, program }) => {
      const other = program === TOKEN_PROGRAM_ID ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID;
      makeTokenAccount(chain, { mint, owner: owner.address, program: other, address: pool.terms.feeAccount });
    },
  ],
  ['not initialised', ({ pool, program }) => chain.setAccount(pool.terms.feeAccount, program, new Uint8Array(165))],
  [
    'a mint',
    async ({ pool, mint, program }) => {
      const account = await chain.account(mint);
      if (!account) throw new Error('no mint');
      chain.setAccount(pool.terms.feeAccount, program, account.data);
    },
  ],
  ['a wallet', ({ pool }) => chain.setAccount(pool.terms.feeAccount, SYSTEM_PROGRAM_ID, new Uint8Array(0))],
];
const UNABLE_2022: Fault[] = [['asking for a memo', (scene) => extend(scene, [8, Uint8Array.of(1)])]];
/** It can receive, but it has an extension that the program does not evaluate. */
const EXTENDED: Fault[] = [
  ['CpiGuard', (scene) => extend(scene, [11, Uint8Array.of(1)])],
  ['MemoTransfer that is off', (scene) => extend(scene, [8, Uint8Array.of(0)])],
  ['extension that nobody knows', (scene) => extend(scene, [999, new Uint8Array(5)])],
];

/** The event of a pool that is closed while this number of tokens stays behind. */
const closing = ({ pool, kind }: Scene, left: bigint) => ({ name: 'Closed', kind, pool: pool.address, left });

/** Closes with `left` tokens staying behind, counts every lamport, and tries to recreate the pool. */
async function closesAndLeaves(scene: Scene, left: bigint): Promise<void> {
  const { pool, owner, program } = scene;
  const [before, rent] = [await lamports(owner.address), await lamports(pool.address)];
  const vault = await chain.account(pool.vault);
  expect(eventsOf(ok(await pool.close()))).toEqual([closing(scene, left)]);
  expect(await lamports(owner.address)).toBe(before + rent);
  expect(await chain.account(pool.address)).toBeNull();
  expect(await chain.account(pool.vault)).toEqual(vault);
  expect(await pool.held()).toBe(left);

  expect(refusal(await pool.sweep())).toBe(NOT_INITIALISED);
  expect(refusal(await pool.close())).toBe(NOT_INITIALISED);
  for (const mint of [undefined, makeMint(chain, { program })]) {
    const again = await scene.again(mint);
    expect(again.address).toEqual(pool.address);
    expect(refusal(await again.create())).toBe(ACCOUNT_IN_USE);
  }
  expect(await chain.account(pool.vault)).toEqual(vault);
}

async function closesWhole(scene: Scene, swept: bigint): Promise<void> {
  const { pool, owner } = scene;
  const [before, rents] = [await lamports(owner.address), await Promise.all([pool.address, pool.vault].map(lamports))];
  expect(eventsOf(ok(await pool.close()))).toEqual([
    { name: 'Swept', kind: scene.kind, pool: pool.address, amount: swept },
    closing(scene, 0n),
  ]);
  expect(await lamports(owner.address)).toBe(rents.reduce((sum, each) => sum + each, before));
  expect(await chain.account(pool.address)).toBeNull();
  expect(await chain.account(pool.vault)).toBeNull();
}

const MARKET = { name: 'market', decided: voidMarket };
const PARLAY = { name: 'parlay', decided: voidParlay };

describe.each([
  { ...MARKET, token: 'SPL Token', program: TOKEN_PROGRAM_ID, unable: UNABLE, extended: [] },
  {
    ...MARKET,
    token: 'Token-2022',
    program: TOKEN_2022_PROGRAM_ID,
    unable: [...UNABLE, ...UNABLE_2022],
    extended: EXTENDED,
  },
  { ...PARLAY, token: 'SPL Token', program: TOKEN_PROGRAM_ID, unable: UNABLE, extended: [] },
  {
    ...PARLAY,
    token: 'Token-2022',
    program: TOKEN_2022_PROGRAM_ID,
    unable: [...UNABLE, ...UNABLE_2022],
    extended: EXTENDED,
  },
])('the creator of a $name in $token gets its rent back', ({ decided, program, unable, extended }) => {
  it.each(unable)('and leaves a stray token behind, with a fee account that is %s', async (_, breaks) => {
    const scene = await decided(program);
    await stray(scene);
    await breaks(scene);
    expect(refusal(await scene.pool.sweep())).not.toBeNull();
    await closesAndLeaves(scene, 1n);
  });

  it.each(unable)('and the rent of a vault without tokens, with a fee account that is %s', async (_, breaks) => {
    const scene = await decided(program);
    await breaks(scene);
    await closesWhole(scene, 0n);
  });

  it.skipIf(extended.length === 0).each(extended)(
    'with a %s: a sweep beforehand collects the token',
    async (_, breaks) => {
      const scene = await decided(program);
      await stray(scene);
      await breaks(scene);
      ok(await scene.pool.sweep());
      expect(await tokenAmount(chain, scene.pool.terms.feeAccount)).toBe(1n);
      await closesWhole(scene, 0n);
    },
  );

  it.skipIf(extended.length === 0).each(extended)(
    'with a %s and no sweep beforehand, the token stays',
    async (_, breaks) => {
      const scene = await decided(program);
      await stray(scene);
      await breaks(scene);
      await closesAndLeaves(scene, 1n);
    },
  );

  it('and leaves a stray token behind, with a frozen vault', async () => {
    const scene = await decided(program);
    await stray(scene);
    await freeze(scene, scene.pool.vault);
    expect(refusal(await scene.pool.sweep())).not.toBeNull();
    await closesAndLeaves(scene, 1n);
  });

  it('and the rent of a frozen vault without tokens', async () => {
    const scene = await decided(program);
    await freeze(scene, scene.pool.vault);
    await closesWhole(scene, 0n);
  });

  it('and the rent of the vault; a fee account that can receive gets the stray token', async () => {
    const scene = await decided(program);
    await stray(scene);
    await closesWhole(scene, 1n);
    expect(await tokenAmount(chain, scene.pool.terms.feeAccount)).toBe(1n);
    // The address is free again.
    ok(await (await scene.again()).create());
  });
});

describe('a market with money in it', () => {
  /** Home has won: anna's 300 against bert's 401, with a tenth of those as the fee. */
  async function won() {
    const market = await TestMarket.create(chain, { feeBps: 1_000, challengeWindow: 0 });
    const [anna, bert] = [market.staker(), market.staker()];
    ok(await market.stake(anna, 0, 300n));
    ok(await market.stake(bert, 1, 401n));
    await chain.setTime(FULL_TIME);
    ok(await market.settle(homeWins()));
    return { market, anna, bert };
  }

  it('also leaves its fee behind when the fee account is gone, but nothing that is owed', async () => {
    const { market, anna, bert } = await won();
    chain.bank.remove(market.terms.feeAccount);
    for (const [{ publicKey }, outcome] of [
      [anna, 0],
      [bert, 1],
    ] as const) {
      expect(refusal(await market.close())).toBe(6227);
      ok(await market.claim(publicKey, outcome));
    }
    expect(await tokenAmount(chain, anna.tokens)).toBe(1_000_000n + 361n);
    expect(eventsOf(ok(await market.close()))).toEqual([
      { name: 'Closed', kind: { Market: {} }, pool: market.address, left: 40n },
    ]);
    expect(await market.held()).toBe(40n);
  });

  it("6227 is not closed while a winner's account belongs to somebody else: that money has no deadline", async () => {
    const market = await TestMarket.create(chain);
    const anna = market.staker();
    ok(await market.stake(anna, 0, 1n));
    const { publicKey: owner, keypair, tokens } = anna;
    const stranger = chain.address();
    ok(
      await chain.send(
        [splToken.createSetAuthorityInstruction(tokens, owner, AuthorityType.AccountOwner, stranger)],
        [keypair],
      ),
    );
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    for (let year = 0; year < 3; year++) {
      expect(refusal(await market.claim(owner, 0))).toBe(6228);
      expect(refusal(await market.close())).toBe(6227);
      await chain.setTime(chain.now + 365 * DAY);
    }
    // Its owner still gets it by signing; then the creator gets the rent.
    const elsewhere = makeTokenAccount(chain, { mint: market.terms.mint, owner });
    ok(await market.claim(owner, 0, { destination: elsewhere }, [keypair]));
    expect(await tokenAmount(chain, elsewhere)).toBe(1n);
    ok(await market.close());
  });
});
