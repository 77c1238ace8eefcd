import { beforeAll, describe, expect, it } from 'vitest';
import type { ScoreBatch } from '../../ts/records/batch/scoreBatch.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { configAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { encode } from '../../ts/sdk/program/borsh/codec.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { resultProofOf } from '../../ts/sdk/program/proof/resultProofOf.js';
import { scoreProofOf } from '../../ts/sdk/program/proof/scoreProofOf.js';
import { bufferContent, resultBufferContent } from '../../ts/sdk/program/settlement/bufferContent.js';
import { settle as settleDefinition } from '../../ts/sdk/program/settlement/instructions.js';
import { terms as termsCodec } from '../../ts/sdk/program/wire/terms.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, type Staker, TestMarket } from '../helpers/settlement/market.js';
import { PublishedSlot, soccerStats } from '../helpers/settlement/match.js';
import { finaliseManyOf, sendBatch, type TestResult } from '../helpers/settlement/result.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import { SIGNER } from '../helpers/settlement/signed.js';
import {
  accountsOf,
  CREATION,
  poolScenarios,
  type Row,
  refusesTwice,
  type Scenario,
  SYSTEM_PROGRAM,
  substitute,
  testPools,
  testScenariosAreComplete,
  testSubstitutions,
} from '../helpers/settlement/substitution.js';
import { DAY, final, HOUR, World } from '../helpers/world/world.js';

/** Replaces every account of every instruction by a wrong one. */

const { chain, oracle, fullTime, restart, about } = new World();
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

type State = 'planned' | 'open' | 'proposed' | 'final' | 'claimed';

/** Both markets, with two positions each, in the state `until`. */
async function prepare(until: State): Promise<void> {
  restart();
  ({ batch } = fullTime(final()));
  const brokenOff = { status: 15, stats: soccerStats(1, 1) };
  ({ batch: abandoned } = oracle.publish(FIXTURE, FULL_TIME - 300, [brokenOff], { others: 1, otherStatus: 15 }));
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
  results = new Map(markets.map((market) => [market, about({ fixtureId: market.terms.fixtureId })]));
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
  await chain.setTime(FULL_TIME + HOUR);
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

const ROOTS: Row = { account: 'roots', answers: { absent: 6234, owner: 6234, copy: 6235 } };
const MARKET: Row = { account: 'market', answers: { absent: 3012, owner: 3007, copy: 2006, other: 6217 } };
const RESULT: Row = { account: 'result', answers: { absent: 6252, owner: 3007, copy: 6252, other: 6252 } };
const BUFFER: Row = { account: 'buffer', answers: { absent: 3012, owner: 3007, copy: 6244, other: 6244 } };
const proofAccounts = (market: TestMarket) => ({
  market: market.address,
  roots: oracle.roots(Math.floor(FULL_TIME / DAY)),
  result: results?.get(market)?.address ?? market.address,
  systemProgram: SYSTEM_PROGRAM_ID,
});
const creation = (market: TestMarket) => ({
  ...accountsOf(market, 'market'),
  oracleConfig: configAddress(market.terms.oracleProgram).address,
});
const CREATED: Row[] = [
  { account: 'market', answers: { absent: 2006, other: 2006 } },
  ...CREATION,
  { account: 'oracleConfig', answers: { absent: 6207, owner: 6207, copy: 6207 } },
];

const SCENARIOS: Record<string, Scenario<TestMarket, State>> = {
  create_market: {
    until: 'planned',
    send: (market, _, addresses) => market.create(addresses),
    standard: creation,
    rows: CREATED,
  },
  create_market_from_buffer: {
    until: 'planned',
    send: (market, _, addresses) => market.createFromBuffer(buffersOf(market).terms.address, addresses),
    standard: (market) => ({ ...creation(market), buffer: buffersOf(market).terms.address }),
    // Another creator's buffer can be closed and recreated with other terms.
    rows: [...CREATED, BUFFER],
  },
  settle: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return settle(market, addresses);
    },
    standard: proofAccounts,
    rows: [MARKET, ROOTS],
  },
  settle_from_buffer: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return market.settleFromBuffer(buffersOf(market).complete.address, proofOf(market), addresses);
    },
    standard: (market) => ({ ...proofAccounts(market), buffer: buffersOf(market).complete.address }),
    rows: [MARKET, ROOTS, { account: 'buffer', answers: { ...BUFFER.answers, other: 6217 } }],
  },
  propose_void: {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(FULL_TIME);
      return market.proposeVoid(new PublishedSlot(abandoned, market.terms.fixtureId).v2([1]), addresses);
    },
    standard: proofAccounts,
    rows: [MARKET, ROOTS],
  },
  post_result: {
    until: 'open',
    send: (market, _, addresses) => resultOf(market).post(proofOf(market), null, addresses),
    standard: proofAccounts,
    // The owner of the roots is the oracle, and they must be at the address that belongs to it.
    rows: [RESULT, { account: 'roots', answers: { absent: 6011, owner: 6235, copy: 6235 } }, SYSTEM_PROGRAM],
  },
  post_result_from_buffer: {
    until: 'open',
    send: (market, _, addresses) =>
      resultOf(market).postFromBuffer(buffersOf(market).post.address, proofOf(market), addresses),
    standard: (market) => ({ ...proofAccounts(market), buffer: buffersOf(market).post.address }),
    rows: [
      RESULT,
      { account: 'roots', answers: { absent: 6011, owner: 6235, copy: 6235 } },
      { account: 'buffer', answers: { ...BUFFER.answers, other: 6217 } },
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
    standard: proofAccounts,
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
      await chain.setTime(FULL_TIME + 180 * DAY);
      return resultOf(market).close(addresses);
    },
    standard: proofAccounts,
    rows: [{ account: 'result', answers: { absent: 3012, owner: 3007, copy: 6252, other: 6259 } }],
  },
  buffer_create: {
    until: 'open',
    send: (market, _, addresses) => buffersOf(market).planned.announce(10, undefined, addresses),
    standard: (market) => ({ buffer: buffersOf(market).planned.address, systemProgram: SYSTEM_PROGRAM_ID }),
    rows: [{ account: 'buffer', answers: { absent: 2006, other: 2006 } }, SYSTEM_PROGRAM],
  },
  buffer_write: {
    until: 'open',
    send: (market, _, addresses) => buffersOf(market).complete.write(0, Uint8Array.of(1), addresses),
    standard: (market) => ({ buffer: buffersOf(market).complete.address }),
    rows: [BUFFER],
  },
  buffer_close: {
    until: 'open',
    send: (market, _, addresses) => buffersOf(market).complete.close(addresses),
    standard: (market) => ({ buffer: buffersOf(market).complete.address }),
    rows: [BUFFER],
  },
  finalise: {
    until: 'proposed',
    send: (market, _, addresses) => market.finalise(addresses),
    standard: (market) => accountsOf(market, 'market'),
    rows: [
      { account: 'market', answers: { ...MARKET.answers, other: 6230 } },
      { account: 'vault', answers: { absent: 3012, owner: 3007, copy: 6230, other: 6230 } },
    ],
  },
  ...poolScenarios<TestMarket, State>('market', {
    until: 'open',
    send: async (market, _, addresses) => {
      await chain.setTime(market.terms.voidAfter);
      return market.void(addresses);
    },
  }),
};
const subjects = () => ({ pools: markets, stakers });

// `verify_signer` has no accounts.
testScenariosAreComplete(SCENARIOS, (name) => !name.includes('parlay') && name !== 'verify_signer');

testSubstitutions(SCENARIOS, prepare, subjects, (kind, address, other) => substitute(chain, kind, address, other));

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
    await refusesTwice(market, staker);
  });
});

const withMarket = Object.entries(SCENARIOS).filter(
  ([name]) => !/^(create_market.*|buffer_.*|.*_result.*|.*_many)$/.test(name),
);
testPools('market', Object.fromEntries(withMarket), prepare, subjects);
