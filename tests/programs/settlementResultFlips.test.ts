import { beforeAll, describe, expect, it } from 'vitest';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { ResultProof } from '../../ts/sdk/program/wire/resultProof.js';
import { compactForm } from '../../ts/sdk/proof/compactForm.js';
import { ok } from '../helpers/settlement/chain.js';
import { FULL_TIME } from '../helpers/settlement/market.js';
import { RESULT_FORMS } from '../helpers/settlement/result.js';
import { World } from '../helpers/world/world.js';
import { Sender } from './model/sender.js';

/**
 * Changes every bit, and more, of what `post_result` is given: the result either stays as it is, byte for byte, or the
 * post is refused with a number. So nothing is entered, and nothing contradicts, that the oracle has not published.
 */

const SEED = 20_260_923;
const MUTATIONS = 1_500;
/** Where fixture, sport, policy and attesters end and the proof begins. */
const PROOF_AT = 8 + 8 + 1 + 1 + 1;

const { chain, fullTime, about } = new World({ time: FULL_TIME });
const sender = new Sender(chain.bank, chain.fundedKeypair());
const result = about();
const stats = { 1: 2, 2: 1, 5: 0, 7: 4 };
const slot = fullTime({ status: 100, stats }, { status: 100, stats: { ...stats, 1: 3 } });

beforeAll(async () => {
  ok(await result.post(slot.v2([1, 5])));
});

/** Proofs of what the result says already, so that posting them changes nothing; and how many flips do not matter. */
const FORMS: Readonly<Record<string, readonly [free: number, build: () => Instruction]>> = {
  // Nothing binds the period beside a zero.
  v2: [32, () => result.postInstruction(RESULT_FORMS.V2(slot, [1, 5]))],
  v3: [32, () => result.postInstruction(RESULT_FORMS.V3(slot, [1, 5]))],
  'v2 with a witness': [32, () => result.postInstruction(RESULT_FORMS.V2(slot, [5]), slot.leaf(1))],
  compact: [0, () => result.postInstruction(RESULT_FORMS.Compact(slot, [1, 5]))],
  'compact with a witness': [
    0,
    () => {
      const proof: ResultProof = {
        kind: 'Compact',
        statKeys: [5],
        proof: compactForm(slot.v3([5]), slot.leaf(1)),
      };
      return result.postInstruction(proof);
    },
  ],
};

/** Whether it is accepted; then the result must be what it was. */
async function isAccepted(instruction: Instruction, data: Uint8Array, before: Buffer): Promise<boolean> {
  const { answer, logs } = await sender.send([{ ...instruction, data }], [result.payer]);
  if (answer !== null && typeof answer !== 'number') throw new Error(`${answer}\n${logs().join('\n')}`);
  if (answer !== null) return false;
  expect(await result.bytes()).toEqual(before);
  return true;
}

describe.each(Object.entries(FORMS))('post_result, %s', (_, [free, build]) => {
  it('with any one bit changed', async () => {
    const instruction = build();
    const before = (await result.bytes()) as Buffer;
    expect(await isAccepted(instruction, instruction.data, before), 'the proof itself').toBe(true);
    const data = Uint8Array.from(instruction.data);
    const accepted: number[] = [];
    for (let byte = 8; byte < data.length; byte++) {
      const was = data[byte] ?? 0;
      for (let bit = 0; bit < 8; bit++) {
        data[byte] = was ^ (1 << bit);
        if (await isAccepted(instruction, data, before)) accepted.push(byte);
      }
      data[byte] = was;
    }
    expect(accepted.filter((byte) => byte < PROOF_AT)).toEqual([]);
    expect(accepted, `${accepted}`).toHaveLength(free);
    expect(await result.bytes()).toEqual(before);
  });

  it(`with ${MUTATIONS} random changes (seed ${SEED})`, async () => {
    const instruction = build();
    const before = (await result.bytes()) as Buffer;
    let state = SEED;
    const below = (limit: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    for (let n = 0; n < MUTATIONS; n++) {
      const data = Uint8Array.from(instruction.data);
      const [from, to] = [PROOF_AT + below(data.length - PROOF_AT), PROOF_AT + below(data.length - PROOF_AT)];
      const length = Math.min(1 + below(40), data.length - Math.max(from, to));
      const kind = below(4);
      // Moved, filled, cut out, or overwritten with numbers that matter.
      if (kind === 0) data.copyWithin(to, from, from + length);
      if (kind === 1) data.fill(below(2) * 255, from, from + length);
      if (kind === 3) new DataView(data.buffer).setUint32(Math.min(from, data.length - 4), 2 ** below(32), true);
      const cut = Buffer.concat([data.subarray(0, from), data.subarray(from + length)]);
      await isAccepted(instruction, kind === 2 ? cut : data, before);
    }
    expect(await result.bytes()).toEqual(before);
  });
});
