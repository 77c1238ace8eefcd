import { MINT_SIZE, MintLayout } from '@solana/spl-token';
import { beforeEach, expect, it } from 'vitest';
import { address } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { toPublicKey } from '../../ts/sdk/web3/convert.js';
import { ok } from '../helpers/settlement/chain.js';
import { FULL_TIME, type Staker, TestMarket } from '../helpers/settlement/market.js';
import { splToken } from '../helpers/settlement/splToken.js';
import { tokenAccountData, tokenAmount } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';

/**
 * Wrapped SOL: the amount of such an account is lamports that it holds above its rent. Lamports sent to it count only
 * after `sync_native`, which anyone can call.
 */

const MINT = address('So11111111111111111111111111111111111111112');
/** Offset of the rent that a wrapped account keeps, behind the tag of the option. */
const RESERVE_AT = 109;

const { chain, homeWins, lamports } = new World().each();
let rent: number;

beforeEach(async () => {
  rent = await chain.bank.rent(165);
  const data = Buffer.alloc(MINT_SIZE);
  const nobody = toPublicKey(ZERO_ADDRESS);
  MintLayout.encode(
    {
      mintAuthorityOption: 0,
      mintAuthority: nobody,
      supply: 0n,
      decimals: 9,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: nobody,
    },
    data,
  );
  chain.setAccount(MINT, TOKEN_PROGRAM_ID, data);
});

/** An account of wrapped SOL. */
function wrap(owner: Parameters<typeof tokenAccountData>[0]['owner'], amount: bigint, at = chain.address()) {
  const data = Buffer.from(tokenAccountData({ mint: MINT, owner, amount }));
  data.writeUInt32LE(1, RESERVE_AT);
  data.writeBigUInt64LE(BigInt(rent), RESERVE_AT + 4);
  chain.setAccount(at, TOKEN_PROGRAM_ID, data, rent + Number(amount));
  return at;
}

/** A market between two stakers, 600 on the first outcome and 400 on the second; the fee is 1 %. */
async function marketWithStakes(): Promise<{ market: TestMarket; anna: Staker; bert: Staker }> {
  const creator = chain.fundedKeypair();
  const feeAccount = wrap(creator.address, 0n);
  const market = await TestMarket.create(chain, { mint: MINT, feeAccount, creator, feeBps: 100, challengeWindow: 0 });
  const [anna, bert] = [market.staker(), market.staker()];
  for (const { publicKey, tokens } of [anna, bert]) wrap(publicKey, 1_000n, tokens);
  ok(await market.stake(anna, 0, 600n));
  ok(await market.stake(bert, 1, 400n));
  expect([await market.held(), await lamports(market.vault)]).toEqual([1_000n, rent + 1_000]);
  return { market, anna, bert };
}

async function settle(market: TestMarket): Promise<void> {
  await chain.setTime(FULL_TIME);
  ok(await market.settle(homeWins()));
}

const give = async (market: TestMarket, amount: bigint) => {
  const giver = chain.fundedKeypair();
  ok(await chain.send([transferInstruction({ from: giver.address, to: market.vault, lamports: amount })], [giver]));
};

it('is staked, claimed and swept like any other mint', async () => {
  const { market, anna, bert } = await marketWithStakes();
  await settle(market);
  ok(await market.claim(anna.publicKey, 0));
  ok(await market.claim(bert.publicKey, 1));
  expect(await tokenAmount(chain, anna.tokens)).toBe(400n + 600n + 396n);
  expect(await lamports(anna.tokens)).toBe(rent + 1_396);
  expect(await market.held()).toBe(4n);
  ok(await market.close());
  expect([await tokenAmount(chain, market.terms.feeAccount), await lamports(market.vault)]).toEqual([4n, 0]);
});

it('is paid to a winner who has unwrapped everything meanwhile', async () => {
  const { market, anna } = await marketWithStakes();
  await settle(market);
  const { tokens, publicKey, keypair } = anna;
  const unwrap = splToken.createCloseAccountInstruction(tokens, publicKey, publicKey, [], TOKEN_PROGRAM_ID);
  ok(await chain.send([unwrap], [keypair]));
  ok(await market.claim(publicKey, 0));
  expect([await tokenAmount(chain, tokens), await lamports(tokens)]).toEqual([996n, rent + 996]);
});

it('lamports sent to the vault and not synced stop nothing, pay nobody, and leave with its rent', async () => {
  const { market, anna, bert } = await marketWithStakes();
  await give(market, 77n);
  await settle(market);
  ok(await market.claim(bert.publicKey, 1));
  ok(await market.claim(anna.publicKey, 0));
  expect([await tokenAmount(chain, anna.tokens), await market.held()]).toEqual([1_396n, 4n]);
  const before = await lamports(market.creator.address);
  ok(await market.close());
  expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(4n);
  expect((await lamports(market.creator.address)) - before).toBeGreaterThanOrEqual(rent + 77);
});

it('lamports that anybody synced are a stranger’s tokens: the sweep takes them', async () => {
  const { market, anna } = await marketWithStakes();
  await give(market, 77n);
  ok(await chain.send([splToken.createSyncNativeInstruction(market.vault, TOKEN_PROGRAM_ID)]));
  expect(await market.held()).toBe(1_077n);
  await settle(market);
  ok(await market.sweep());
  expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(81n);
  ok(await market.claim(anna.publicKey, 0));
  expect([await tokenAmount(chain, anna.tokens), await market.held()]).toEqual([1_396n, 0n]);
});

it('a void market gives every lamport of the stakes back', async () => {
  const { market, anna, bert } = await marketWithStakes();
  await chain.setTime(market.terms.voidAfter);
  ok(await market.void());
  for (const [staker, outcome] of [[anna, 0] as const, [bert, 1] as const]) {
    ok(await market.claim(staker.publicKey, outcome));
    expect(await tokenAmount(chain, staker.tokens)).toBe(1_000n);
  }
  ok(await market.close());
});
