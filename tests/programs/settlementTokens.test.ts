import { describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ok, programLog, refusal } from '../helpers/settlement/chain.js';
import { FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { TestParlay } from '../helpers/settlement/parlay.js';
import { splToken } from '../helpers/settlement/splToken.js';
import {
  type Extension,
  makeMint,
  makeTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  tokenAmount,
} from '../helpers/settlement/tokens.js';
import { DAY, final, World } from '../helpers/world/world.js';

const program = TOKEN_2022_PROGRAM_ID;
/** `NoMemo` of Token-2022. */
const NO_MEMO = 36;
const of = (type: number, length: number): Extension => [type, new Uint8Array(length)];

/** Content of an address pair: authority and pointer. */
const METADATA_POINTER = of(18, 64);
/** Authority, mint, three empty strings, no further fields. */
const TOKEN_METADATA = of(19, 80);

const { chain, fullTime, homeWins } = new World().each();

/** The whole life of a market in this mint. */
async function live(mint: Address): Promise<void> {
  const market = await TestMarket.create(chain, { mint, tokenProgram: program, feeBps: 0, challengeWindow: 0 });
  const [anna, bert] = [market.staker(), market.staker()];
  ok(await market.stake(anna, 0, 10n));
  ok(await market.stake(bert, 1, 10n));
  await chain.setTime(FULL_TIME);
  ok(await market.settle(homeWins()));
  ok(await market.claim(anna.publicKey, 0));
  ok(await market.claim(bert.publicKey, 1));
  expect(await tokenAmount(chain, anna.tokens)).toBe(1_000_010n);
  ok(await market.close());
  await chain.setTime(KICK_OFF - DAY);
}

describe('a Token-2022 mint', () => {
  it('may have metadata', async () => {
    await live(makeMint(chain, { program, extensions: [METADATA_POINTER] }));
    await live(makeMint(chain, { program, extensions: [METADATA_POINTER, TOKEN_METADATA] }));
  });

  it('may have a freeze authority', async () => {
    await live(makeMint(chain, { program, freezeAuthority: chain.address() }));
  });

  // The runtime's older Token-2022 would refuse to move such tokens; our own check accepts them.
  it.each([
    ['GroupPointer', 20, 64],
    ['TokenGroup', 21, 80],
    ['GroupMemberPointer', 22, 64],
    ['TokenGroupMember', 23, 72],
  ])('may have a %s', async (_, type, length) => {
    const mint = makeMint(chain, { program, extensions: [METADATA_POINTER, of(type, length)] });
    const outcome = await TestMarket.plan(chain, { mint, tokenProgram: program }).create();
    expect(refusal(outcome)).not.toBe(6208);
    expect(programLog(outcome)).not.toContain('extension');
  });

  // Every extension that Token-2022 numbers except the six allowed ones, including those that belong on accounts.
  const refused: [string, number, number][] = [
    ['TransferFeeConfig', 1, 108],
    ['TransferFeeAmount', 2, 8],
    ['MintCloseAuthority', 3, 32],
    ['ConfidentialTransferMint', 4, 65],
    ['ConfidentialTransferAccount', 5, 295],
    ['DefaultAccountState', 6, 1],
    ['ImmutableOwner', 7, 0],
    ['MemoTransfer', 8, 1],
    ['NonTransferable', 9, 0],
    ['InterestBearingConfig', 10, 52],
    ['CpiGuard', 11, 1],
    ['PermanentDelegate', 12, 32],
    ['NonTransferableAccount', 13, 0],
    ['TransferHook', 14, 64],
    ['TransferHookAccount', 15, 1],
    ['ConfidentialTransferFeeConfig', 16, 129],
    ['ConfidentialTransferFeeAmount', 17, 64],
    ['ConfidentialMintBurn', 24, 196],
    ['ScaledUiAmount', 25, 56],
    ['Pausable', 26, 33],
    ['PausableAccount', 27, 0],
    ['PermissionedBurn', 28, 32],
    ['unknown', 29, 5],
    ['unknown', 999, 5],
    ['unknown', 65_535, 5],
  ];
  it('has a verdict for every extension number', () => {
    const allowed = [18, 19, 20, 21, 22, 23];
    const judged = [...allowed, ...refused.map(([, number]) => number)].sort((a, b) => a - b);
    expect(judged.slice(0, 29)).toEqual(Array.from({ length: 29 }, (_, i) => i + 1));
  });
  it.each(refused)('6208 is refused with %s, by name', async (name, type, length) => {
    for (const extensions of [
      [of(type, length)],
      [METADATA_POINTER, of(type, length)],
      [of(type, length), METADATA_POINTER],
    ]) {
      const mint = makeMint(chain, { program, extensions });
      const outcome = await TestMarket.plan(chain, { mint, tokenProgram: program }).create();
      expect(refusal(outcome)).toBe(6208);
      expect(programLog(outcome)).toContain(`${name} (${type})`);
    }
  });

  // Token-2022 cannot add any of these to a mint in use. If it ever could, the deposited money would still get out.
  it.each([
    ['MintCloseAuthority', 3, 32],
    ['InterestBearingConfig', 10, 52],
    ['PermanentDelegate', 12, 32],
  ])('6208 that has gained a %s takes no stake, and pays all that it holds', async (name, type, length) => {
    const mint = makeMint(chain, { program });
    const options = { mint, tokenProgram: program, feeBps: 1_000, challengeWindow: 0 };
    const decided = await TestMarket.create(chain, options);
    const never = await TestMarket.create(chain, options);
    const parlay = await TestParlay.create(chain, [decided, never], { mint, tokenProgram: program, feeBps: 1_000 });
    const pools = [decided, never, parlay];
    const [anna, bert, cora] = [decided.staker(), decided.staker(), decided.staker()];
    for (const pool of pools) {
      ok(await pool.stake(anna, 0, 300n));
      ok(await pool.stake(bert, 0, 100n));
      ok(await pool.stake(cora, 1, 40n));
    }

    const grown = await chain.account(makeMint(chain, { program, extensions: [of(type, length)] }));
    if (!grown) throw new Error('no mint');
    chain.setAccount(mint, program, grown.data);
    for (const pool of pools) {
      const outcome = await pool.stake(anna, 0, 10n);
      expect(refusal(outcome)).toBe(6208);
      expect(programLog(outcome)).toContain(`${name} (${type})`);
    }

    await chain.setTime(FULL_TIME);
    const slot = fullTime(final());
    ok(await decided.settle(slot.v2([1, 2])));
    await chain.setTime(never.terms.voidAfter);
    ok(await never.void());
    for (const leg of [0, 1]) ok(await parlay.settle(leg));
    const elsewhere = makeTokenAccount(chain, { mint, owner: bert.publicKey, program });
    for (const pool of pools) {
      ok(await pool.claim(anna.publicKey, 0));
      ok(await pool.claim(bert.publicKey, 0, { destination: elsewhere }, [bert.keypair]));
      ok(await pool.claim(cora.publicKey, 1));
      ok(await pool.sweep());
      ok(await pool.close());
    }
    // 4 of the 40 are the fee, 36 are shared 3 : 1. The void market and the parlay, void with it, refund everything.
    expect(await tokenAmount(chain, anna.tokens)).toBe(1_000_000n + 27n);
    expect(await tokenAmount(chain, elsewhere)).toBe(300n + 9n);
    expect(await tokenAmount(chain, cora.tokens)).toBe(1_000_000n - 40n);
    const fees = [decided.terms.feeAccount, never.terms.feeAccount, parlay.terms.feeAccount];
    expect(await Promise.all(fees.map((account) => tokenAmount(chain, account)))).toEqual([4n, 0n, 0n]);
  });

  it('6208 with entries past its end is refused', async () => {
    const mint = makeMint(chain, { program, extensions: [METADATA_POINTER] });
    const account = await chain.account(mint);
    if (!account) throw new Error('no mint');
    chain.setAccount(mint, program, account.data.subarray(0, account.data.length - 1));
    const outcome = await TestMarket.plan(chain, { mint, tokenProgram: program }).create();
    expect(refusal(outcome)).toBe(6208);
  });
});

describe('a Token-2022 account', () => {
  const IMMUTABLE_OWNER = of(7, 0);
  const others: [string, Extension][] = [
    ['TransferFeeConfig (1)', of(1, 108)],
    ['TransferFeeAmount (2)', of(2, 8)],
    ['MintCloseAuthority (3)', of(3, 32)],
    ['ConfidentialTransferMint (4)', of(4, 65)],
    ['ConfidentialTransferAccount (5)', of(5, 295)],
    ['DefaultAccountState (6)', of(6, 1)],
    ['MemoTransfer (8)', of(8, 1)],
    ['NonTransferable (9)', of(9, 0)],
    ['InterestBearingConfig (10)', of(10, 52)],
    ['CpiGuard (11)', of(11, 1)],
    ['PermanentDelegate (12)', of(12, 32)],
    ['NonTransferableAccount (13)', of(13, 0)],
    ['TransferHook (14)', of(14, 64)],
    ['TransferHookAccount (15)', of(15, 1)],
    ['ConfidentialTransferFeeConfig (16)', of(16, 129)],
    ['ConfidentialTransferFeeAmount (17)', of(17, 64)],
    ['MetadataPointer (18)', METADATA_POINTER],
    ['TokenMetadata (19)', TOKEN_METADATA],
    ['GroupPointer (20)', of(20, 64)],
    ['TokenGroup (21)', of(21, 80)],
    ['GroupMemberPointer (22)', of(22, 64)],
    ['TokenGroupMember (23)', of(23, 72)],
    ['ConfidentialMintBurn (24)', of(24, 196)],
    ['ScaledUiAmount (25)', of(25, 56)],
    ['Pausable (26)', of(26, 33)],
    ['PausableAccount (27)', of(27, 0)],
    ['PermissionedBurn (28)', of(28, 32)],
    ['unknown (29)', of(29, 3)],
    ['unknown (65535)', of(65_535, 3)],
  ];

  it('may have an immutable owner at any position', async () => {
    const mint = makeMint(chain, { program });
    const feeAccount = makeTokenAccount(chain, {
      mint,
      owner: chain.address(),
      program,
      extensions: [IMMUTABLE_OWNER],
    });
    const market = await TestMarket.create(chain, { mint, feeAccount, tokenProgram: program, challengeWindow: 0 });
    const [anna, bert] = [market.staker(), market.staker()];
    for (const { publicKey, tokens } of [anna, bert])
      makeTokenAccount(chain, {
        mint,
        owner: publicKey,
        amount: 1_000n,
        program,
        address: tokens,
        extensions: [IMMUTABLE_OWNER],
      });
    ok(await market.stake(anna, 0, 1_000n));
    ok(await market.stake(bert, 1, 1_000n));
    await chain.setTime(FULL_TIME);
    ok(await market.settle(homeWins()));
    // The account that a claim creates has one as well.
    chain.bank.remove(anna.tokens);
    ok(await market.claim(anna.publicKey, 0));
    expect((await chain.account(anna.tokens))?.data.length).toBe(170);
    expect(await tokenAmount(chain, anna.tokens)).toBe(1_975n);
    ok(await market.claim(bert.publicKey, 1));
    ok(await market.sweep());
    expect(await tokenAmount(chain, feeAccount)).toBe(25n);
  });

  const extended = (
    mint: Address,
    owner: Address,
    extension: Extension,
    { address, amount = 0n }: { address?: Address; amount?: bigint } = {},
  ) =>
    makeTokenAccount(chain, {
      mint,
      owner,
      amount,
      program,
      extensions: [IMMUTABLE_OWNER, extension],
      ...(address ? { address } : {}),
    });

  it.each(others)('6209 with %s is refused for deposits, by name', async (name, extension) => {
    const mint = makeMint(chain, { program });
    const named = (outcome: Awaited<ReturnType<TestMarket['create']>>) => {
      expect(refusal(outcome)).toBe(6209);
      expect(programLog(outcome)).toContain(name);
    };
    const feeAccount = extended(mint, chain.address(), extension);
    named(await TestMarket.plan(chain, { mint, feeAccount, tokenProgram: program }).create());
    const market = await TestMarket.create(chain, { mint, tokenProgram: program });
    const anna = market.staker();
    const source = extended(mint, anna.publicKey, extension, { amount: 1_000n });
    named(await market.stake(anna, 0, 10n, { source }));
    ok(await market.stake(anna, 0, 10n));
  });

  /** A void market with an unclaimed position of anna and one stray token; both destinations have the extension. */
  async function wayOut(extension: Extension) {
    const mint = makeMint(chain, { program });
    const market = await TestMarket.create(chain, { mint, tokenProgram: program });
    const anna = market.staker();
    ok(await market.stake(anna, 0, 10n));
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    makeTokenAccount(chain, { mint, owner: market.address, amount: 11n, program, address: market.vault });
    extended(mint, anna.publicKey, extension, { address: anna.tokens });
    extended(mint, chain.address(), extension, { address: market.terms.feeAccount });
    return { mint, market, anna };
  }

  it.each(others)('with %s is paid if the token program pays it, and blocks only that claim', async (_, extension) => {
    const { mint, market, anna } = await wayOut(extension);
    // The token program's answer to a direct transfer.
    const cora = market.staker();
    const said = async (to: Address) => {
      const { tokens, publicKey, keypair } = cora;
      const transfer = splToken.createTransferCheckedInstruction(tokens, mint, to, publicKey, 1n, 6, [], program);
      return refusal(await chain.send([transfer], [keypair]));
    };
    const errorText = await said(anna.tokens);
    expect(await said(market.terms.feeAccount)).toBe(errorText);
    expect(refusal(await market.claim(anna.publicKey, 0))).toBe(errorText);
    expect(refusal(await market.sweep())).toBe(errorText);
    if (errorText === null) return expect(await tokenAmount(chain, anna.tokens)).toBe(11n);
    const plain = makeTokenAccount(chain, { mint, owner: anna.publicKey, program });
    ok(await market.claim(anna.publicKey, 0, { destination: plain }, [anna.keypair]));
    expect(await tokenAmount(chain, plain)).toBe(10n);
  });

  it.each([
    ['CpiGuard', of(11, 1)],
    ['CpiGuard that is on', [11, Uint8Array.of(1)] as const],
    ['MemoTransfer that is off', of(8, 1)],
  ])('with a %s is paid', async (_, extension) => {
    const { market, anna } = await wayOut(extension);
    ok(await market.claim(anna.publicKey, 0));
    expect(await tokenAmount(chain, anna.tokens)).toBe(10n);
    ok(await market.sweep());
    expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(1n);
  });

  it('that requires a memo leaves the claim to another account of its owner', async () => {
    const { mint, market, anna } = await wayOut([8, Uint8Array.of(1)]);
    expect(refusal(await market.claim(anna.publicKey, 0))).toBe(NO_MEMO);
    expect(refusal(await market.sweep())).toBe(NO_MEMO);
    const plain = makeTokenAccount(chain, { mint, owner: anna.publicKey, program });
    ok(await market.claim(anna.publicKey, 0, { destination: plain }, [anna.keypair]));
    expect(await tokenAmount(chain, plain)).toBe(10n);
  });
});

describe('the two token programs', () => {
  it('are not mixed', async () => {
    const [old, newer] = [makeMint(chain), makeMint(chain, { program })];
    for (const [mint, own, other] of [
      [old, TOKEN_PROGRAM_ID, program],
      [newer, program, TOKEN_PROGRAM_ID],
    ] as const) {
      const plan = TestMarket.plan(chain, { mint, tokenProgram: own });
      expect(refusal(await plan.create({ tokenProgram: other }))).toBe(2022);
      ok(await plan.create());
      const anna = plan.staker();
      expect(refusal(await plan.stake(anna, 0, 10n, { tokenProgram: other }))).toBe(2022);
      ok(await plan.stake(anna, 0, 10n));
      await chain.setTime(plan.terms.voidAfter);
      ok(await plan.void());
      expect(refusal(await plan.claim(anna.publicKey, 0, { tokenProgram: other }))).toBe(2022);
      expect(refusal(await plan.sweep({ tokenProgram: other }))).toBe(2022);
      expect(refusal(await plan.close({ tokenProgram: other }))).toBe(2022);
      ok(await plan.claim(anna.publicKey, 0));
      await chain.setTime(KICK_OFF - DAY);
    }
  });
});
