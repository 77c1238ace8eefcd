import { beforeAll, describe, expect, it } from 'vitest';
import { encode } from '../../ts/linesman/program/borsh/codec.js';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM_ID,
  addressBytes,
  bufferContent,
  configAddress,
  type KeyPair,
  LOCALNET_PROGRAM_IDS,
  positionAddress,
  resultBufferContent,
  resultProofOf,
  SYSTEM_PROGRAM_ID,
  scoreProofOf,
  settle as settleDefinition,
  vaultAddress,
} from '../../ts/linesman/program/index.js';
import { terms as termsCodec } from '../../ts/linesman/program/wire/terms.js';
import type { ScoreBatch } from '../../ts/service/batch/index.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok, refusal, TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, type Staker, TestMarket } from '../helpers/settlement/market.js';
import { PublishedSlot, soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { putConfig } from '../helpers/settlement/oracleConfig.js';
import { finaliseManyOf, sendBatch, TestResult } from '../helpers/settlement/result.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import {
  type Row,
  type Scenario,
  substitute,
  testScenariosAreComplete,
  testSubstitutions,
} from '../helpers/settlement/substitution.js';
import { ataOf, makeTokenAccount, TOKEN_2022_PROGRAM_ID } from '../helpers/settlement/tokens.js';

/** Replaces every account of every instruction by a wrong one. */

const SIGNER = new Uint8Array(32).fill(0x51);

let chain: TestChain;
let oracle: TestOracle;
let batch: ScoreBatch;
/** The previous slot, in which both fixtures are abandoned. */
let abandoned: ScoreBatch;
/** Two markets with one staker each, who stakes on both sides; their creators, mints and fee accounts differ. */
let markets: [TestMarket, TestMarket];
let stakers: [Staker, Staker];
/** For each market a complete buffer with its proof, and one not created yet; their owners differ. */
let buffers: Map<TestMarket, Buffers>;

interface Buffers {
  readonly complete: TestBuffer;
  readonly planned: TestBuffer;
  /** Owned by the creator, with the market's terms. */
  readonly terms: TestBuffer;
  /** With the market's proof, for its result. */
  readonly post: TestBuffer;
}

/** The result of each market's match, with both facts. Their payers differ. */
let results: Map<TestMarket, TestResult>;

/** Both markets, with two positions each, in the state `until`. */
async function prepare(until: 'planned' | 'open' | 'proposed' | 'final' | 'claimed'): Promise<void> {
  chain = await TestChain.start(KICK_OFF - 86_400);
  oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  ({ batch } = oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats: soccerStats(2, 1) }]));
  const brokenOff = { status: 15, stats: soccerStats(1, 1) };
  ({ batch: abandoned } = oracle.publish(FIXTURE, FULL_TIME - 300, [brokenOff], { others: 1, otherStatus: 15 }));
  putConfig(chain, oracle.programId, SIGNER);
  const plan = (fixtureId: number) => TestMarket.plan(chain, { fixtureId, signer: SIGNER, abandonmentVoids: true });
  markets = [plan(FIXTURE), plan(FIXTURE + 1)];
  stakers = [markets[0].staker(), markets[1].staker()];
  buffers = new Map();
  for (const market of markets) {
    const args = { proof: scoreProofOf(proofOf(market)), witness: null };
    const complete = await TestBuffer.complete(chain, bufferContent(settleDefinition.encode(args)));
    const terms = await TestBuffer.complete(chain, encode(termsCodec, market.terms), market.creator);
    const content = resultBufferContent({ proof: resultProofOf(proofOf(market)), witness: null });
    const post = await TestBuffer.complete(chain, content, chain.fundedKeypair());
    buffers.set(market, { complete, planned: new TestBuffer(chain), terms, post });
  }
  if (until === 'planned') return;
  results = new Map(markets.map((market) => [market, new TestResult(chain, { fixtureId: market.terms.fixtureId })]));
  for (const [market, result] of results) ok(await result.post(proofOf(market)));
  for (const [i, market] of markets.entries()) {
    ok(await market.create());
    const staker = stakers[i] as Staker;
    ok(await market.stake(staker, 0, 100n));
    ok(await market.stake(staker, 1, 40n));
  }
  if (until === 'open') return;
  await chain.setTime(FULL_TIME);
  for (const market of markets) ok(await settle(market));
  await chain.setTime(FULL_TIME + 3_600);
  if (until === 'proposed') return;
  for (const market of markets) ok(await market.finalise());
  if (until === 'final') return;
  for (const [i, market] of markets.entries()) {
    for (const outcome of [0, 1]) ok(await market.claim((stakers[i] as Staker).publicKey, outcome));
  }
}

/** Both fixtures are in one slot: the second is the additional one that the oracle publishes with the first. */
const proofOf = (market: TestMarket) => new PublishedSlot(batch, market.terms.fixtureId).v2([1, 2]);
const settle = (market: TestMarket, addresses = {}) => market.settle(proofOf(market), null, addresses);

function buffersOf(market: TestMarket): Buffers {
  const found = buffers.get(market);
  if (!found) throw new Error('no buffers');
  return found;
}

function resultOf(market: TestMarket): TestResult {
  const found = results.get(market);
  if (!found) throw new Error('no result');
  return found;
}

const tokenAccounts = (market: TestMarket) => ({
  market: market.address,
  vault: market.vault,
  mint: market.terms.mint,
  feeAccount: market.terms.feeAccount,
  tokenProgram: market.tokenProgram,
});

const TOKEN_PROGRAM: Row = { account: 'tokenProgram', answers: { absent: 3008, copy: 3008 } };
const SYSTEM_PROGRAM: Row = { account: 'systemProgram', answers: { absent: 3008 } };
const MARKET: Row = { account: 'market', answers: { absent: 3012, owner: 3007, copy: 2006 } };
const VAULT: Row = { account: 'vault', answers: { absent: 3012, owner: 3007, copy: 6230, other: 6230 } };
const MINT: Row = { account: 'mint', answers: { absent: 3012, owner: 3007, copy: 6231, other: 6231 } };

const SCENARIOS: Record<string, Scenario<TestMarket, Parameters<typeof prepare>[0]>> = {
  create_market: {
    until: 'planned',
    send: (market, _, addresses) => market.create(addresses),
    standard: (market) => ({
      ...tokenAccounts(market),
      oracleConfig: configAddress(market.terms.oracleProgram).address,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { account: 'market', answers: { absent: 2006, other: 2006 } },
      { account: 'vault', answers: { absent: 2006, other: 2006 } },
      MINT,
      { account: 'feeAccount', answers: { absent: 6232, owner: 6209, copy: 6232, other: 6232 } },
      { account: 'oracleConfig', answers: { absent: 6207, owner: 6207, copy: 6207 } },
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
    ],
  },
  create_market_from_buffer: {
    until: 'planned',
    send: (market, _, addresses) => market.createFromBuffer(buffersOf(market).terms.address, addresses),
    standard: (market) => ({
      ...tokenAccounts(market),
      oracleConfig: configAddress(market.terms.oracleProgram).address,
      buffer: buffersOf(market).terms.address,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { account: 'market', answers: { absent: 2006, other: 2006 } },
      { account: 'vault', answers: { absent: 2006, other: 2006 } },
      MINT,
      { account: 'feeAccount', answers: { absent: 6232, owner: 6209, copy: 6232, other: 6232 } },
      { account: 'oracleConfig', answers: { absent: 6207, owner: 6207, copy: 6207 } },
      // Another creator's buffer can be closed and recreated with other terms.
      { account: 'buffer', answers: { absent: 3012, owner: 3007, copy: 6244, other: 6244 } },
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
    ],
  },
  stake: {
    until: 'open',
    send: (market, staker, addresses) => market.stake(staker, 0, 10n, addresses),
    standard: (market, staker) => ({
      ...tokenAccounts(market),
      position: market.position(staker.publicKey, 0),
      source: staker.tokens,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      // With another market the position's address changes too.
      { ...MARKET, answers: { ...MARKET.answers, copy: 2006, other: 2006 } },
      { account: 'position', answers: { absent: 2006, owner: 3007, copy: 2006, other: 2006 } },
      VAULT,
      MINT,
      // A copy of the source is another account of the same owner, who may pay from it.
      { account: 'source', answers: { absent: 3012, owner: 3007, other: 6231 } },
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
    ],
  },
  settle: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return settle(market, addresses);
    },
    standard: (market) => ({ market: market.address, roots: oracle.roots(Math.floor(FULL_TIME / 86_400)) }),
    rows: [
      { ...MARKET, answers: { ...MARKET.answers, other: 6217 } },
      { account: 'roots', answers: { absent: 6234, owner: 6234, copy: 6235 } },
    ],
  },
  settle_from_buffer: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return market.settleFromBuffer(buffersOf(market).complete.address, proofOf(market), addresses);
    },
    standard: (market) => ({
      market: market.address,
      roots: oracle.roots(Math.floor(FULL_TIME / 86_400)),
      buffer: buffersOf(market).complete.address,
    }),
    rows: [
      { ...MARKET, answers: { ...MARKET.answers, other: 6217 } },
      { account: 'roots', answers: { absent: 6234, owner: 6234, copy: 6235 } },
      { account: 'buffer', answers: { absent: 3012, owner: 3007, copy: 6244, other: 6217 } },
    ],
  },
  propose_void: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return market.proposeVoid(new PublishedSlot(abandoned, market.terms.fixtureId).v2([1]), addresses);
    },
    standard: (market) => ({ market: market.address, roots: oracle.roots(Math.floor(FULL_TIME / 86_400)) }),
    rows: [
      { ...MARKET, answers: { ...MARKET.answers, other: 6217 } },
      { account: 'roots', answers: { absent: 6234, owner: 6234, copy: 6235 } },
    ],
  },
  post_result: {
    until: 'open',
    send: (market, _, addresses) => resultOf(market).post(proofOf(market), null, addresses),
    standard: (market) => ({
      result: resultOf(market).address,
      roots: oracle.roots(Math.floor(FULL_TIME / 86_400)),
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { account: 'result', answers: { absent: 6252, owner: 3007, copy: 6252, other: 6252 } },
      // Whoever owns the roots is the oracle, at whose address they must lie.
      { account: 'roots', answers: { absent: 6011, owner: 6235, copy: 6235 } },
      SYSTEM_PROGRAM,
    ],
  },
  post_result_from_buffer: {
    until: 'open',
    send: (market, _, addresses) =>
      resultOf(market).postFromBuffer(buffersOf(market).post.address, proofOf(market), addresses),
    standard: (market) => ({
      result: resultOf(market).address,
      roots: oracle.roots(Math.floor(FULL_TIME / 86_400)),
      buffer: buffersOf(market).post.address,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { account: 'result', answers: { absent: 6252, owner: 3007, copy: 6252, other: 6252 } },
      { account: 'roots', answers: { absent: 6011, owner: 6235, copy: 6235 } },
      { account: 'buffer', answers: { absent: 3012, owner: 3007, copy: 6244, other: 6217 } },
      SYSTEM_PROGRAM,
    ],
  },
  // settlementBatch.test.ts replaces the markets of the batches.
  settle_many: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return resultOf(market).settleMany([market], addresses);
    },
    standard: (market) => ({ result: resultOf(market).address }),
    rows: [{ account: 'result', answers: { absent: 3007, owner: 3007, copy: 6252, other: 6256 } }],
  },
  finalise_many: {
    until: 'proposed',
    send: (market) => sendBatch(chain, finaliseManyOf([market])),
    standard: () => ({}),
    rows: [],
  },
  close_result: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME + 180 * 86_400);
      return resultOf(market).close(addresses);
    },
    standard: (market) => ({ result: resultOf(market).address }),
    rows: [{ account: 'result', answers: { absent: 3012, owner: 3007, copy: 6252, other: 6259 } }],
  },
  buffer_create: {
    until: 'open',
    send: (market, _, addresses) => buffersOf(market).planned.announce(10, undefined, addresses),
    standard: (market) => ({
      buffer: buffersOf(market).planned.address,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [{ account: 'buffer', answers: { absent: 2006, other: 2006 } }, SYSTEM_PROGRAM],
  },
  buffer_write: {
    until: 'open',
    send: (market, _, addresses) => buffersOf(market).complete.write(0, Uint8Array.of(1), addresses),
    standard: (market) => ({ buffer: buffersOf(market).complete.address }),
    rows: [{ account: 'buffer', answers: { absent: 3012, owner: 3007, copy: 6244, other: 6244 } }],
  },
  buffer_close: {
    until: 'open',
    send: (market, _, addresses) => buffersOf(market).complete.close(addresses),
    standard: (market) => ({ buffer: buffersOf(market).complete.address }),
    rows: [{ account: 'buffer', answers: { absent: 3012, owner: 3007, copy: 6244, other: 6244 } }],
  },
  finalise: {
    until: 'proposed',
    send: (market, _, addresses) => market.finalise(addresses),
    standard: tokenAccounts,
    rows: [{ ...MARKET, answers: { ...MARKET.answers, other: 6230 } }, VAULT],
  },
  void: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(market.terms.voidAfter);
      return market.void(addresses);
    },
    standard: tokenAccounts,
    rows: [{ ...MARKET, answers: { ...MARKET.answers, other: 6230 } }, VAULT],
  },
  claim: {
    until: 'final',
    send: (market, staker, addresses) => market.claim(staker.publicKey, 0, addresses),
    standard: (market, staker) => ({
      ...tokenAccounts(market),
      position: market.position(staker.publicKey, 0),
      owner: staker.publicKey,
      destination: ataOf(staker.publicKey, market.terms.mint, market.tokenProgram),
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
      systemProgram: SYSTEM_PROGRAM_ID,
    }),
    rows: [
      { ...MARKET, answers: { ...MARKET.answers, copy: 6238, other: 6238 } },
      // Another market's position has another owner here. One of the same owner is 6238, in settlementParlayMoney.
      { account: 'position', answers: { absent: 3012, owner: 3007, copy: 6238, other: 6228 } },
      { account: 'owner', answers: { absent: 6228, other: 6228 } },
      VAULT,
      MINT,
      { account: 'destination', answers: { absent: 6228, owner: 6209, copy: 6228, other: 6228 } },
      TOKEN_PROGRAM,
      { account: 'associatedTokenProgram', answers: { absent: 3008 } },
      SYSTEM_PROGRAM,
    ],
  },
  sweep: {
    until: 'final',
    send: (market, _, addresses) => market.sweep(addresses),
    standard: tokenAccounts,
    rows: [
      { ...MARKET, answers: { ...MARKET.answers, other: 6230 } },
      VAULT,
      MINT,
      { account: 'feeAccount', answers: { absent: 6232, owner: 6209, copy: 6232, other: 6232 } },
      TOKEN_PROGRAM,
    ],
  },
  close_market: {
    until: 'claimed',
    send: (market, _, addresses) => market.close(addresses),
    standard: tokenAccounts,
    rows: [
      { ...MARKET, answers: { ...MARKET.answers, other: 6233 } },
      VAULT,
      MINT,
      // With another owner it cannot receive: the tokens stay, and the market is closed (settlementClose.test.ts).
      { account: 'feeAccount', answers: { absent: 6232, copy: 6232, other: 6232 } },
      TOKEN_PROGRAM,
    ],
  },
};

testScenariosAreComplete(SCENARIOS, (name) => !name.includes('parlay'));

testSubstitutions(
  SCENARIOS,
  prepare,
  () => ({ pools: markets, stakers }),
  (kind, address, other) => substitute(chain, kind, address, other),
);

describe('signers', () => {
  beforeAll(() => prepare('final'));
  const unsigned = async (instruction: ReturnType<TestMarket['createInstruction']>, signer: KeyPair) => {
    return refusal(await chain.send([unsignedBy(instruction, signer.address)]));
  };

  it('3010 create_market and stake require their signers', async () => {
    const plan = TestMarket.plan(chain, { stakesClose: chain.now + 100 });
    expect(await unsigned(plan.createInstruction(), plan.creator)).toBe(3010);
    ok(await plan.create());
    const anna = plan.staker();
    expect(await unsigned(plan.stakeInstruction(anna, 0, 10n), anna.keypair)).toBe(3010);
  });

  it('nobody can stake in the name of somebody else', async () => {
    const market = await TestMarket.create(chain, { stakesClose: chain.now + 100 });
    const [anna, bert] = [market.staker(), market.staker()];
    const owner = { owner: bert.publicKey, source: bert.tokens };
    const instruction = market.stakeInstruction(anna, 0, 10n, owner);
    expect(refusal(await chain.send([instruction], [bert.keypair]))).toBe(2006);
  });
});

describe('a buffer', () => {
  beforeAll(() => prepare('open'));

  it('3010 requires the signature of its owner', async () => {
    const { complete, planned } = buffersOf(markets[0]);
    for (const [instruction, { owner }] of [
      [planned.createInstruction(10, new Uint8Array(32)), planned],
      [complete.writeInstruction(0, Uint8Array.of(1)), complete],
      [complete.closeInstruction(), complete],
    ] as const) {
      expect(refusal(await chain.send([unsignedBy(instruction, owner.address)]))).toBe(3010);
    }
  });

  it('is not a market, and a market is not a buffer', async () => {
    const [market] = markets;
    const { complete } = buffersOf(market);
    await chain.setTime(FULL_TIME);
    const settleWith = (addresses: Record<string, Address>) =>
      market.settleFromBuffer(complete.address, proofOf(market), addresses).then(refusal);
    expect(await settleWith({ buffer: market.address })).toBe(3002);
    expect(await settleWith({ market: complete.address })).toBe(3002);
    expect(refusal(await complete.write(0, Uint8Array.of(1), { buffer: market.address }))).toBe(3002);
    expect(refusal(await complete.close({ buffer: market.address }))).toBe(3002);
    // A position is of another kind again.
    expect(refusal(await complete.close({ buffer: market.position((stakers[0] as Staker).publicKey, 0) }))).toBe(3002);
  });
});

describe('one account in two places', () => {
  beforeAll(() => prepare('open'));

  it('is refused where it would count twice', async () => {
    const [market] = markets;
    const [staker] = stakers;
    expect(refusal(await market.stake(staker, 0, 10n, { source: market.vault }))).toBe(2040);
    expect(refusal(await market.stake(staker, 0, 10n, { vault: staker.tokens }))).toBe(2040);
    await chain.setTime(market.terms.voidAfter);
    ok(await market.void());
    const claim = (addresses: Record<string, Address>) => market.claim(staker.publicKey, 0, addresses).then(refusal);
    expect(await claim({ position: market.address })).toBe(3002);
    expect(await claim({ market: market.position(staker.publicKey, 0) })).toBe(3002);
    expect(await claim({ destination: market.vault })).toBe(6228);
    expect(await claim({ vault: staker.tokens })).toBe(6230);
    expect(refusal(await market.sweep({ feeAccount: market.vault }))).toBe(6232);
    ok(await market.claim(staker.publicKey, 0));
  });
});

describe('a market at another address', () => {
  const withMarket = Object.entries(SCENARIOS).filter(
    ([name]) => !/^(create_market.*|buffer_.*|.*_result.*|.*_many)$/.test(name),
  );
  it.each(withMarket)('is refused by %s, even with a vault and position of its own', async (_, { until, send }) => {
    await prepare(until);
    const [market] = markets;
    const [staker] = stakers;
    const copied = async (from: Address, to: Address, edit = (_: Buffer) => {}) => {
      const account = await chain.account(from);
      if (!account) return;
      const data = Buffer.from(account.data);
      edit(data);
      chain.setAccount(to, account.owner, data, account.lamports);
    };
    const address = chain.address();
    const vault = vaultAddress(address, LOCALNET_PROGRAM_IDS.settlement);
    const position = positionAddress(address, staker.publicKey, 0, LOCALNET_PROGRAM_IDS.settlement);
    // Bumps and addresses inside the copies match the copies.
    await copied(market.address, address, (data) => data.writeUInt8(vault.bump, 10));
    await copied(market.vault, vault.address);
    await copied(market.position(staker.publicKey, 0), position.address, (data) => {
      data.writeUInt8(position.bump, 8);
      data.set(addressBytes(address), 9);
    });
    const addresses = { market: address, vault: vault.address, position: position.address };
    const outcome = await send(market, staker, addresses);
    expect(refusal(outcome), outcome.logs.join('\n')).toBe(2006);
    ok(await send(market, staker, {}));
  });
});

describe("a market's authority", () => {
  beforeAll(() => prepare('final'));

  it('over other token accounts than the vault is not used', async () => {
    const [market] = markets;
    const [staker] = stakers;
    const { mint } = market.terms;
    const lure = makeTokenAccount(chain, { mint, owner: market.address, amount: 1_000n });
    for (const outcome of [
      await market.claim(staker.publicKey, 0, { vault: lure }),
      await market.sweep({ vault: lure }),
    ])
      expect(refusal(outcome)).toBe(6230);
  });

  it('of another token program is refused', async () => {
    const [market] = markets;
    const [staker] = stakers;
    expect(refusal(await market.claim(staker.publicKey, 0, { tokenProgram: TOKEN_2022_PROGRAM_ID }))).toBe(2022);
  });
});
