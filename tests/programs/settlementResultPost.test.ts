import { PublicKey } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatLeaf } from '../../ts/sdk/format/statValidationInput.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { type ResultSubject, resultAddress } from '../../ts/sdk/program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { resultBufferContent } from '../../ts/sdk/program/settlement/bufferContent.js';
import type { ResultProof } from '../../ts/sdk/program/wire/resultProof.js';
import { compactForm } from '../../ts/sdk/proof/compactForm.js';
import type { StatProof, StatProofV3 } from '../../ts/sdk/proof/proof.js';
import { toPublicKey } from '../../ts/sdk/web3/convert.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { FIXTURE, FULL_TIME } from '../helpers/settlement/market.js';
import { PublishedSlot, soccerStats, TestOracle, type Update } from '../helpers/settlement/match.js';
import { mistakenProof, publishMistaken } from '../helpers/settlement/mistakenLayout.js';
import {
  atPlace,
  eventNodeOf,
  orderKeyOf,
  RESULT_AT,
  RESULT_FORMS,
  resultSize,
  TestResult,
} from '../helpers/settlement/result.js';
import { unsignedBy, withRoles } from '../helpers/settlement/roles.js';
import { withPeriods } from '../helpers/settlement/signed.js';
import { withSportByte } from '../helpers/settlement/sportByte.js';
import { DAY, World } from '../helpers/world/world.js';

/** `post_result` and `post_result_from_buffer`: what is posted, what is refused, and what a post changes. */

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;

const { chain, oracle, fullTime, about } = new World({ time: FULL_TIME }).each();
let result: TestResult;

beforeEach(async () => {
  result = new TestResult(chain);
});

const final = (home = 2, away = 1, extra: Record<number, number> = {}): Update => ({
  status: 100,
  stats: soccerStats(home, away, extra),
});

/** The address of these seeds, bump included; `null` if it is on the curve. */
function derived(seeds: Uint8Array[]): Address | null {
  try {
    return PublicKey.createProgramAddressSync(seeds, toPublicKey(PROGRAM)).toBase58() as Address;
  } catch {
    return null;
  }
}

/** The account's bytes before and after. They must be equal. */
async function unchanged(change: () => Promise<unknown>, one = result): Promise<void> {
  const [before, lamports] = [await one.bytes(), await one.lamports()];
  await change();
  expect(await one.bytes()).toEqual(before);
  expect(await one.lamports()).toBe(lamports);
}

describe('post_result takes', () => {
  it.each(Object.entries(RESULT_FORMS))('a proof in form %s, byte for byte', async (_, form) => {
    const slot = fullTime(final(), final(2, 2));
    const posted = ok(await result.post(form(slot, [1, 2, 5], 1)));
    const { updateStats } = slot.v2([1], 1).summary;
    const bytes = (await result.bytes()) as Buffer;
    expect(bytes).toHaveLength(resultSize(3));
    const { bump } = resultAddress(result.subject, PROGRAM);
    const expected = Buffer.alloc(resultSize(3));
    expected.set([62, 156, 164, 146, 253, 216, 207, 198, 2, bump]);
    expected.set(addressBytes(result.payer.address), RESULT_AT.payer);
    expected.set(addressBytes(oracle.programId), RESULT_AT.oracleProgram);
    expected.writeBigInt64LE(BigInt(FIXTURE), RESULT_AT.fixtureId);
    expected.set([1, 0], RESULT_AT.sport);
    expected.writeBigUInt64LE(orderKeyOf(slot, 1), RESULT_AT.orderKey);
    expected.writeBigInt64LE(BigInt(updateStats.minTimestamp), RESULT_AT.minTimestamp);
    expected.writeBigInt64LE(BigInt(updateStats.maxTimestamp), RESULT_AT.maxTimestamp);
    expected.set(eventNodeOf(slot, 1), RESULT_AT.eventNode);
    expected.writeInt32LE(100, RESULT_AT.period);
    expected.writeUInt32LE(3, RESULT_AT.count);
    for (const [place, [key, value]] of [
      [1, 2],
      [2, 2],
      [5, 0],
    ].entries()) {
      const at = RESULT_AT.facts + 18 * place;
      expected.writeUInt32LE(key as number, at);
      expected.writeUInt8(value === 0 ? 0 : 1, at + 4);
      expected.writeInt32LE(value as number, at + 5);
      expected.writeUInt32LE(FULL_TIME, at + 9);
      expected.writeUInt32LE(chain.moment.slot, at + 13);
      expected.writeUInt8(1, at + 17);
    }
    expect(bytes.toString('hex')).toBe(expected.toString('hex'));
    expect(eventsOf(posted)).toEqual([
      {
        name: 'ResultPosted',
        result: result.address,
        fixture_id: BigInt(FIXTURE),
        sport: 1,
        finality: { Finalised: {} },
        order_key: orderKeyOf(slot, 1),
        period: 100,
        stat_keys: [1, 2, 5],
      },
    ]);
  });

  it('the same proof in every form, once: the others change nothing', async () => {
    const slot = fullTime(final());
    ok(await result.post(RESULT_FORMS.V2(slot, [1, 2, 5])));
    for (const form of Object.values(RESULT_FORMS))
      await unchanged(async () => {
        await chain.setTime(chain.now + 10);
        ok(await result.post(form(slot, [1, 2, 5])));
      });
  });

  it('keys in any order, which are stored sorted', async () => {
    const slot = fullTime(final());
    ok(await result.post(slot.v2([3001, 7, 2])));
    ok(await result.post(slot.v3([1, 1003, 8])));
    expect((await result.facts()).map(([key]) => key)).toEqual([1, 2, 7, 8, 1003, 3001]);
  });

  it('1 to 5 keys, the most that a proof has', async () => {
    const slot = fullTime(final());
    ok(await result.post(slot.v2([1, 2, 3, 4, 7])));
    const six = { ...slot.v2([1, 2, 3, 4, 7]), leaves: Array(6).fill({ stat: slot.leaf(1).stat, statProof: [] }) };
    await unchanged(async () => expect(refusal(await result.post(six))).toBe(6069));
  });

  it('facts until every key with a bit in the layout has one', async () => {
    const keys = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((block) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => 1000 * block + n));
    const slot = oracle.publish(FIXTURE, FULL_TIME, [
      { status: 100, stats: Object.fromEntries(keys.map((k) => [k, k])) },
    ]);
    for (let at = 0; at < keys.length; at += 5) ok(await result.post(slot.v3(keys.slice(at, at + 5))));
    expect(await result.facts()).toEqual(keys.map((key) => [key, key, FULL_TIME, true]));
    expect(await result.bytes()).toHaveLength(resultSize(64));
    expect(await result.lamports()).toBe(await chain.bank.rent(resultSize(64)));
  });

  it.each(Object.keys(RESULT_FORMS) as (keyof typeof RESULT_FORMS)[])(
    'a buffer of anybody with form %s',
    async (form) => {
      const slot = fullTime(final());
      const proof = RESULT_FORMS[form](slot, [1, 5]);
      const buffer = await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null }));
      ok(await result.postFromBuffer(buffer.address, proof));
      expect(await result.facts()).toEqual([
        [1, 2, FULL_TIME, true],
        [5, 0, FULL_TIME, true],
      ]);
      expect(eventsOf(ok(await result.postFromBuffer(buffer.address, proof)))).toMatchObject([
        { name: 'ResultPosted' },
      ]);
    },
  );

  it('a buffer with a witness', async () => {
    const slot = fullTime(final());
    const proof = RESULT_FORMS.V3(slot, [5, 6]);
    const [without, withIt] = [
      await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null })),
      await TestBuffer.complete(chain, resultBufferContent({ proof, witness: slot.leaf(7) })),
    ];
    expect(refusal(await result.postFromBuffer(without.address, proof))).toBe(6220);
    ok(await result.postFromBuffer(withIt.address, proof));
    expect(await result.facts()).toEqual([
      [5, 0, FULL_TIME, true],
      [6, 0, FULL_TIME, true],
    ]);
  });
});

describe('a buffer', () => {
  it('must be complete, and hold proof and witness to the last byte', async () => {
    const slot = fullTime(final());
    const proof = RESULT_FORMS.V2(slot, [1]);
    const content = resultBufferContent({ proof, witness: null });
    const partial = new TestBuffer(chain);
    ok(await partial.create(content));
    expect(refusal(await result.postFromBuffer(partial.address, proof))).toBe(6243);
    await partial.fill(content);
    for (const wrong of [Buffer.concat([content, Buffer.alloc(1)]), content.slice(0, -1), Buffer.from([9])]) {
      const buffer = await TestBuffer.complete(chain, wrong, chain.fundedKeypair());
      expect(refusal(await result.postFromBuffer(buffer.address, proof))).toBe(102);
    }
    expect(await result.bytes()).toBeNull();
    ok(await result.postFromBuffer(partial.address, proof));
  });

  it("is read at its own address, and is this program's", async () => {
    const slot = fullTime(final());
    const proof = RESULT_FORMS.V2(slot, [1]);
    const buffer = await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null }));
    const account = await chain.account(buffer.address);
    const copy = chain.address();
    chain.setAccount(copy, PROGRAM, account?.data ?? new Uint8Array(0));
    expect(refusal(await result.postFromBuffer(copy, proof))).toBe(6244);
    const foreign = chain.address();
    chain.setAccount(foreign, chain.address(), account?.data ?? new Uint8Array(0));
    expect(refusal(await result.postFromBuffer(foreign, proof))).toBe(3007);
    ok(await result.postFromBuffer(buffer.address, proof));
    expect(refusal(await result.postFromBuffer(result.address, proof))).toBe(3002);
  });
});

describe('the account', () => {
  it('is paid for by whoever posts, exactly its rent; only the creator is remembered', async () => {
    const slot = fullTime(final());
    const [anna, bert] = [result.payer, chain.fundedKeypair()];
    const balance = async ({ address }: { address: Address }) => (await chain.account(address))?.lamports ?? 0;
    const [annaBefore, bertBefore] = [await balance(anna), await balance(bert)];
    ok(await result.post(slot.v2([1])));
    const [first, grown] = [await chain.bank.rent(resultSize(1)), await chain.bank.rent(resultSize(3))];
    expect(await result.lamports()).toBe(first);
    expect(annaBefore - (await balance(anna))).toBe(first);
    ok(await result.post(slot.v2([1, 2, 7]), null, {}, bert));
    expect(await result.lamports()).toBe(grown);
    expect(bertBefore - (await balance(bert))).toBe(grown - first);
    expect(annaBefore - (await balance(anna))).toBe(first);
    expect((await result.read()).payer).toBe(anna.address);
    // Nothing more is needed for facts that are there.
    ok(await result.post(slot.v2([2, 7]), null, {}, bert));
    expect(bertBefore - (await balance(bert))).toBe(grown - first);
  });

  it('can be created where lamports lie already, and grows out of those beyond its rent', async () => {
    const slot = fullTime(final());
    const rent = await chain.bank.rent(resultSize(1));
    chain.setAccount(result.address, SYSTEM_PROGRAM_ID, new Uint8Array(0), rent - 1_000);
    const before = (await chain.account(result.payer.address))?.lamports ?? 0;
    ok(await result.post(slot.v2([1])));
    expect(before - ((await chain.account(result.payer.address))?.lamports ?? 0)).toBe(1_000);
    const gifted = { ...(await chain.account(result.address)) } as { data: Uint8Array; owner: Address };
    chain.setAccount(result.address, gifted.owner, gifted.data, 10 * rent);
    ok(await result.post(slot.v2([2])));
    expect(await result.lamports()).toBe(10 * rent);
    expect(before - ((await chain.account(result.payer.address))?.lamports ?? 0)).toBe(1_000);
  });

  it('has the canonical bump only', async () => {
    const slot = fullTime(final());
    const { bump } = resultAddress(result.subject, PROGRAM);
    const tail = [Buffer.alloc(8), Buffer.from([1]), Buffer.from([0])] as const;
    tail[0].writeBigInt64LE(BigInt(FIXTURE));
    let tried = 0;
    for (let other = bump - 1; tried < 3; other--) {
      const seeds = [Buffer.from('result'), addressBytes(oracle.programId), ...tail, Buffer.from([other])];
      const address = derived(seeds);
      if (address === null) continue;
      tried++;
      expect(refusal(await result.post(slot.v2([1]), null, { result: address }))).toBe(6252);
      expect(await chain.account(address)).toBeNull();
    }
    expect(tried).toBe(3);
    ok(await result.post(slot.v2([1])));
  });

  it('6252 of another fixture, sport, policy or oracle is not written to', async () => {
    const slot = fullTime(final());
    const others: [TestResult, StatProof][] = [
      [about({ fixtureId: FIXTURE + 1 }), new PublishedSlot(slot.batch, FIXTURE + 1).v2([1])],
      // No zeros, because a zero would show the sport.
      [about({ sport: 'basketball' }), slot.v2([1])],
      [about({ finality: 'half-time' }), slot.v2([1003])],
    ];
    const foreign = new TestOracle(chain, chain.address());
    const theirs = about({ oracleProgram: foreign.programId });
    others.push([theirs, foreign.publish(FIXTURE, FULL_TIME, [final()]).v2([1])]);
    for (const [other, proof] of others) ok(await other.post(proof));
    ok(await result.post(slot.v2([1])));
    for (const [other] of others) {
      const before = await other.bytes();
      // The proper accounts but another result's.
      expect(refusal(await result.post(slot.v2([1]), null, { result: other.address }))).toBe(6252);
      expect(await other.bytes()).toEqual(before);
    }
  });

  it('at the right address but of another program or kind is refused', async () => {
    const slot = fullTime(final());
    ok(await result.post(slot.v2([1])));
    const bytes = (await result.bytes()) as Buffer;
    const put = (owner: Address, data: Uint8Array) => chain.setAccount(result.address, owner, data);
    const edited = (place: number, value: number) => {
      const data = Buffer.from(bytes);
      data[place] = value;
      return data;
    };
    put(chain.address(), bytes);
    expect(refusal(await result.post(slot.v2([2])))).toBe(3007);
    put(PROGRAM, edited(0, 0));
    expect(refusal(await result.post(slot.v2([2])))).toBe(3002);
    put(PROGRAM, new Uint8Array(0));
    expect(refusal(await result.post(slot.v2([2])))).toBe(3001);
    for (const data of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)]), bytes.subarray(0, 20)]) {
      put(PROGRAM, data);
      expect(refusal(await result.post(slot.v2([2])))).toBe(3003);
    }
    for (const version of [1, 3]) {
      put(PROGRAM, edited(RESULT_AT.version, version));
      expect(refusal(await result.post(slot.v2([2])))).toBe(6251);
    }
    put(PROGRAM, edited(RESULT_AT.bump, (bytes[RESULT_AT.bump] ?? 0) - 1));
    expect(refusal(await result.post(slot.v2([2])))).toBe(6252);
    put(PROGRAM, bytes);
    ok(await result.post(slot.v2([2])));
  });

  it('3010 needs the payer to sign, and 2000 all accounts to be writable', async () => {
    const slot = fullTime(final());
    const instruction = result.postInstruction(slot.v2([1]));
    expect(refusal(await chain.send([unsignedBy(instruction)]))).toBe(3010);
    const fixed = withRoles(instruction, (_, place) => (place === 1 ? { writable: false } : {}));
    expect(refusal(await chain.send([fixed], [result.payer]))).toBe(2000);
  });
});

describe('the subject', () => {
  it('6217 is the fixture of the proof', async () => {
    const slot = fullTime(final());
    const other = about({ fixtureId: FIXTURE + 1 });
    for (const form of [RESULT_FORMS.V2, RESULT_FORMS.V3, RESULT_FORMS.V4])
      expect(refusal(await other.post(form(slot, [1])))).toBe(6217);
    // The compact form names no fixture: it leads to the root for its own only.
    expect(refusal(await other.post(RESULT_FORMS.Compact(slot, [1])))).toBe(6004);
    const proof = slot.v2([1]);
    const relabelled = { ...proof, summary: { ...proof.summary, fixtureId: FIXTURE + 1 } };
    expect(refusal(await other.post(relabelled))).toBe(6004);
    expect(await other.bytes()).toBeNull();
  });

  it.each([0, 3, 4, 5, 7, 255])('6253 has no sport %i', async (byte) => {
    const one = about({});
    const posting = withSportByte(one.postInstruction(fullTime(final()).v2([1])), byte);
    expect(refusal(await chain.send([posting], [one.payer]))).toBe(6253);
  });

  it('6073 a zero is proven with the layout of the sport', async () => {
    const slot = fullTime(final());
    const basketball = about({ sport: 'basketball' });
    for (const form of [RESULT_FORMS.V2, RESULT_FORMS.V3])
      expect(refusal(await basketball.post(form(slot, [1, 5])))).toBe(6073);
    expect(await basketball.bytes()).toBeNull();
  });

  it('6203 is never signed-final', async () => {
    for (const form of Object.values(RESULT_FORMS)) {
      const signed = about({ finality: 'signed-final' });
      expect(refusal(await signed.post(form(fullTime(final()), [1])))).toBe(6203);
    }
  });

  it('102 is one of the known policies', async () => {
    const instruction = result.postInstruction(fullTime(final()).v2([1]));
    const data = Uint8Array.from(instruction.data);
    data[8 + 8 + 1] = 4;
    expect(refusal(await chain.send([{ ...instruction, data }], [result.payer]))).toBe(102);
  });
});

describe('the keys', () => {
  it('6202 have a bit in the layout and are distinct', async () => {
    const stats = soccerStats(2, 1, { 9: 4, 8001: 3, 99: 1 });
    const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats }]);
    for (const keys of [[9], [1, 99], [8001]])
      for (const form of Object.values(RESULT_FORMS))
        expect(refusal(await result.post(form(slot, keys))), `${keys}`).toBe(6202);
    expect(refusal(await result.post(slot.v2([1, 1])))).toBe(6202);
    expect(await result.bytes()).toBeNull();
  });

  it.each<[Sport, ResultSubject['finality'], number, number[], number[]]>([
    ['soccer', 'regular-time', 5, [1, 8, 1001, 2002, 3003], [4001, 5001, 6001, 7001]],
    ['basketball', 'regular-time', 9, [1, 1001, 2001, 10001, 20001, 30001, 40001], []],
    ['us-football', 'regular-time', 10, [1, 1001, 2001, 10001, 40001], []],
    ['soccer', 'half-time', 3, [1001, 1008], [1, 2001, 3001, 4001]],
    ['basketball', 'half-time', 5, [1001, 10001, 20001], [1, 2001, 30001, 40001]],
    ['us-football', 'half-time', 5, [1001, 10001, 20001], [1, 2001, 30001, 40001]],
    ['soccer', 'finalised', 100, [1, 1001, 2001, 4001, 7001], []],
  ])('6203 of %s %s are those that the policy allows', async (sport, finality, status, allowed, refused) => {
    const stats = Object.fromEntries([...allowed, ...refused].map((key, i) => [key, i + 1]));
    const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status, stats }], { sport });
    for (const key of allowed) {
      ok(await about({ sport, finality }).post(slot.v2([key])));
      for (const other of refused)
        expect(refusal(await about({ sport, finality }).post(slot.v3([key, other]))), `${other}`).toBe(6203);
    }
  });
});

describe('the period', () => {
  it.each<[Sport, ResultSubject['finality'], number[], number[], number[]]>([
    ['soccer', 'finalised', [1, 2], [100], [3, 4, 5, 6, 10, 13, 15, 16, 99, 101]],
    ['soccer', 'regular-time', [1, 2], [5, 6], [3, 4, 9, 10, 13, 100]],
    // Unlike in a market, whatever the keys.
    ['soccer', 'regular-time', [1001, 3002], [5, 6], [3, 9, 10, 100]],
    ['soccer', 'half-time', [1001, 1002], [3, 100], [2, 4, 5]],
    ['basketball', 'finalised', [1, 2], [100], [9, 10, 13]],
    ['basketball', 'regular-time', [10001, 2002], [9, 10], [5, 6, 8, 13, 100]],
    ['basketball', 'half-time', [1001, 20002], [5, 100], [3, 4, 6, 9]],
    ['us-football', 'regular-time', [1, 10001], [9, 10], [5, 6, 8, 100, 1011]],
    ['us-football', 'half-time', [10001, 1002], [5, 100], [3, 4, 6]],
  ])('6219 of %s %s %j decides', async (sport, finality, keys, accepted, refused) => {
    const stats = Object.fromEntries(keys.map((key, i) => [key, 3 - i]));
    let slots = 0;
    const post = (status: number) => {
      const slot = oracle.publish(FIXTURE, FULL_TIME + 300 * slots++, [{ status, stats }], { sport });
      const one = about({ sport, finality });
      return [one, one.post(slot.v3(keys))] as const;
    };
    for (const status of refused) expect(refusal(await post(status)[1]), `period ${status}`).toBe(6219);
    for (const status of accepted) {
      const [one, outcome] = post(status);
      ok(await outcome);
      expect((await one.read()).period).toBe(status);
    }
  });

  it('6219 a record without a status decides nothing', async () => {
    const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: null, stats: soccerStats(1, 0) }]);
    expect(refusal(await result.post(slot.v2([1])))).toBe(6219);
  });

  it('6200 is for fixtures that no client could hold', async () => {
    for (const fixtureId of [-1, 0, 2 ** 48]) {
      const slot = oracle.publish(fixtureId, FULL_TIME, [final()]);
      const one = about({ fixtureId });
      expect(refusal(await one.post(slot.v2([1, 2]))), `${fixtureId}`).toBe(6200);
      expect(await one.bytes()).toBeNull();
    }
    ok(await about({ fixtureId: 1 }).post(oracle.publish(1, FULL_TIME, [final()]).v2([1, 2])));
  });

  it('6220 zeros prove none; the witness does, in every form', async () => {
    const slot = fullTime(final());
    for (const form of Object.values(RESULT_FORMS)) expect(refusal(await result.post(form(slot, [5, 6])))).toBe(6220);
    expect(await result.bytes()).toBeNull();
    for (const [i, form] of [RESULT_FORMS.V2, RESULT_FORMS.V3, RESULT_FORMS.V4].entries()) {
      const one = about({ fixtureId: FIXTURE });
      ok(await one.post(form(slot, [5, 6]), slot.leaf(7)));
      expect((await one.read()).facts, `${i}`).toEqual([
        { key: 5, present: false, value: 0, since: chain.momentAt(FULL_TIME), current: true },
        { key: 6, present: false, value: 0, since: chain.momentAt(FULL_TIME), current: true },
      ]);
    }
    const compact: ResultProof = {
      kind: 'Compact',
      statKeys: [5, 6],
      proof: compactForm(slot.v3([5, 6]), slot.leaf(7)),
    };
    await unchanged(async () => ok(await result.post(compact)));
  });

  it('6103 the compact form carries its own witness and takes no other', async () => {
    const slot = fullTime(final());
    expect(refusal(await result.post(RESULT_FORMS.Compact(slot, [1]), slot.leaf(7)))).toBe(6103);
    const statKeys = [5];
    const proof = compactForm(slot.v3(statKeys), slot.leaf(7));
    expect(refusal(await result.post({ kind: 'Compact', statKeys, proof }, slot.leaf(7)))).toBe(6103);
    // And as many keys as values, each of them once.
    const refused = [[], [5, 6], [5, 5], [7], [6]].map((wrong) => ({
      kind: 'Compact' as const,
      statKeys: wrong,
      proof,
    }));
    const numbers = await Promise.all(refused.map(async (wrong) => refusal(await result.post(wrong))));
    expect(numbers).toEqual([6069, 6103, 6103, 6076, null]);
  });

  it('the witness is of the same update, and its period decides too', async () => {
    const slot = fullTime({ status: 4, stats: soccerStats(0, 0) }, final(0, 0));
    // Its own update decides, the proven one does not.
    expect(refusal(await result.post(slot.v2([1, 2], 0), slot.leaf(7, 1)))).toBe(6023);
    expect(refusal(await result.post(slot.v2([1, 2], 0), slot.leaf(7, 0)))).toBe(6219);
    // A zero is no witness: it has no path.
    expect(refusal(await result.post(slot.v2([1, 2], 1), slot.leaf(5, 1)))).toBe(6023);
    ok(await result.post(slot.v2([1, 2], 1), slot.leaf(7, 1)));
    const forged: StatLeaf = { ...slot.leaf(7, 0), stat: { ...slot.leaf(7, 0).stat, period: 100 } };
    expect(refusal(await result.post(slot.v2([1, 2], 0), forged))).toBe(6023);
  });

  it('of a zero stat is not read', async () => {
    const slot = fullTime(final());
    const proof = withPeriods(slot.v3([1, 5]), 100, 77);
    ok(await result.post(proof));
    expect((await result.read()).period).toBe(100);
    const only = withPeriods(slot.v3([5]), 100);
    expect(refusal(await result.post(only))).toBe(6220);
  });

  it('each post proves it anew', async () => {
    const slot = fullTime(final());
    ok(await result.post(slot.v2([1])));
    await unchanged(async () => expect(refusal(await result.post(slot.v2([5])))).toBe(6220));
    ok(await result.post(slot.v2([5]), slot.leaf(1)));
    expect(await result.facts()).toEqual([
      [1, 2, FULL_TIME, true],
      [5, 0, FULL_TIME, true],
    ]);
  });
});

describe('the time', () => {
  it('6254 is at most 90 days after an event that is new to the result, to the second', async () => {
    const slot = oracle.publish(FIXTURE, FULL_TIME + 0.25, [final(), final()]);
    const { maxTimestamp } = slot.v2([1]).summary.updateStats;
    expect(maxTimestamp).toBe(FULL_TIME * 1_000 + 1_250);
    const end = FULL_TIME + 1 + 90 * DAY;
    await chain.setTime(end + 1);
    for (const form of Object.values(RESULT_FORMS)) expect(refusal(await result.post(form(slot, [1])))).toBe(6254);
    expect(await result.bytes()).toBeNull();
    await chain.setTime(end);
    ok(await result.post(slot.v2([1])));
    // Also of a later event.
    const later = oracle.publish(FIXTURE, FULL_TIME + 300, [final()]);
    await chain.setTime(FULL_TIME + 300 + 90 * DAY + 1);
    await unchanged(async () => expect(refusal(await result.post(later.v2([1])))).toBe(6254));
    await chain.setTime(FULL_TIME + 300 + 90 * DAY);
    ok(await result.post(later.v2([1])));
  });

  it("is of no matter at the result's own event: nobody makes a fact unreadable for good", async () => {
    const [first, later] = [fullTime(final()), oracle.publish(FIXTURE, FULL_TIME + 300, [final()])];
    ok(await result.post(first.v2([1, 2])));
    // The last moment at which the later event is new.
    const end = FULL_TIME + 300 + 90 * DAY;
    await chain.setTime(end);
    ok(await result.post(later.v2([2])));
    expect(await result.facts()).toEqual([
      [1, 2, FULL_TIME, false],
      [2, 1, FULL_TIME, true],
    ]);
    await chain.setTime(end + 170 * DAY);
    expect(refusal(await result.post(first.v2([1])))).toBe(6222);
    for (const form of Object.values(RESULT_FORMS)) ok(await result.post(form(later, [1])));
    ok(await result.post(later.v2([7])));
    expect(await result.facts()).toEqual([
      [1, 2, FULL_TIME, true],
      [2, 1, FULL_TIME, true],
      [7, 5, end + 170 * DAY, true],
    ]);
  });

  it('is of no matter either for a half-time result, which always has a later update', async () => {
    const half = about({ finality: 'half-time' });
    const stats = soccerStats(2, 1, { 1001: 1, 1002: 1 });
    const later = fullTime({ status: 100, stats });
    ok(await half.post(oracle.publish(FIXTURE, FULL_TIME - 3_600, [{ status: 3, stats }]).v2([1001])));
    ok(await half.post(later.v2([1002])));
    await chain.setTime(FULL_TIME + 91 * DAY);
    ok(await half.post(later.v2([1001])));
    expect((await half.facts()).map(([key, , , current]) => [key, current])).toEqual([
      [1001, true],
      [1002, true],
    ]);
  });

  it('nor for a contradiction', async () => {
    ok(await result.post(fullTime(final()).v2([1])));
    await chain.setTime(FULL_TIME + 100 * DAY);
    ok(await result.post(fullTime(final(3)).v2([1])));
    expect((await result.read()).contradicted).toBe(true);
  });
});

describe('the roots account', () => {
  it('is at the derived address of its owner, for the day of the proof', async () => {
    const slot = fullTime(final());
    const proof = slot.v2([1]);
    const { epochDay } = slot.batch.time;
    const bytes = oracle.bytes(epochDay);
    const put = oracle.place.bind(oracle);
    const edited = (edit: (data: Buffer) => void) => oracle.edited(epochDay, edit);
    const own = oracle.programId;
    for (const form of Object.values(RESULT_FORMS)) {
      const post = (addresses: { roots: Address }) => result.post(form(slot, [1]), null, addresses);
      // Another owner is another oracle, at whose address the bytes do not lie.
      expect(refusal(await post(put(chain.address(), bytes)))).toBe(6235);
      expect(refusal(await post(put(ZERO_ADDRESS, bytes)))).toBe(6235);
      expect(refusal(await post(put(own, bytes)))).toBe(6235);
      expect(refusal(await post({ roots: chain.address() }))).toBe(6011);
      expect(refusal(await post(put(own, bytes.subarray(0, 9231))))).toBe(6011);
    }
    const bumped = edited((data) => data.writeUInt8((data[10 + 288 * 32] ?? 0) - 1, 10 + 288 * 32));
    expect(refusal(await result.post(proof, null, put(own, bumped, oracle.roots(epochDay))))).toBe(6235);
    const unmarked = edited((data) => data.writeUInt8(0, 0));
    expect(refusal(await result.post(proof, null, put(own, unmarked)))).toBe(6008);
    const ofNextDay = edited((data) => data.writeUInt16LE(epochDay + 1, 8));
    expect(refusal(await result.post(proof, null, put(own, ofNextDay)))).toBe(2006);
    const empty = edited((data) => data.fill(0, 10, 10 + 288 * 32));
    expect(refusal(await result.post(proof, null, put(own, empty, oracle.roots(epochDay))))).toBe(6007);
    expect(await result.bytes()).toBeNull();
    put(own, bytes, oracle.roots(epochDay));
    ok(await result.post(proof));
  });

  it("6252 of another oracle program fills that oracle's result and no other", async () => {
    const foreign = new TestOracle(chain, chain.address());
    const theirs = about({ oracleProgram: foreign.programId });
    const slot = fullTime(final());
    const false_ = foreign.publish(FIXTURE, FULL_TIME, [final(9, 0)]);
    const { epochDay } = slot.batch.time;
    expect(refusal(await result.post(false_.v2([1]), null, { roots: foreign.roots(epochDay) }))).toBe(6252);
    expect(await result.bytes()).toBeNull();
    ok(await result.post(slot.v2([1])));
    await unchanged(async () => {
      const outcome = await result.post(false_.v2([1]), null, { roots: foreign.roots(epochDay) });
      expect(refusal(outcome)).toBe(6252);
    });
    expect(refusal(await result.post(false_.v2([1])))).toBe(6004);
    ok(await theirs.post(false_.v2([1])));
    expect((await theirs.read()).oracleProgram).toBe(foreign.programId);
    expect(await result.facts()).toEqual([[1, 2, FULL_TIME, true]]);
  });
});

describe('order', () => {
  const [early, late] = [FULL_TIME, FULL_TIME + 300];

  it('6222 a smaller order key is refused and changes nothing', async () => {
    const slot = fullTime(final(1), final(2), final(3));
    ok(await result.post(slot.v2([1], 1)));
    for (const form of Object.values(RESULT_FORMS))
      await unchanged(async () => expect(refusal(await result.post(form(slot, [1], 0)))).toBe(6222));
    await unchanged(async () => expect(refusal(await result.post(slot.v2([2], 0)))).toBe(6222));
    ok(await result.post(slot.v2([1], 2)));
    // Also of an earlier slot and day.
    const before = oracle.publish(FIXTURE, FULL_TIME - 300, [final(), final(), final(), final()]);
    await unchanged(async () => expect(refusal(await result.post(before.v2([1], 3)))).toBe(6222));
    const yesterday = oracle.publish(FIXTURE, FULL_TIME - DAY, [final()]);
    await unchanged(async () => expect(refusal(await result.post(yesterday.v2([1])))).toBe(6222));
  });

  it('an equal key of the same event adds facts', async () => {
    const slot = fullTime(final());
    ok(await result.post(slot.v2([1])));
    await chain.setTime(FULL_TIME + 50);
    ok(await result.post(slot.v3([2, 1])));
    expect(await result.facts()).toEqual([
      [1, 2, FULL_TIME, true],
      [2, 1, FULL_TIME + 50, true],
    ]);
    expect((await result.read()).contradicted).toBe(false);
  });

  it('a greater key replaces the event and clears only `current`', async () => {
    const slots = [early, late].map((time, i) => oracle.publish(FIXTURE, time, [final(2 + i, 1)]));
    const [first, second] = slots as [PublishedSlot, PublishedSlot];
    ok(await result.post(first.v2([1, 2, 7])));
    await chain.setTime(late);
    ok(await result.post(second.v2([1])));
    const { updateStats } = second.v2([1]).summary;
    expect(await result.read()).toMatchObject({
      orderKey: orderKeyOf(second),
      minTimestamp: updateStats.minTimestamp,
      maxTimestamp: updateStats.maxTimestamp,
      eventNode: eventNodeOf(second, 0),
      contradicted: false,
    });
    expect(await result.facts()).toEqual([
      [1, 3, late, true],
      [2, 1, early, false],
      [7, 5, early, false],
    ]);
    // The same value keeps its time, though another event was between.
    await chain.setTime(late + 100);
    ok(await result.post(second.v3([2])));
    expect(await result.facts()).toEqual([
      [1, 3, late, true],
      [2, 1, early, true],
      [7, 5, early, false],
    ]);
  });

  it('a value that goes and comes back is of now', async () => {
    const slot = fullTime(final(2), final(3), final(2, 2));
    for (const seq of [0, 1, 2]) {
      await chain.setTime(FULL_TIME + 10 * seq);
      ok(await result.post(slot.v2([1], seq)));
      expect(await result.facts()).toEqual([[1, 2 + (seq % 2), FULL_TIME + 10 * seq, true]]);
    }
  });

  it('a stat that becomes zero, and back', async () => {
    const slot = fullTime(final(2), final(0), final(0, 2), final(2, 3));
    const times = [0, 10, 10, 30];
    for (const [seq, at] of times.entries()) {
      await chain.setTime(FULL_TIME + 10 * seq);
      ok(await result.post(slot.v2([1, 7], seq)));
      const present = seq % 3 === 0;
      expect((await result.read()).facts[0], `${seq}`).toEqual({
        key: 1,
        present,
        value: present ? 2 : 0,
        since: chain.momentAt(FULL_TIME + at),
        current: true,
      });
    }
  });

  it('equal neighbouring updates are two events: the later replaces the earlier and keeps its times', async () => {
    const slot = fullTime(final(), final());
    const first = atPlace(slot, slot.v2([1, 2], 0), 0);
    const second = atPlace(slot, slot.v3([1], 0), 1);
    ok(await result.post(first));
    expect((await result.read()).orderKey).toBe(orderKeyOf(slot, 0));
    await chain.setTime(FULL_TIME + 60);
    ok(await result.post(second));
    expect(await result.read()).toMatchObject({
      orderKey: orderKeyOf(slot, 1),
      eventNode: eventNodeOf(slot, 0),
      contradicted: false,
    });
    expect(await result.facts()).toEqual([
      [1, 2, FULL_TIME, true],
      [2, 1, FULL_TIME, false],
    ]);
    await unchanged(async () => expect(refusal(await result.post(first))).toBe(6222));
  });
});

describe('a contradiction', () => {
  const BASKETBALL = 'basketball';

  /** A result for the mistaken sport, and two valid proofs of one update that disagree about one key. */
  const mistaken = () => {
    const slot = publishMistaken(oracle, FULL_TIME, FIXTURE, 'soccer', 'basketball');
    return { ...slot, one: about({ sport: BASKETBALL }) };
  };

  it('is another value of the same event, in either order', async () => {
    for (const lieFirst of [true, false]) {
      const { one, lie, truth, witness, slot } = mistaken();
      chain.bank.remove(one.address);
      ok(lieFirst ? await one.post(lie, witness) : await one.post(truth));
      const before = (await one.bytes()) as Buffer;
      await chain.setTime(chain.now + 5);
      const outcome = ok(lieFirst ? await one.post(truth) : await one.post(lie, witness));
      expect(eventsOf(outcome)).toEqual([
        { name: 'ResultContradicted', result: one.address, order_key: orderKeyOf(slot) },
      ]);
      // Only the flag.
      before[RESULT_AT.contradicted] = 1;
      expect(await one.bytes()).toEqual(before);
    }
  });

  it('adds no fact beside it', async () => {
    const { one, lie, truth, witness, slot, key } = mistaken();
    ok(await one.post(lie, witness));
    ok(await one.post(slot.v2([1, key])));
    expect((await one.facts()).map(([shown]) => shown)).toEqual([key]);
    expect((await one.read()).contradicted).toBe(true);
    expect(truth.leaves).toHaveLength(1);
  });

  it('is another event, other timestamps or another period at the order key', async () => {
    const slot = fullTime(final());
    ok(await result.post(slot.v2([1])));
    const bytes = (await result.bytes()) as Buffer;
    const edits: ((data: Buffer) => void)[] = [
      (data) => data.writeUInt8((data[RESULT_AT.eventNode] ?? 0) ^ 1, RESULT_AT.eventNode),
      (data) => data.writeUInt8((data[RESULT_AT.eventNode + 31] ?? 0) ^ 1, RESULT_AT.eventNode + 31),
      (data) => data.writeBigInt64LE(BigInt(FULL_TIME * 1_000 - 1), RESULT_AT.minTimestamp),
      (data) => data.writeBigInt64LE(BigInt(FULL_TIME * 1_000 + 1), RESULT_AT.maxTimestamp),
      (data) => data.writeInt32LE(5, RESULT_AT.period),
    ];
    for (const edit of edits) {
      const data = Buffer.from(bytes);
      edit(data);
      chain.setAccount(result.address, PROGRAM, data);
      ok(await result.post(slot.v2([1])));
      data[RESULT_AT.contradicted] = 1;
      expect(await result.bytes()).toEqual(data);
    }
  });

  it('shows in two published truths: the oracle replaces a root', async () => {
    const first = fullTime(final(2, 1)).v2([1]);
    ok(await result.post(first));
    // Another event in the same slot and place, and then only other timestamps.
    const other = fullTime(final(2, 2)).v2([1]);
    ok(await result.post(other));
    expect((await result.read()).contradicted).toBe(true);
    const second = about({ fixtureId: FIXTURE + 50 });
    ok(await second.post(oracle.publish(FIXTURE + 50, FULL_TIME, [final()]).v2([1])));
    ok(await second.post(oracle.publish(FIXTURE + 50, FULL_TIME + 1, [final()]).v2([1])));
    expect((await second.read()).contradicted).toBe(true);
    // A later index alone is a later event.
    const third = about({ fixtureId: FIXTURE + 60 });
    const two = oracle.publish(FIXTURE + 60, FULL_TIME, [final(), final()]);
    ok(await third.post(two.v2([1], 0)));
    ok(await third.post(two.v2([1], 1)));
    expect((await third.read()).contradicted).toBe(false);
  });

  it('6255 is the last post: not the same event again, no other key, no earlier or later event', async () => {
    const earlier = publishMistaken(oracle, FULL_TIME - 300, FIXTURE, 'soccer', 'basketball');
    const later = publishMistaken(oracle, FULL_TIME + 300, FIXTURE, 'soccer', 'basketball');
    const { one, lie, truth, witness, slot } = mistaken();
    ok(await one.post(lie, witness));
    ok(await one.post(truth));
    expect(await one.read()).toMatchObject({ contradicted: true, orderKey: orderKeyOf(slot) });
    await chain.setTime(FULL_TIME + 300);
    await unchanged(async () => {
      for (const proof of [truth, slot.v2([1]), earlier.truth, later.truth])
        expect(refusal(await one.post(proof))).toBe(6255);
      expect(refusal(await one.post(lie, witness))).toBe(6255);
    }, one);
  });

  it('with a fact of an earlier event is none', async () => {
    const { one, witness, key } = mistaken();
    const later = publishMistaken(oracle, FULL_TIME + 300, FIXTURE, 'soccer', 'basketball');
    const first = publishMistaken(oracle, FULL_TIME, FIXTURE, 'soccer', 'basketball');
    ok(await one.post(first.truth));
    ok(await one.post(later.slot.v2([1])));
    expect(await one.facts()).toEqual([
      [1, 3, FULL_TIME, true],
      [key, 1, FULL_TIME, false],
    ]);
    ok(await one.post(mistakenProof(later.slot, 'soccer', 'basketball'), later.witness));
    expect(witness.stat.key).toBe(1);
    expect((await one.read()).contradicted).toBe(false);
    expect(await one.facts()).toEqual([
      [1, 3, FULL_TIME, true],
      [key, 0, FULL_TIME, true],
    ]);
  });

  it('from a buffer is one too', async () => {
    const { one, lie, slot, witness, key } = mistaken();
    ok(await one.post(lie, witness));
    const proof = RESULT_FORMS.V3(slot, [key]);
    const buffer = await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null }));
    ok(await one.postFromBuffer(buffer.address, proof));
    expect((await one.read()).contradicted).toBe(true);
  });
});

describe('what the verifier refuses', () => {
  it('comes through with its number, in every form', async () => {
    const slot = fullTime(final(), final(2, 2));
    const proof = slot.v2([1, 2]);
    const { updateStats } = proof.summary;
    const stats = (change: object) => ({
      ...proof,
      summary: { ...proof.summary, updateStats: { ...updateStats, ...change } },
    });
    const leaf = <P extends { leaves: readonly StatLeaf[] }>(from: P, change: object): P => ({
      ...from,
      leaves: from.leaves.map((one, i) => (i === 0 ? { ...one, stat: { ...one.stat, ...change } } : one)),
    });
    const v3: StatProofV3 = slot.v3([1, 2]);
    const cases: [number, Parameters<TestResult['post']>[0]][] = [
      [6010, { ...proof, ts: (proof.ts + 1) as Milliseconds }],
      [6005, stats({ maxTimestamp: updateStats.minTimestamp - 1 })],
      [6100, stats({ updateCount: 0 })],
      [6004, stats({ updateCount: 4 })],
      [6004, stats({ maxTimestamp: updateStats.maxTimestamp + 1 })],
      [6022, { ...proof, fixtureProof: [...proof.fixtureProof].reverse() }],
      [6022, { ...proof, eventStatRoot: slot.v2([1], 1).eventStatRoot }],
      [6004, { ...proof, mainTreeProof: [] }],
      [6023, leaf(proof, { value: 3 })],
      [6023, leaf(proof, { period: 99 })],
      [6023, leaf(v3, { value: 3 })],
      [6023, leaf(v3, { period: 99 })],
    ];
    for (const [number, changed] of cases) expect(refusal(await result.post(changed)), `${number}`).toBe(number);
    expect(await result.bytes()).toBeNull();
    ok(await result.post(proof));
  });
});
