import { describe, expect, it } from 'vitest';
import { matchResultAccount } from '../../ts/sdk/program/account/matchResult.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { type Instruction, withReadonly } from '../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { resultBufferContent } from '../../ts/sdk/program/settlement/bufferContent.js';
import { bufferedCreateMarketTransactions } from '../../ts/sdk/program/settlement/bufferedCreateMarket.js';
import { bufferedSettleTransactions } from '../../ts/sdk/program/settlement/bufferedSettleTransactions.js';
import { createMarketInstruction } from '../../ts/sdk/program/settlement/createMarketInstruction.js';
import { postResult } from '../../ts/sdk/program/settlement/instructions.js';
import { proposeVoidInstructions } from '../../ts/sdk/program/settlement/proposeVoidInstructions.js';
import { vouchersOf } from '../../ts/sdk/program/settlement/rules/checkAttested.js';
import { checkSettlement } from '../../ts/sdk/program/settlement/rules/checkSettlement.js';
import { checkVoidProposal } from '../../ts/sdk/program/settlement/rules/checkVoidProposal.js';
import { marketEnd } from '../../ts/sdk/program/settlement/rules/marketEnd.js';
import { checkResultPost } from '../../ts/sdk/program/settlement/rules/resultPost.js';
import { settleByResult } from '../../ts/sdk/program/settlement/rules/settleByResult.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
import type { Attesters } from '../../ts/sdk/program/wire/terms.js';
import { TestAttesters } from '../helpers/settlement/attesters.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { type Outcome, ok, refusal } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, type Update } from '../helpers/settlement/match.js';
import { TestParlay } from '../helpers/settlement/parlay.js';
import { firstRefusal, RESULT_AT, RESULT_FORMS, TestResult } from '../helpers/settlement/result.js';
import { outcome as offline } from '../helpers/thrown.js';
import { DAY, final, HOUR, KEYS, World } from '../helpers/world/world.js';

const { chain, oracle } = new World().each();
const programs = { ...LOCALNET_PROGRAM_IDS, oracle: oracle.programId };
const LEAST = 2;

/** A slot with a root, and a market that asks for two of four attesters. */
interface Scene {
  readonly attesters: TestAttesters;
  readonly market: TestMarket;
  readonly slot: PublishedSlot;
}

/** What decides a market, or makes its result: the update that it takes, and the instructions with their accounts. */
interface Decision {
  readonly update: Update;
  readonly before?: (scene: Scene) => Promise<void>;
  readonly instructions: (scene: Scene) => readonly Instruction[] | Promise<readonly Instruction[]>;
  readonly signers?: (scene: Scene) => readonly KeyPair[];
  /** The state of the market afterwards, or of its result. */
  readonly state: string;
  readonly stateOf?: (scene: Scene) => Promise<string>;
  /** The offline check with this account as the attestation. */
  readonly check: (scene: Scene, account: { owner: Address; data: Uint8Array } | null) => Promise<unknown>;
}

const withProof = ({ market, slot }: Scene) => ({
  programs,
  market: market.address,
  terms: market.terms,
  proof: slot.v3(KEYS),
});
const checkProof: Decision['check'] = async ({ market, slot }, account) =>
  checkSettlement(market.terms, { proof: slot.v3(KEYS) }, oracle.bytes(slot.batch.time.epochDay), account);
/** The result of the market's attesters, and of others. */
const resultOf = ({ market: { terms } }: Pick<Scene, 'market'>, attesters = terms.attesters): TestResult =>
  new TestResult(chain, { attesters }, chain.payer);
const checkPost: Decision['check'] = async ({ market, slot }, account) =>
  checkResultPost(market.terms, { proof: slot.v3(KEYS) }, oracle.bytes(slot.batch.time.epochDay), account);
/** A post to the result of the market's attesters. */
const POST = {
  update: final(),
  signers: () => [chain.payer],
  state: 'posted',
  stateOf: async (scene: Scene) => {
    const bytes = await resultOf(scene).bytes();
    if (bytes === null) return 'none';
    return matchResultAccount.decode(bytes).contradicted ? 'contradicted' : 'posted';
  },
  check: checkPost,
};

const buffered = (scene: Scene) =>
  bufferedSettleTransactions({ ...withProof(scene), owner: scene.market.creator.address, id: 3n }).transactions;

/** A proposal of the other outcome by the same update, as if by another sport's zero map. */
async function proposeOther({ market, slot }: Scene): Promise<void> {
  const { epochDay, slot: index } = slot.batch.time;
  const orderKey = (BigInt(epochDay) << 40n) | (BigInt(index) << 28n);
  await market.overwrite({
    state: 'Proposed',
    proposal: { outcome: 1, orderKey, since: chain.moment, void: false },
  });
}

const DECISIONS: Readonly<Record<string, Decision>> = {
  settle: {
    update: final(),
    instructions: (scene) => settleInstructions(withProof(scene)),
    state: 'Proposed',
    check: checkProof,
  },
  'settle, compact': {
    update: final(),
    instructions: (scene) => settleInstructions({ ...withProof(scene), form: 'compact' }),
    state: 'Proposed',
    check: checkProof,
  },
  settle_from_buffer: {
    update: final(),
    before: async (scene) => {
      for (const { step, instructions } of buffered(scene))
        if (step === 'create' || step === 'write') ok(await chain.send([...instructions], [scene.market.creator]));
    },
    instructions: (scene) => buffered(scene).find(({ step }) => step === 'settle')?.instructions ?? [],
    state: 'Proposed',
    check: checkProof,
  },
  'settle that contradicts': {
    update: final(),
    before: proposeOther,
    instructions: (scene) => settleInstructions(withProof(scene)),
    state: 'Void',
    check: checkProof,
  },
  propose_void: {
    update: { status: 15, stats: soccerStats(1, 1) },
    instructions: (scene) => proposeVoidInstructions(withProof(scene)),
    state: 'Proposed',
    check: async ({ market, slot }, account) =>
      checkVoidProposal(market.terms, slot.v3(KEYS), oracle.bytes(slot.batch.time.epochDay), account),
  },
  post_result: { ...POST, instructions: (scene) => [resultOf(scene).postInstruction(scene.slot.v2(KEYS))] },
  'post_result, compact': {
    ...POST,
    instructions: (scene) => [resultOf(scene).postInstruction(RESULT_FORMS.Compact(scene.slot, KEYS))],
  },
  post_result_from_buffer: {
    ...POST,
    instructions: async (scene) => {
      const proof = RESULT_FORMS.V3(scene.slot, KEYS);
      const { address } = await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null }));
      return [resultOf(scene).postFromBufferInstruction(address, proof)];
    },
  },
  // As if by another sport's zero map.
  'post_result that contradicts': {
    ...POST,
    before: async (scene) => {
      const result = resultOf(scene);
      const attestation = scene.attesters.vouch(scene.slot.batch.time, 0b0011);
      ok(await result.post(scene.slot.v3(KEYS)));
      await result.overwrite((data) => void data.writeUInt8((data[RESULT_AT.eventNode] ?? 0) ^ 1, RESULT_AT.eventNode));
      scene.attesters.forget(scene.slot.batch.time);
      chain.setAccount(attestation, SYSTEM_PROGRAM_ID, new Uint8Array());
    },
    instructions: (scene) => [resultOf(scene).postInstruction(scene.slot.v3(KEYS))],
    state: 'contradicted',
  },
};

async function sceneOf({ update, before }: Decision): Promise<Scene> {
  await chain.setTime(KICK_OFF - DAY);
  const attesters = new TestAttesters(chain, oracle.programId);
  const market = TestMarket.plan(chain, { attesters: attesters.least(LEAST), abandonmentVoids: true });
  ok(await create(market));
  const slot = oracle.publish(FIXTURE, FULL_TIME, [update]);
  await chain.setTime(FULL_TIME + HOUR);
  const scene = { attesters, market, slot };
  await before?.(scene);
  return scene;
}

const create = (market: TestMarket): Promise<Outcome> => {
  const { creator, id, terms, tokenProgram } = market;
  const parameters = { programs, creator: creator.address, id, terms, tokenProgram };
  return chain.send([createMarketInstruction(parameters)], [creator]);
};

/** The instructions with another account as the attestation; null: without it. */
const naming = (instructions: readonly Instruction[], proper: Address, other: Address | null): Instruction[] =>
  instructions.map((one) => ({
    ...one,
    accounts: one.accounts.flatMap((account) => {
      if (account.address !== proper) return [account];
      return other === null ? [] : [{ ...account, address: other }];
    }),
  }));

/** Every way of naming the wrong account: puts it on the chain and returns its address. */
const WRONG: Readonly<Record<string, readonly [number, (scene: Scene) => Address | null | Promise<Address | null>]>> = {
  'no account': [6263, () => null],
  'an address without an account': [6263, () => chain.address()],
  'a period that nobody has attested': [6263, ({ attesters, slot }) => attesters.attestation(slot.batch.time)],
  'a closed account, with lamports': [
    6263,
    ({ attesters, slot }) => {
      const address = attesters.attestation(slot.batch.time);
      chain.setAccount(address, SYSTEM_PROGRAM_ID, new Uint8Array());
      return address;
    },
  ],
  'one voucher too few': [6263, ({ attesters, slot }) => attesters.vouch(slot.batch.time, 0b1000)],
  'vouchers for the slot before': [6263, ({ attesters, slot }) => besides(attesters, slot, -1)],
  'vouchers for the slot after': [6263, ({ attesters, slot }) => besides(attesters, slot, 1)],
  'another set': [6107, ({ slot }) => new TestAttesters(chain, oracle.programId).vouch(slot.batch.time, 0xf)],
  'the day before': [6107, ({ attesters, slot }) => ofDay(attesters, slot, -1)],
  'the day after': [6107, ({ attesters, slot }) => ofDay(attesters, slot, 1)],
  odds: [6107, ({ attesters, slot }) => attesters.vouch(slot.batch.time, 0xf, 'odds')],
  fixtures: [6107, ({ attesters }) => attesters.vouch({ epochDay: 20_710, slot: 100 }, 0xf, 'fixtures')],
  'an attestation of another oracle': [
    6107,
    ({ slot }) => new TestAttesters(chain, chain.address()).vouch(slot.batch.time, 0xf),
  ],
  'another owner': [
    6107,
    (scene) => changed(scene, ({ owner: _, ...account }) => ({ ...account, owner: chain.address() })),
  ],
  'a copy at another address': [6107, (scene) => changed(scene, (account) => account, chain.address())],
  'another type': [6107, (scene) => edited(scene, (data) => data.fill(1, 0, 8))],
  'another version': [6107, (scene) => edited(scene, (data) => data.writeUInt8(2, 8))],
  'another bump': [6107, (scene) => edited(scene, (data) => data.writeUInt8((data[9] ?? 0) ^ 1, 9))],
  'another length': [6107, (scene) => edited(scene, (data) => Buffer.concat([data, Buffer.alloc(2)]))],
  'the set': [6107, ({ attesters }) => attesters.set],
  'the roots': [6107, ({ slot }) => oracle.roots(slot.batch.time.epochDay)],
  'the market itself': [6107, ({ market }) => market.address],
};

function besides(attesters: TestAttesters, { batch: { time } }: PublishedSlot, by: number): Address {
  return attesters.vouch({ ...time, slot: time.slot + by }, 0xf);
}

function ofDay(attesters: TestAttesters, { batch: { time } }: PublishedSlot, by: number): Address {
  return attesters.vouch({ ...time, epochDay: time.epochDay + by }, 0xf);
}

interface Content {
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** The proper attestation, changed, at its own address or another one. */
async function changed(
  { attesters, slot }: Scene,
  change: (account: Content) => Content,
  at?: Address,
): Promise<Address> {
  const proper = attesters.vouch(slot.batch.time, 0xf);
  const account = await chain.account(proper);
  if (!account) throw new Error('no attestation');
  const { owner, data } = change({ owner: account.owner, data: account.data });
  chain.setAccount(at ?? proper, owner, data);
  return at ?? proper;
}

const edited = (scene: Scene, edit: (data: Buffer) => Buffer | number | unknown): Promise<Address> =>
  changed(scene, ({ owner, data }) => {
    const copy = Buffer.from(data);
    const made = edit(copy);
    return { owner, data: made instanceof Buffer ? made : copy };
  });

describe.each(Object.entries(DECISIONS))('%s on attested terms', (_, decision) => {
  const { instructions, signers = () => [], state, check } = decision;
  const marketState = async ({ market }: Scene) => (await market.read()).state;
  const { stateOf = marketState } = decision;

  it('decides once enough attesters vouch for the root, and agrees with the check offline', async () => {
    const scene = await sceneOf(decision);
    const { attesters, slot } = scene;
    const attestation = attesters.vouch(slot.batch.time, 0b1001);
    expect(await offlineOf(async () => check(scene, await contentOf(attestation)))).toBe(true);
    ok(await chain.send([...(await instructions(scene))], signers(scene)));
    expect(await stateOf(scene)).toBe(state);
  });

  it.each(Object.entries(WRONG))('refuses %s', async (_, [number, wrong]) => {
    const scene = await sceneOf(decision);
    const { attesters, market, slot } = scene;
    const state = async () => [await market.read(), await resultOf(scene).bytes()];
    const before = await state();
    const other = await wrong(scene);
    const proper = attesters.attestation(slot.batch.time);
    const outcome = await chain.send(naming(await instructions(scene), proper, other), signers(scene));
    expect(refusal(outcome), outcome.logs.join('\n')).toBe(number);
    expect(await state()).toEqual(before);
    // Offline the account is the one at the address that the terms and the proof lead to.
    if (other === proper) expect(await offlineOf(async () => check(scene, await contentOf(proper)))).toBe(number);
  });
});

const contentOf = async (address: Address): Promise<Content | null> => {
  const account = await chain.account(address);
  return account && account.data.length > 0 ? { owner: account.owner, data: account.data } : null;
};

async function offlineOf(run: () => Promise<unknown>): Promise<number | true> {
  let result: number | true = true;
  await run().catch((error: unknown) => {
    result = offline(() => {
      throw error;
    });
  });
  return result;
}

describe('a market with attesters', () => {
  const plan = (attesters: TestAttesters, least = LEAST) =>
    TestMarket.plan(chain, { attesters: attesters.least(least), abandonmentVoids: true });

  it.each([
    [0, 6200],
    [1, null],
    [4, null],
    [5, 6200],
    [255, 6200],
  ])('asks for 1 to all of its keys: %i of 4', async (least, answer) => {
    expect(refusal(await create(plan(new TestAttesters(chain, oracle.programId), least)))).toBe(answer);
  });

  it.each([1, 16])('may name a set of %i', async (keys) => {
    ok(await create(plan(new TestAttesters(chain, oracle.programId, keys), keys)));
  });

  const sets: Readonly<Record<string, readonly [number, (set: TestAttesters) => Address | null | Promise<Address>]>> = {
    'no account': [3005, () => null],
    'an address without an account': [6106, () => chain.address()],
    'another set': [6106, () => new TestAttesters(chain, oracle.programId).set],
    'a copy at another address': [6106, ({ set }) => moved(set, (data) => data, chain.address())],
    'another owner': [6106, async ({ set }) => moved(set, (data) => data, set, chain.address())],
    'another type': [6106, ({ set }) => moved(set, (data) => data.fill(1, 0, 8))],
    'another version': [6106, ({ set }) => moved(set, (data) => flipped(data, 8))],
    'another bump': [6106, ({ set }) => moved(set, (data) => flipped(data, 9))],
    'another creator': [6106, ({ set }) => moved(set, (data) => flipped(data, 10))],
    'another id': [6106, ({ set }) => moved(set, (data) => flipped(data, 42))],
    'another number of keys': [6106, ({ set }) => moved(set, (data) => flipped(data, 50))],
    'a key less': [6106, ({ set }) => moved(set, (data) => data.subarray(0, data.length - 32))],
  };
  const flipped = (data: Buffer, byte: number): Buffer =>
    Buffer.from(data.map((one, i) => (i === byte ? one ^ 1 : one)));

  async function moved(set: Address, change: (data: Buffer) => Buffer, to = set, owner?: Address): Promise<Address> {
    const account = await chain.account(set);
    if (!account) throw new Error('no set');
    chain.setAccount(to, owner ?? account.owner, change(Buffer.from(account.data)));
    return to;
  }

  /** The instructions that create it, after everything that has to be there. */
  const creations: Readonly<Record<string, (market: TestMarket) => Promise<readonly Instruction[]>>> = {
    create_market: async (market) => [createMarketInstruction(parametersOf(market))],
    create_market_from_buffer: async (market) => {
      const { transactions } = bufferedCreateMarketTransactions(parametersOf(market));
      for (const { step, instructions } of transactions)
        if (step !== 'create_market') ok(await chain.send([...instructions], [market.creator]));
      return transactions.find(({ step }) => step === 'create_market')?.instructions ?? [];
    },
  };
  const parametersOf = ({ creator, id, terms, tokenProgram }: TestMarket) => ({
    programs,
    creator: creator.address,
    id,
    terms,
    tokenProgram,
  });

  describe.each(Object.entries(creations))('by %s', (_, creation) => {
    it('is created with its set', async () => {
      const market = plan(new TestAttesters(chain, oracle.programId));
      ok(await chain.send([...(await creation(market))], [market.creator]));
      expect((await market.read()).state).toBe('Open');
    });

    it.each(Object.entries(sets))('is not created with %s as the set', async (_, [number, wrong]) => {
      const attesters = new TestAttesters(chain, oracle.programId);
      const market = plan(attesters);
      const proper = await creation(market);
      const other = await wrong(attesters);
      expect(refusal(await chain.send(naming(proper, attesters.set, other), [market.creator]))).toBe(number);
      expect(await chain.account(market.address)).toBeNull();
    });
  });

  it('is not created with the set of another oracle', async () => {
    const foreign = new TestAttesters(chain, chain.address());
    expect(refusal(await create(plan(foreign)))).toBe(6106);
  });

  it('is a leg like any other, whoever attests the other legs', async () => {
    await chain.setTime(KICK_OFF - DAY);
    const [one, two] = [new TestAttesters(chain, oracle.programId), new TestAttesters(chain, oracle.programId)];
    const legs = [plan(one), plan(two), TestMarket.plan(chain)];
    for (const leg of legs) ok(await create(leg));
    const parlay = await TestParlay.create(chain, legs);
    expect((await parlay.read()).state).toBe('Open');
  });
});

it.each([
  ['too few attesters vouch for the root', true],
  ['the publisher has written no root', false],
])('an attested market is void from the deadline on, if %s by then', async (_, isPublished) => {
  await chain.setTime(KICK_OFF - DAY);
  const attesters = new TestAttesters(chain, oracle.programId);
  const market = await TestMarket.create(chain, { attesters: attesters.least(LEAST) });
  await chain.setTime(FULL_TIME);
  if (isPublished) {
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final()]);
    attesters.vouch(slot.batch.time, 0b0001);
    const instructions = settleInstructions(withProof({ attesters, market, slot }));
    expect(refusal(await chain.send([...instructions]))).toBe(6263);
  }
  await chain.setTime(market.terms.voidAfter - 1);
  expect(refusal(await market.void())).toBe(6225);
  await chain.setTime(market.terms.voidAfter);
  ok(await market.void());
});

it('vouchers are counted by the address that set and day lead to', async () => {
  const attesters = new TestAttesters(chain, oracle.programId);
  const time = { epochDay: 20_717, slot: 100 };
  const account = await contentOf(attesters.vouch(time, 0b1011));
  const question = { oracleProgram: oracle.programId, set: attesters.set, ...time };
  expect(vouchersOf(account, question)).toBe(3);
  expect(vouchersOf(null, question)).toBe(0);
  expect(vouchersOf(account, { ...question, slot: 101 })).toBe(0);
  for (const other of [{ epochDay: 20_718 }, { set: chain.address() }, { oracleProgram: chain.address() }])
    expect(offline(() => vouchersOf(account, { ...question, ...other }))).toBe(6107);
});

it('terms without attesters need no account and ignore one', async () => {
  await chain.setTime(KICK_OFF - DAY);
  const attesters = new TestAttesters(chain, oracle.programId);
  const market = await TestMarket.create(chain);
  const slot = oracle.publish(FIXTURE, FULL_TIME, [final()]);
  await chain.setTime(FULL_TIME);
  const [instruction] = settleInstructions({ ...withProof({ attesters, market, slot }) });
  if (!instruction) throw new Error('no instruction');
  const extra = { address: attesters.attestation(slot.batch.time), role: 0 } as const;
  ok(await chain.send([{ ...instruction, accounts: [...instruction.accounts, extra] }]));
});

describe('a result of attesters', () => {
  const WINDOW = 6 * HOUR;
  const start = async () => {
    await chain.setTime(KICK_OFF - DAY);
    const attesters = new TestAttesters(chain, oracle.programId);
    const market = await TestMarket.create(chain, { attesters: attesters.least(LEAST), challengeWindow: WINDOW });
    return { attesters, market, result: resultOf({ market }) };
  };
  const tell = async (market: TestMarket, result: TestResult) =>
    marketEnd(await market.read(), await result.read(), chain.moment);

  it('is changed, replaced and contradicted by nobody whom they do not vouch for', async () => {
    const { attesters, result } = await start();
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final(2, 1)]);
    await chain.setTime(FULL_TIME + 600);
    const later = oracle.publish(FIXTURE, FULL_TIME + 300, [final(0, 3)]);
    // Before anybody has posted the attested update, and after.
    expect(refusal(await result.post(later.v2(KEYS)))).toBe(6263);
    attesters.vouch(slot.batch.time, 0b0011);
    ok(await result.post(slot.v2(KEYS)));
    const before = await result.bytes();
    attesters.vouch(later.batch.time, 0b0100);
    expect(refusal(await result.post(later.v2(KEYS)))).toBe(6263);
    expect(await result.bytes()).toEqual(before);
    // The result of nobody takes it, and says so of itself alone.
    ok(await new TestResult(chain).post(later.v2(KEYS)));
    expect(await result.bytes()).toEqual(before);
  });

  it('starts the window with the vouched post: the correction comes in time after any outage', async () => {
    const { attesters, market, result } = await start();
    await chain.setTime(FULL_TIME);
    const mistake = oracle.publish(FIXTURE, FULL_TIME, [final(0, 1)]);
    const correction = oracle.publish(FIXTURE, FULL_TIME + 1_800, [final(2, 1)]);
    await chain.setTime(FULL_TIME + 60);
    expect(refusal(await result.post(mistake.v2(KEYS)))).toBe(6263);
    const back = FULL_TIME + 60 + WINDOW;
    await chain.setTime(back);
    attesters.vouch(mistake.batch.time, 0b1111);
    ok(await result.post(mistake.v2(KEYS)));
    ok(await result.settleMany([market]));
    expect(await market.read()).toMatchObject({
      state: 'Proposed',
      proposal: { outcome: 1, since: { seconds: back } },
    });
    expect(await tell(market, result)).toMatchObject({ at: back + WINDOW, outcome: 1, of: 'market' });
    attesters.vouch(correction.batch.time, 0b1111);
    await chain.setTime(back + WINDOW - 1);
    ok(await result.post(correction.v2(KEYS)));
    ok(await result.settleMany([market]));
    expect((await market.read()).proposal).toMatchObject({ outcome: 0, since: { seconds: back + WINDOW - 1 } });
  });

  it('ends an open market and a proposed one when every tool says so', async () => {
    const { attesters, market: open, result } = await start();
    const proposed = await TestMarket.create(chain, { attesters: attesters.least(LEAST), challengeWindow: WINDOW });
    await chain.setTime(FULL_TIME);
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final(2, 1)]);
    attesters.vouch(slot.batch.time, 0b1111);
    ok(await result.post(slot.v2(KEYS)));
    await chain.setTime(FULL_TIME + 5 * HOUR);
    ok(await proposed.settle(slot.v2(KEYS)));
    const end = { at: FULL_TIME + WINDOW, outcome: 0, of: 'result' };
    expect([await tell(open, result), await tell(proposed, result)]).toMatchObject([end, end]);
    await chain.setTime(end.at);
    ok(await result.settleMany([open, proposed]));
    expect([(await open.read()).state, (await proposed.read()).state]).toEqual(['Final', 'Final']);
  });

  it.each([
    ['of nobody', () => null],
    ['of fewer keys', (own: Attesters) => ({ ...own, least: own.least - 1 })],
    ['of more keys', (own: Attesters) => ({ ...own, least: own.least + 1 })],
    ['of another set', (own: Attesters, other: Attesters) => ({ ...other, least: own.least })],
  ])('%s settles and voids nothing', async (_, change) => {
    const { attesters, market } = await start();
    const others = new TestAttesters(chain, oracle.programId);
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final(2, 1)]);
    for (const one of [attesters, others]) one.vouch(slot.batch.time, 0b1111);
    await chain.setTime(FULL_TIME + WINDOW);
    const result = resultOf({ market }, change(attesters.least(LEAST), others.least(LEAST)));
    ok(await result.post(slot.v2(KEYS)));
    const skipped = async () => {
      const sent = await result.settleMany([market]);
      expect(firstRefusal(sent)).toEqual([market.address, 6252]);
      const [own, known] = [await market.read(), await result.read()];
      expect(offline(() => settleByResult(own, known, chain.moment))).toBe(6252);
      expect(marketEnd({ ...own, state: 'Open' }, known, chain.moment)).toBeNull();
    };
    await skipped();
    await proposeOther({ attesters, market, slot });
    await result.overwrite((data) => void data.writeUInt8(1, RESULT_AT.contradicted));
    await skipped();
  });

  it.each([
    ['no key', (own: Attesters) => ({ ...own, least: 0 })],
    ['no set', (own: Attesters) => ({ ...own, set: ZERO_ADDRESS })],
    ['neither', () => ({ set: ZERO_ADDRESS, least: 0 })],
  ])('is not made for %s', async (_, change) => {
    const { attesters, market } = await start();
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final(2, 1)]);
    attesters.vouch(slot.batch.time, 0b1111);
    await chain.setTime(FULL_TIME);
    const proper = resultOf({ market });
    const { oracleProgram: _program, ...about } = { ...proper.subject, attesters: change(attesters.least(LEAST)) };
    const proof = RESULT_FORMS.V2(slot, KEYS);
    const accounts = { payer: chain.payer.address, result: proper.address, roots: proper.roots(proof) };
    const args = { ...about, proof, witness: null };
    const instruction = postResult.build(programs.settlement, { ...accounts, systemProgram: SYSTEM_PROGRAM_ID }, args);
    expect(refusal(await chain.send([instruction], [chain.payer]))).toBe(6200);
  });

  it('without attesters ignores what follows its accounts', async () => {
    const { attesters } = await start();
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final(2, 1)]);
    await chain.setTime(FULL_TIME);
    const plain = new TestResult(chain, {}, chain.payer);
    const instruction = plain.postInstruction(slot.v2(KEYS));
    for (const extra of [attesters.attestation(slot.batch.time), attesters.set, chain.address()])
      ok(await chain.send([withReadonly(instruction, extra)], [chain.payer]));
  });
});
