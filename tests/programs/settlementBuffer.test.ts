import { describe, expect, it } from 'vitest';
import { sha256 } from '../../ts/sdk/format/sha256.js';
import type { StatLeaf } from '../../ts/sdk/format/statValidationInput.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { accountDiscriminator } from '../../ts/sdk/program/discriminator.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { scoreProofOf } from '../../ts/sdk/program/proof/scoreProofOf.js';
import { bufferContent, MAX_BUFFER_LENGTH } from '../../ts/sdk/program/settlement/bufferContent.js';
import {
  type BufferedSettleParameters,
  bufferedSettleTransactions,
} from '../../ts/sdk/program/settlement/bufferedSettleTransactions.js';
import { settle } from '../../ts/sdk/program/settlement/instructions.js';
import { readProofBuffer } from '../../ts/sdk/program/settlement/readProofBuffer.js';
import { budgetInstructions } from '../../ts/sdk/program/transaction/budget.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import type { ScoreProof } from '../../ts/sdk/program/wire/scoreProof.js';
import type { StatProof } from '../../ts/sdk/proof/proof.js';
import { shapedBatch } from '../helpers/scoreline/shape.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import {
  allOf,
  FIXTURE,
  FULL_TIME,
  KICK_OFF,
  type MarketOptions,
  single,
  type TestMarket,
} from '../helpers/settlement/market.js';
import { type PublishedSlot, TestOracle } from '../helpers/settlement/match.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import { inV4, OTHER_KEY, SIGNER, signatureOf } from '../helpers/settlement/signed.js';
import { outcome } from '../helpers/thrown.js';
import { final, KEYS, World } from '../helpers/world/world.js';

/** Arbitrary; sizes do not depend on it. */
const BLOCKHASH = SYSTEM_PROGRAM_ID;

const { chain, oracle, settleable } = new World().each();

const fullTime = (home = 2, away = 1): PublishedSlot => oracle.publish(FIXTURE, FULL_TIME, [final(home, away)]);

const contentOf = (proof: StatProof | ScoreProof, witness: StatLeaf | null = null): Uint8Array =>
  bufferContent(settle.encode({ proof: proof.kind === 'stat' ? scoreProofOf(proof) : proof, witness }));

/**
 * The deepest realistic trees: a soccer match with thousands of updates among a hundred others, and five of its stats.
 */
function deepest() {
  const values = { 1: 3, 2: 1, 3: 4, 7: 9, 8: 2 };
  const shaped = shapedBatch({
    seed: 'buffer',
    sport: 'soccer',
    slotStart: FULL_TIME * 1000,
    statDepth: 6,
    subDepth: 13,
    mainDepth: 7,
    status: 100,
    values,
  });
  const { fixtureId, seq } = shaped;
  const slot = oracle.publishBatch(shaped.batch, fixtureId);
  const statKeys = Object.keys(values).map(Number);
  const outcomes = [allOf(...statKeys.map((_, i) => single(i, 'greaterThan', 0)))];
  return { slot, seq, statKeys, market: { fixtureId, statKeys, outcomes } };
}

describe('settle_from_buffer', () => {
  it('does the same as settle, in every form and with a witness', async () => {
    const cases: ((slot: PublishedSlot) => StatProof)[] = [
      (slot) => slot.v2(KEYS),
      (slot) => slot.v3(KEYS),
      (slot) => inV4(slot.v3(KEYS)),
    ];
    for (const [home, expected] of [
      [2, 0],
      [0, 1],
    ] as const) {
      const slot = fullTime(home, 0);
      for (const form of cases) {
        const [proof, witness] = [form(slot), slot.leaf(7)];
        const [direct, buffered] = [await settleable(), await settleable()];
        const buffer = await TestBuffer.complete(chain, contentOf(proof, witness));
        ok(await direct.settle(proof, witness));
        ok(await buffered.settleFromBuffer(buffer.address, proof));
        const [one, other] = [await direct.read(), await buffered.read()];
        expect(other).toMatchObject({ state: 'Proposed', proposal: one.proposal });
        expect(one.proposal.outcome).toBe(expected);
        if (home > 0) continue;
        // Only zero stats: the witness decides.
        const alone = await TestBuffer.complete(chain, contentOf(proof));
        expect(refusal(await (await settleable()).settleFromBuffer(alone.address, proof))).toBe(6220);
      }
    }
  });

  it('settles every market that its proof answers, immediately without a window', async () => {
    const proof = fullTime().v3(KEYS);
    const buffer = await TestBuffer.complete(chain, contentOf(proof));
    const markets = [await settleable(), await settleable({ challengeWindow: 0 })];
    for (const market of markets) ok(await market.settleFromBuffer(buffer.address, proof));
    expect(await Promise.all(markets.map(async (market) => (await market.read()).state))).toEqual([
      'Proposed',
      'Final',
    ]);
    expect(refusal(await (markets[0] as TestMarket).settleFromBuffer(buffer.address, proof))).toBe(6222);
    expect(refusal(await (markets[1] as TestMarket).settleFromBuffer(buffer.address, proof))).toBe(6211);
  });

  it('settles with five stats of the deepest trees, which exceed a transaction', async () => {
    const { slot, seq, statKeys, market: options } = deepest();
    const units: Record<string, [bytes: number, units: number]> = {};
    for (const form of ['v2', 'v3'] as const) {
      const proof = slot[form](statKeys, seq);
      expect([slot.leaf(1, seq).statProof.length, proof.fixtureProof.length, proof.mainTreeProof.length]).toEqual([
        6, 13, 7,
      ]);
      const market = await settleable(options);
      const content = contentOf(proof);
      const direct = compile(chain.payer.address, [market.settleInstruction(proof)], BLOCKHASH);
      expect(direct.size).toBeGreaterThan(TRANSACTION_LIMIT);
      const buffer = await TestBuffer.complete(chain, content);
      const settled = ok(await market.settleFromBuffer(buffer.address, proof));
      expect((await market.read()).proposal.outcome).toBe(0);
      units[form] = [content.length, settled.computeUnits];
    }
    if (process.env.LINESMAN_PRINT_UNITS) console.log(units);
    expect(units.v2?.[1], JSON.stringify(units)).toBeLessThanOrEqual(20_000);
    expect(units.v3?.[1], JSON.stringify(units)).toBeLessThanOrEqual(16_000);
  });

  it('requires the signature of a signed payload directly before it', async () => {
    const market = await settleable({ signer: SIGNER, finality: 'signed-final' });
    const proof = fullTime().v3(KEYS);
    const buffer = await TestBuffer.complete(chain, contentOf(inV4(proof)));
    const instruction = market.settleFromBufferInstruction(buffer.address, proof);
    expect(refusal(await chain.send([instruction]))).toBe(6080);
    expect(refusal(await chain.send([signatureOf(proof, OTHER_KEY), instruction]))).toBe(6083);
    ok(await chain.send([signatureOf(proof), instruction]));
    const unsigned = await TestBuffer.complete(chain, contentOf(proof));
    const other = await settleable({ signer: SIGNER, finality: 'signed-final' });
    expect(refusal(await other.settleFromBuffer(unsigned.address, proof))).toBe(6221);
  });

  it('is subject to clock, state and proof like settle', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const buffer = await TestBuffer.complete(chain, contentOf(proof));
    await chain.setTime(KICK_OFF - 1);
    expect(refusal(await market.settleFromBuffer(buffer.address, proof))).toBe(6215);
    await chain.setTime(KICK_OFF);
    ok(await market.settleFromBuffer(buffer.address, proof));
    const open = await settleable();
    const foreign = new TestOracle(chain, chain.address());
    foreign.publish(FIXTURE, FULL_TIME, [final(0, 3)]);
    const { epochDay } = fullTime().batch.time;
    const roots = { roots: foreign.roots(epochDay) };
    expect(refusal(await open.settleFromBuffer(buffer.address, proof, roots))).toBe(6234);
    const leaves = proof.leaves.map((leaf) => ({ ...leaf, stat: { ...leaf.stat, value: 9 } }));
    const changed = { ...proof, leaves };
    const forged = await TestBuffer.complete(chain, contentOf(changed));
    expect(refusal(await open.settleFromBuffer(forged.address, changed))).toBe(6023);
  });

  it("refuses another market's proof: 6217 for another fixture, 6218 for other keys", async () => {
    const slot = fullTime();
    const buffer = await TestBuffer.complete(chain, contentOf(slot.v2(KEYS)));
    const otherFixture = await settleable({ fixtureId: FIXTURE + 1 });
    const otherKeys = await settleable({ statKeys: [2, 1] });
    expect(refusal(await otherFixture.settleFromBuffer(buffer.address, slot.v2(KEYS)))).toBe(6217);
    expect(refusal(await otherKeys.settleFromBuffer(buffer.address, slot.v2(KEYS)))).toBe(6218);
  });
});

describe('an untrusted buffer', () => {
  it('6243 until every byte is written, in any order', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const content = contentOf(proof);
    const buffer = new TestBuffer(chain);
    ok(await buffer.create(content));
    const settleNow = async () => refusal(await market.settleFromBuffer(buffer.address, proof));
    expect(await settleNow()).toBe(6243);
    const half = Math.floor(content.length / 2);
    await buffer.fill(content, half);
    expect(await settleNow()).toBe(6243);
    ok(await buffer.write(0, content.slice(0, half - 1)));
    expect(await settleNow()).toBe(6243);
    ok(await buffer.write(half - 1, content.slice(half - 1, half)));
    expect(await settleNow()).toBeNull();
  });

  it('6243 after a byte has changed, until it is restored', async () => {
    const proof = fullTime().v2(KEYS);
    const content = contentOf(proof);
    const buffer = await TestBuffer.complete(chain, content);
    const [first, second] = [await settleable(), await settleable()];
    ok(await first.settleFromBuffer(buffer.address, proof));
    for (const place of [0, 1, 300, content.length - 1]) {
      const byte = content[place] ?? 0;
      ok(await buffer.write(place, Uint8Array.of(byte ^ 1)));
      expect(refusal(await second.settleFromBuffer(buffer.address, proof)), `byte ${place}`).toBe(6243);
      ok(await buffer.write(place, Uint8Array.of(byte)));
    }
    ok(await second.settleFromBuffer(buffer.address, proof));
  });

  it('6243 when it announces something else, and the announcement cannot be changed', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const content = contentOf(proof);
    const buffer = new TestBuffer(chain);
    ok(await buffer.announce(content.length, sha256(content.slice(1))));
    await buffer.fill(content);
    expect(refusal(await market.settleFromBuffer(buffer.address, proof))).toBe(6243);
    // The system program's "already in use".
    expect(refusal(await buffer.create(content))).toBe(0);
    expect(refusal(await buffer.announce(content.length + 1, sha256(content)))).toBe(0);
    // A closed and recreated buffer is empty, also within one transaction.
    ok(
      await chain.send(
        [buffer.closeInstruction(), buffer.createInstruction(content.length, sha256(content))],
        [buffer.owner],
      ),
    );
    expect((await buffer.read())?.bytes).toEqual(new Uint8Array(content.length));
    expect(refusal(await market.settleFromBuffer(buffer.address, proof))).toBe(6243);
    await buffer.fill(content);
    ok(await market.settleFromBuffer(buffer.address, proof));
  });

  it('6243 when it was recreated with another size', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const content = contentOf(proof);
    const buffer = await TestBuffer.complete(chain, content);
    for (const length of [content.length - 1, content.length + 1]) {
      ok(await buffer.close());
      ok(await buffer.announce(length, sha256(content)));
      await buffer.fill(content.slice(0, length));
      expect(refusal(await market.settleFromBuffer(buffer.address, proof))).toBe(6243);
    }
  });

  it('102 with missing or extra bytes, or with an invalid tag', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const content = contentOf(proof);
    const edited = (edit: (bytes: Uint8Array) => void) => {
      const bytes = Uint8Array.from(content);
      edit(bytes);
      return bytes;
    };
    for (const wrong of [
      new Uint8Array([...content, 0]),
      content.slice(0, -1),
      content.slice(0, 1),
      edited((bytes) => bytes.set([250], 0)),
      edited((bytes) => bytes.set([2], bytes.length - 1)),
      // Lengths that no buffer can hold.
      edited((bytes) => bytes.set([0xff, 0xff, 0xff, 0xff], 1 + 8 + 60)),
      new Uint8Array(MAX_BUFFER_LENGTH).fill(0xff),
      new Uint8Array(MAX_BUFFER_LENGTH),
    ]) {
      const buffer = await TestBuffer.complete(chain, wrong);
      expect(refusal(await market.settleFromBuffer(buffer.address, proof))).toBe(102);
    }
  });

  it('of 10,000 bytes fits into the heap, however its lists are split', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const padded = (grow: (more: number) => ScoreProof | StatProof, witness = false): Uint8Array => {
      for (let more = 310; ; more--) {
        const bytes = settle.encode({
          proof: scoreProofFor(grow(more)),
          witness: witness ? { stat: leaf.stat, statProof: Array(more).fill(node) } : null,
        });
        if (bytes.length - 8 <= MAX_BUFFER_LENGTH) return bufferContent(bytes);
      }
    };
    const scoreProofFor = (one: ScoreProof | StatProof) => (one.kind === 'stat' ? scoreProofOf(one) : one);
    const leaf = fullTime().leaf(7);
    const node = { hash: sha256(new Uint8Array(1)), isRightSibling: true };
    const bare = { stat: leaf.stat, statProof: [] };
    const many: [string, Uint8Array, number][] = [
      // Lists of leaves take most: 40 bytes decoded for every 16.
      ['leaves', padded((more) => ({ ...proof, leaves: Array(more).fill(bare) })), 6069],
      [
        'leaves and paths',
        padded((more) => ({ ...proof, leaves: Array(310).fill(bare), fixtureProof: Array(more).fill(node) })),
        6069,
      ],
      ['a path', padded((more) => ({ ...proof, fixtureProof: Array(more).fill(node) })), 6062],
      ['a witness', padded(() => proof, true), 6062],
    ];
    for (const [name, content, number] of many) {
      expect(content.length, name).toBeGreaterThan(name === 'leaves' ? 5_000 : 9_900);
      const buffer = await TestBuffer.complete(chain, content);
      expect(refusal(await market.settleFromBuffer(buffer.address, proof)), name).toBe(number);
    }
  });

  it('refused when its bytes belong to another program or are at another address', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const buffer = await TestBuffer.complete(chain, contentOf(proof));
    const account = await chain.account(buffer.address);
    if (!account) throw new Error('there is no buffer');
    const place = chain.address();
    const settleWith = async (owner: Address, data: Uint8Array, address = place) => {
      chain.setAccount(address, owner, data);
      return refusal(await market.settleFromBuffer(address, proof));
    };
    const program = LOCALNET_PROGRAM_IDS.settlement;
    expect(await settleWith(chain.address(), account.data, buffer.address)).toBe(3007);
    expect(await settleWith(program, account.data)).toBe(6244);
    for (const [at, length] of [
      [8, 1], // bump
      [9, 32], // owner
      [41, 8], // id
    ] as const) {
      const data = Uint8Array.from(account.data);
      for (let i = at; i < at + length; i++) data[i] = (data[i] ?? 0) ^ 1;
      expect(await settleWith(program, data, buffer.address), `byte ${at}`).toBe(6244);
    }
    // A size that differs from the announced one. The program never creates such a buffer.
    expect(await settleWith(program, account.data.slice(0, -1), buffer.address)).toBe(3003);
    expect(await settleWith(program, new Uint8Array([...account.data, 0]), buffer.address)).toBe(3003);
    expect(refusal(await market.settleFromBuffer(market.address, proof))).toBe(3002);
    expect(await settleWith(program, account.data, buffer.address)).toBeNull();
  });
});

describe('buffer_create', () => {
  it('creates the account with rent from its owner, and emits an event', async () => {
    const buffer = new TestBuffer(chain);
    const before = await buffer.lamports(buffer.owner.address);
    const digest = sha256(Uint8Array.of(1));
    const made = ok(await buffer.announce(300, digest));
    expect(await buffer.read()).toMatchObject({
      owner: buffer.owner.address,
      id: buffer.id,
      sha256: digest,
      bytes: new Uint8Array(300),
    });
    expect((await chain.account(buffer.address))?.data.slice(0, 8)).toEqual(accountDiscriminator('ProofBuffer'));
    expect(await buffer.lamports(buffer.owner.address)).toBe(before - (await buffer.lamports()));
    expect(eventsOf(made)).toEqual([
      {
        name: 'BufferCreated',
        buffer: buffer.address,
        owner: buffer.owner.address,
        id: buffer.id,
        length: 300,
        sha256: [...digest],
      },
    ]);
  });

  it('6242 for no bytes and for more than 10,000', async () => {
    for (const length of [0, 10_001, 2 ** 32 - 1])
      expect(refusal(await new TestBuffer(chain).announce(length)), `${length}`).toBe(6242);
    for (const length of [1, 10_000]) ok(await new TestBuffer(chain).announce(length));
  });

  it('works at an address that already has lamports', async () => {
    const content = contentOf(fullTime().v2(KEYS));
    for (const lamports of [1, 890_880, 10 ** 9]) {
      const buffer = new TestBuffer(chain);
      chain.setAccount(buffer.address, SYSTEM_PROGRAM_ID, new Uint8Array(0), lamports);
      ok(await buffer.create(content));
      await buffer.fill(content);
      const market = await settleable();
      ok(await market.settleFromBuffer(buffer.address, fullTime().v2(KEYS)));
      const owned = await buffer.lamports(buffer.owner.address);
      const held = await buffer.lamports();
      ok(await buffer.close());
      expect(await buffer.lamports(buffer.owner.address)).toBe(owned + held);
    }
  });

  it("refuses another owner's name, and the address of another number", async () => {
    const [anna, bert] = [new TestBuffer(chain), new TestBuffer(chain)];
    const instruction = anna.createInstruction(10, new Uint8Array(32));
    expect(refusal(await chain.send([unsignedBy(instruction, anna.owner.address)]))).toBe(3010);
    expect(refusal(await anna.announce(10, undefined, { buffer: bert.address }))).toBe(2006);
    const second = new TestBuffer(chain, anna.owner, 8n);
    expect(refusal(await anna.announce(10, undefined, { buffer: second.address }))).toBe(2006);
    // Two numbers, two buffers.
    ok(await anna.announce(10));
    ok(await second.announce(20));
    expect([(await anna.read())?.bytes.length, (await second.read())?.bytes.length]).toEqual([10, 20]);
  });
});

describe('buffer_write', () => {
  it('writes exactly its bytes at the offset, and emits an event', async () => {
    const buffer = new TestBuffer(chain);
    ok(await buffer.announce(100));
    const expected = new Uint8Array(100);
    for (const [offset, length] of [
      [0, 1],
      [99, 1],
      [10, 50],
      [40, 60],
      [0, 100],
    ] as const) {
      const bytes = new Uint8Array(length).map((_, i) => offset + i + 1);
      const written = ok(await buffer.write(offset, bytes));
      expected.set(bytes, offset);
      const read = await buffer.read();
      expect(read?.bytes).toEqual(expected);
      expect(read).toMatchObject({ id: buffer.id, owner: buffer.owner.address, sha256: new Uint8Array(32) });
      expect(eventsOf(written)).toEqual([{ name: 'BufferWritten', buffer: buffer.address, offset, length }]);
    }
  });

  it('6242 past the end, at the end, and for no bytes', async () => {
    const buffer = new TestBuffer(chain);
    ok(await buffer.announce(100));
    for (const [offset, length] of [
      [0, 0],
      [50, 0],
      [100, 0],
      [100, 1],
      [99, 2],
      [0, 101],
      [2 ** 32 - 1, 1],
      [2 ** 32 - 100, 200],
    ] as const)
      expect(refusal(await buffer.write(offset, new Uint8Array(length).fill(1))), `${length} at ${offset}`).toBe(6242);
    expect((await buffer.read())?.bytes).toEqual(new Uint8Array(100));
  });

  it('102 for an announced length without the bytes', async () => {
    const buffer = new TestBuffer(chain);
    ok(await buffer.announce(100));
    for (const announced of [4, 10_241, 1 << 20, 2 ** 32 - 1]) {
      const instruction = buffer.writeInstruction(0, Uint8Array.of(1, 2, 3));
      const data = Buffer.from(instruction.data);
      data.writeUInt32LE(announced, 12);
      const sent = await chain.send([{ ...instruction, data }], [buffer.owner]);
      expect(refusal(sent), `${announced}`).toBe(102);
    }
  });

  it('6244 by somebody else, 3010 without a signature', async () => {
    const [anna, bert] = [new TestBuffer(chain), new TestBuffer(chain)];
    ok(await anna.announce(100));
    ok(await bert.announce(100));
    const byBert = { owner: bert.owner.address };
    expect(refusal(await anna.write(0, Uint8Array.of(1), byBert, [bert.owner]))).toBe(6244);
    const instruction = anna.writeInstruction(0, Uint8Array.of(1));
    expect(refusal(await chain.send([unsignedBy(instruction)]))).toBe(3010);
    expect((await anna.read())?.bytes[0]).toBe(0);
  });
});

describe('buffer_close', () => {
  it('refunds the rent to the owner, complete or not, and emits an event', async () => {
    const content = contentOf(fullTime().v2(KEYS));
    const half = new TestBuffer(chain);
    ok(await half.create(content));
    for (const buffer of [half, await TestBuffer.complete(chain, content)]) {
      const [owned, held] = [await buffer.lamports(buffer.owner.address), await buffer.lamports()];
      const closed = ok(await buffer.close());
      expect(eventsOf(closed)).toEqual([{ name: 'BufferClosed', buffer: buffer.address }]);
      expect(await buffer.read()).toBeNull();
      expect(await buffer.lamports(buffer.owner.address)).toBe(owned + held);
      expect(refusal(await buffer.close())).toBe(3012);
    }
  });

  it('6244 by somebody else, 3010 without a signature', async () => {
    const [anna, bert] = [new TestBuffer(chain), new TestBuffer(chain)];
    ok(await anna.announce(100));
    const byBert = { owner: bert.owner.address };
    expect(refusal(await anna.close(byBert, [bert.owner]))).toBe(6244);
    const instruction = anna.closeInstruction();
    expect(refusal(await chain.send([unsignedBy(instruction)]))).toBe(3010);
    expect(await anna.read()).not.toBeNull();
  });

  it('leaves nothing to write to or settle with, even in the same transaction', async () => {
    const market = await settleable();
    const proof = fullTime().v2(KEYS);
    const content = contentOf(proof);
    const buffer = await TestBuffer.complete(chain, content);
    const afterClosing = async (instruction: Instruction) =>
      refusal(await chain.send([buffer.closeInstruction(), instruction], [buffer.owner]));
    expect(await afterClosing(market.settleFromBufferInstruction(buffer.address, proof))).toBe(3012);
    expect(await afterClosing(buffer.writeInstruction(0, Uint8Array.of(1)))).toBe(3012);
    expect(await afterClosing(buffer.closeInstruction())).toBe(3012);
    // The settled market stays settled.
    ok(
      await chain.send(
        [market.settleFromBufferInstruction(buffer.address, proof), buffer.closeInstruction()],
        [buffer.owner],
      ),
    );
    expect((await market.read()).state).toBe('Proposed');
  });
});

describe('the transactions of the library', () => {
  const local = {
    latestBlockhash: () => Promise.resolve(BLOCKHASH),
    simulate: () => Promise.reject(new Error('not asked')),
    account: (address: Address) => chain.account(address),
  };
  const programs = LOCALNET_PROGRAM_IDS;

  async function scene(options: MarketOptions = {}) {
    const { slot, seq, statKeys, market: about } = deepest();
    const market = await settleable({ ...about, ...options });
    const owner = chain.fundedKeypair();
    const parameters: BufferedSettleParameters = {
      programs,
      market: market.address,
      terms: market.terms,
      proof: slot.v2(statKeys, seq),
      owner: owner.address,
      payer: chain.payer.address,
      id: 3n,
    };
    const send = (transactions: ReturnType<typeof bufferedSettleTransactions>['transactions']) =>
      transactions.reduce(async (done, { instructions }) => {
        await done;
        ok(await chain.send(instructions, [owner]));
      }, Promise.resolve());
    const standing = () => readProofBuffer(local, programs, owner.address, 3n);
    return { market, owner, parameters, send, standing, slot, seq, statKeys };
  }
  const steps = ({ transactions }: ReturnType<typeof bufferedSettleTransactions>) =>
    transactions.map(({ step }) => step);

  it('create, write, settle and close, each within the size limit', async () => {
    const { market, owner, parameters, send, standing } = await scene();
    const built = bufferedSettleTransactions(parameters);
    expect(steps(built)).toEqual(['create', 'write', 'write', 'write', 'settle', 'close']);
    for (const payer of [owner.address, chain.payer.address]) {
      const { transactions } = bufferedSettleTransactions({ ...parameters, payer });
      const budget = budgetInstructions(1_400_000, 2n ** 60n);
      const sizes = transactions.map(
        ({ instructions }) => compile(payer, [...budget, ...instructions], BLOCKHASH).size,
      );
      expect(Math.max(...sizes)).toBe(TRANSACTION_LIMIT);
    }
    const { lamports = 0 } = (await chain.account(owner.address)) ?? {};
    await send(built.transactions);
    expect((await market.read()).state).toBe('Proposed');
    expect(await standing()).toBeNull();
    expect((await chain.account(owner.address))?.lamports).toBe(lamports);
  });

  it('resume an interrupted upload', async () => {
    const { market, parameters, send, standing } = await scene();
    const { transactions, content } = bufferedSettleTransactions(parameters);
    expect(await standing()).toBeNull();
    await send(transactions.slice(0, 1));
    expect(steps(bufferedSettleTransactions({ ...parameters, standing: await standing() }))).toEqual(
      steps({ transactions: transactions.slice(1) } as never),
    );
    // The second piece only.
    await send(transactions.slice(2, 3));
    const rest = bufferedSettleTransactions({ ...parameters, standing: await standing() });
    expect(steps(rest)).toEqual(['write', 'write', 'settle', 'close']);
    const data = (one?: { instructions: Instruction[] }) => one?.instructions[0]?.data;
    expect(rest.transactions.slice(0, 2).map(data)).toEqual([data(transactions[1]), data(transactions[3])]);
    await send(rest.transactions.slice(0, 2));
    expect((await standing())?.bytes).toEqual(content);
    const last = bufferedSettleTransactions({ ...parameters, standing: await standing() });
    expect(steps(last)).toEqual(['settle', 'close']);
    await send(last.transactions);
    expect((await market.read()).state).toBe('Proposed');
  });

  it('recreate a buffer with another announcement', async () => {
    const { market, parameters, send, standing, slot, seq, statKeys } = await scene();
    await send(bufferedSettleTransactions(parameters).transactions.slice(0, 2));
    const proof = slot.v3(statKeys, seq);
    const built = bufferedSettleTransactions({ ...parameters, proof, standing: await standing() });
    expect(built.transactions[0]?.instructions.length).toBe(2);
    await send(built.transactions);
    expect((await market.read()).state).toBe('Proposed');
  });

  it('put the signature before the settlement', async () => {
    const { market, parameters, send, slot, seq, statKeys } = await scene({ signer: SIGNER, finality: 'signed-final' });
    const proof = inV4(slot.v3(statKeys, seq));
    await send(bufferedSettleTransactions({ ...parameters, proof }).transactions);
    expect((await market.read()).state).toBe('Proposed');
    const unsigned = { ...market.terms, signer: null };
    expect(outcome(() => bufferedSettleTransactions({ ...parameters, terms: unsigned, proof }))).toBe(6207);
  });

  it('6242 when the proof fits no buffer', async () => {
    const { parameters } = await scene();
    const [node] = parameters.proof.mainTreeProof;
    const mainTreeProof = Array(300).fill(node);
    expect(
      outcome(() => bufferedSettleTransactions({ ...parameters, proof: { ...parameters.proof, mainTreeProof } })),
    ).toBe(6242);
  });

  it('return null without a buffer, and refuse another account with 7023', async () => {
    const { owner, standing } = await scene();
    const buffer = new TestBuffer(chain, owner, 3n);
    chain.setAccount(buffer.address, SYSTEM_PROGRAM_ID, new Uint8Array(0), 5);
    expect(await standing()).toBeNull();
    chain.setAccount(buffer.address, chain.address(), new Uint8Array(100));
    await expect(standing()).rejects.toMatchObject({ number: 7023 });
    chain.setAccount(buffer.address, programs.settlement, new Uint8Array(100));
    await expect(standing()).rejects.toMatchObject({ number: 7023 });
  });
});
