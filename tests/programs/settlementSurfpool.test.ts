import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { leftOut } from '../helpers/leftOut.js';
import { ok, refusal, type TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, TestMarket } from '../helpers/settlement/market.js';
import { soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { SurfChain } from '../helpers/settlement/surfChain.js';
import { makeMint, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, tokenAmount } from '../helpers/settlement/tokens.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('markets on the newer runtime: @solana/surfpool-linux-x64-gnu is not installed.');

const DAY = 86_400;
/** Noon of a day long after the machine's: the chain's clock cannot go back. */
let kickOff = 2_000_000_000 - (2_000_000_000 % DAY) + DAY / 2;

describe.skipIf(!isThere)('the settlement program on the newer runtime', () => {
  let chain: TestChain;
  let oracle: TestOracle;
  let stop = () => {};
  beforeAll(async () => {
    const started = await SurfChain.start(kickOff - DAY);
    if (!started) throw new Error('surfpool does not start');
    ({ chain, stop } = started);
    oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  });
  afterAll(() => stop());

  /** Each market has its own time, 40 days after the previous one. */
  const nextMatch = async () => {
    kickOff += 40 * DAY;
    await chain.setTime(kickOff - DAY);
    return { stakesClose: kickOff, fullTime: kickOff + 7_200 };
  };
  const tokens = (address: Address) => tokenAmount(chain, address);

  it.each([
    ['SPL Token', TOKEN_PROGRAM_ID],
    ['Token-2022', TOKEN_2022_PROGRAM_ID],
  ])('takes a market in %s through its life, and refuses what it must', async (_, tokenProgram) => {
    const { stakesClose, fullTime } = await nextMatch();
    const market = TestMarket.plan(chain, { tokenProgram, stakesClose, feeBps: 1_000, minimumStake: 10n });
    // Lamports sent in advance block nothing.
    for (const address of [market.address, market.vault])
      chain.setAccount(address, ZERO_ADDRESS, new Uint8Array(0), 1_000_000);
    ok(await market.create());
    const [anna, bert, cora] = [market.staker(), market.staker(), market.staker()];
    expect(refusal(await market.stake(anna, 0, 9n))).toBe(6213);
    expect(refusal(await market.stake(anna, 2, 10n))).toBe(6214);
    expect(refusal(await market.stake(anna, 0, 10n, {}, new Uint8Array(32)))).toBe(6210);
    expect(refusal(await market.stake(anna, 0, 10n, { source: bert.tokens }))).toBe(4);
    ok(await market.stake(anna, 0, 300n));
    ok(await market.stake(bert, 0, 100n));
    ok(await market.stake(cora, 1, 401n));
    const first = oracle.publish(FIXTURE, fullTime, [
      { status: 4, stats: soccerStats(1, 1) },
      { status: 100, stats: soccerStats(1, 1) },
      { status: 100, stats: soccerStats(2, 1) },
    ]);
    expect(refusal(await market.settle(first.v2([1, 2], 1)))).toBe(6215);

    await chain.setTime(stakesClose);
    expect(refusal(await market.stake(anna, 0, 10n))).toBe(6212);
    await chain.setTime(fullTime);
    expect(refusal(await market.settle(first.v2([1, 2], 0)))).toBe(6219);
    expect(refusal(await market.settle(first.v2([2, 1], 1)))).toBe(6218);
    expect(refusal(await market.claim(anna.publicKey, 0))).toBe(6226);
    ok(await market.settle(first.v2([1, 2], 1)));
    expect(refusal(await market.settle(first.v3([1, 2], 1)))).toBe(6222);
    expect(refusal(await market.finalise())).toBe(6223);
    ok(await market.settle(first.v3([1, 2], 2)));
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
    expect(refusal(await market.void())).toBe(6211);

    await chain.setTime(fullTime + market.terms.challengeWindow + 60);
    ok(await market.finalise());
    expect(refusal(await market.finalise())).toBe(6224);
    expect(refusal(await market.settle(first.v3([1, 2], 2)))).toBe(6211);
    expect(refusal(await market.claim(anna.publicKey, 0, { destination: bert.tokens }))).toBe(6228);
    // 10 % of 401 is 40; 361 are shared 3 : 1.
    for (const [staker, outcome] of [
      [anna, 0],
      [bert, 0],
      [cora, 1],
    ] as const)
      ok(await market.claim(staker.publicKey, outcome));
    expect(refusal(await market.claim(anna.publicKey, 0))).toBe(3012);
    expect(await tokens(anna.tokens)).toBe(1_000_000n + 270n);
    expect(await tokens(bert.tokens)).toBe(1_000_000n + 90n);
    expect(await tokens(cora.tokens)).toBe(1_000_000n - 401n);
    ok(await market.sweep());
    expect(await tokens(market.terms.feeAccount)).toBe(41n);
    const stranger = chain.fundedKeypair();
    expect(refusal(await market.close({ creator: stranger.address }, [stranger]))).toBe(6233);
    ok(await market.close());
    expect(await chain.account(market.address)).toBeNull();
    expect(await chain.account(market.vault)).toBeNull();
  });

  it('voids a market that nobody settles, and creates a missing account of its owner', async () => {
    const { stakesClose } = await nextMatch();
    const market = await TestMarket.create(chain, { stakesClose, feeBps: 1_000 });
    const anna = market.staker();
    ok(await market.stake(anna, 1, 1_000_000n));
    chain.setAccount(anna.tokens, ZERO_ADDRESS, new Uint8Array(0), 0);
    await chain.setTime(market.terms.voidAfter - 3_600);
    expect(refusal(await market.void())).toBe(6225);
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    ok(await market.claim(anna.publicKey, 1));
    expect(await tokens(anna.tokens)).toBe(1_000_000n);
    ok(await market.close());
  });

  it.each([
    ['GroupPointer', 20, 64],
    ['GroupMemberPointer', 22, 64],
    ['TokenGroupMember', 23, 72],
  ])('moves tokens of a mint with a %s, which the older runtime does not know', async (_, type, length) => {
    const { stakesClose } = await nextMatch();
    const program = TOKEN_2022_PROGRAM_ID;
    const mint = makeMint(chain, { program, extensions: [[type, new Uint8Array(length)]] });
    const market = await TestMarket.create(chain, { stakesClose, mint, tokenProgram: program });
    const anna = market.staker();
    ok(await market.stake(anna, 0, 500n));
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    ok(await market.claim(anna.publicKey, 0));
    expect(await tokens(anna.tokens)).toBe(1_000_000n);
    ok(await market.close());
  });
});
