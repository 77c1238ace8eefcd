import type { PublicKey } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/program/index.js';
import { ok, programLog, refusal, TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { soccerStats, TestOracle } from '../helpers/settlement/match.js';
import {
  type Extension,
  makeMint,
  makeTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  tokenAmount,
} from '../helpers/settlement/tokens.js';

const program = TOKEN_2022_PROGRAM_ID;
const of = (type: number, length: number): Extension => [type, new Uint8Array(length)];

/** Content of an address pair: authority and pointer. */
const METADATA_POINTER = of(18, 64);
/** Authority, mint, three empty strings, no further fields. */
const TOKEN_METADATA = of(19, 80);

let chain: TestChain;

beforeEach(async () => {
  chain = await TestChain.start(KICK_OFF - 86_400);
});

/** A whole life in this mint. */
async function live(mint: PublicKey): Promise<void> {
  const market = await TestMarket.create(chain, { mint, tokenProgram: program, feeBps: 0, challengeWindow: 0 });
  const [anna, bert] = [market.staker(), market.staker()];
  ok(await market.stake(anna, 0, 10n));
  ok(await market.stake(bert, 1, 10n));
  await chain.setTime(FULL_TIME);
  const oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  ok(await market.settle(oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats: soccerStats(2, 1) }]).v2([1, 2])));
  ok(await market.claim(anna.publicKey, 0));
  ok(await market.claim(bert.publicKey, 1));
  expect(await tokenAmount(chain, anna.tokens)).toBe(1_000_010n);
  ok(await market.close());
  await chain.setTime(KICK_OFF - 86_400);
}

describe('a Token-2022 mint', () => {
  it('may have metadata', async () => {
    await live(makeMint(chain, { program, extensions: [METADATA_POINTER] }));
    await live(makeMint(chain, { program, extensions: [METADATA_POINTER, TOKEN_METADATA] }));
  });

  it('may have a freeze authority', async () => {
    await live(makeMint(chain, { program, freezeAuthority: chain.address() }));
  });

  // The runtime's Token-2022 does not know these yet, and would refuse to move such tokens; our own check lets them pass.
  it.each([
    ['GroupPointer', 20, 64],
    ['GroupMemberPointer', 22, 64],
    ['TokenGroupMember', 23, 72],
  ])('may have a %s', async (_, type, length) => {
    const mint = makeMint(chain, { program, extensions: [METADATA_POINTER, of(type, length)] });
    const outcome = await TestMarket.plan(chain, { mint, tokenProgram: program }).create();
    expect(refusal(outcome)).not.toBe(6208);
    expect(programLog(outcome)).not.toContain('extension');
  });

  // Every extension that Token-2022 numbers, but the five that are allowed; also those that belong to accounts and stand where none should.
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
    ['TokenGroup', 21, 80],
    ['ConfidentialMintBurn', 24, 196],
    ['ScaledUiAmount', 25, 56],
    ['Pausable', 26, 33],
    ['PausableAccount', 27, 0],
    ['PermissionedBurn', 28, 32],
    ['unknown', 29, 5],
    ['unknown', 999, 5],
    ['unknown', 65_535, 5],
  ];
  it('is judged for every number that there is', () => {
    const allowed = [18, 19, 20, 22, 23];
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

  it('6208 is checked again by every stake and payment', async () => {
    const mint = makeMint(chain, { program });
    const market = await TestMarket.create(chain, { mint, tokenProgram: program, challengeWindow: 0 });
    const [anna, bert] = [market.staker(), market.staker()];
    ok(await market.stake(anna, 0, 10n));
    const plain = await chain.account(mint);
    const grown = await chain.account(makeMint(chain, { program, extensions: [of(12, 32)] }));
    if (!plain || !grown) throw new Error('no mint');
    chain.setAccount(mint, program, grown.data);
    expect(refusal(await market.stake(bert, 1, 10n))).toBe(6208);
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    expect(refusal(await market.claim(anna.publicKey, 0))).toBe(6208);
    expect(refusal(await market.sweep())).toBe(6208);
    expect(refusal(await market.close())).toBe(6208);
    chain.setAccount(mint, program, plain.data);
    ok(await market.claim(anna.publicKey, 0));
  });

  it('6208 whose entries run past its end is refused', async () => {
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

  it('may have an immutable owner, wherever it stands', async () => {
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
    const oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
    ok(await market.settle(oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats: soccerStats(2, 1) }]).v2([1, 2])));
    // The account that a claim makes has one as well.
    chain.bank.remove(anna.tokens);
    ok(await market.claim(anna.publicKey, 0));
    expect((await chain.account(anna.tokens))?.data.length).toBe(170);
    expect(await tokenAmount(chain, anna.tokens)).toBe(1_975n);
    ok(await market.claim(bert.publicKey, 1));
    ok(await market.sweep());
    expect(await tokenAmount(chain, feeAccount)).toBe(25n);
  });

  it.each(others)('6209 with %s is refused, by name', async (name, extension) => {
    const mint = makeMint(chain, { program });
    const extended = (owner: PublicKey, address?: PublicKey) =>
      makeTokenAccount(chain, {
        mint,
        owner,
        amount: 1_000n,
        program,
        extensions: [IMMUTABLE_OWNER, extension],
        ...(address ? { address } : {}),
      });
    const named = (outcome: Awaited<ReturnType<TestMarket['create']>>) => {
      expect(refusal(outcome)).toBe(6209);
      expect(programLog(outcome)).toContain(name);
    };
    const feeAccount = extended(chain.address());
    named(await TestMarket.plan(chain, { mint, feeAccount, tokenProgram: program }).create());

    const market = await TestMarket.create(chain, { mint, tokenProgram: program });
    const anna = market.staker();
    named(await market.stake(anna, 0, 10n, { source: extended(anna.publicKey) }));
    ok(await market.stake(anna, 0, 10n));
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    extended(anna.publicKey, anna.tokens);
    named(await market.claim(anna.publicKey, 0));
    makeTokenAccount(chain, { mint, owner: market.address, amount: 15n, program, address: market.vault });
    extended(chain.address(), market.terms.feeAccount);
    named(await market.sweep());
    // An account without it still gets the money.
    const plain = makeTokenAccount(chain, { mint, owner: anna.publicKey, program });
    ok(await market.claim(anna.publicKey, 0, { destination: plain }, [anna.keypair]));
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
      await chain.setTime(KICK_OFF - 86_400);
    }
  });
});
