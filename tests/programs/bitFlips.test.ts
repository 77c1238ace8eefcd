import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { compileMessage } from '../../ts/sdk/program/transaction/message.js';
import { encodeTransaction, unsigned } from '../../ts/sdk/program/transaction/transaction.js';
import { prepare, VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';
import type { Vector } from '../vectors/vector.js';
import { strategyBytes } from '../vectors/wireBytes.js';

/**
 * Flips bits in every byte of the proof in instruction data, on chain: none is accepted. There is one exception: the
 * period next to a zero stat is not proven, except in version 4, where the signature covers it.
 */

const corpus = new Map(readCorpus().map((vector) => [vector.name, vector]));
let bank: VectorBank;

beforeAll(async () => {
  bank = await VectorBank.start();
  bank.bank.acceptUnsigned();
});

const vectorOf = (name: string): Vector => {
  const vector = corpus.get(name);
  if (!vector) throw new Error(`there is no vector ${name}`);
  return vector;
};

/**
 * Where the proof lies in the data: after the discriminator and before the predicate (version 1) or the strategy (other
 * versions).
 */
function proofBytes(vector: Vector): number[] {
  const length = vector.data.length / 2;
  const all = Array.from({ length: length - 8 }, (_, i) => 8 + i);
  if (vector.instruction === 'validate_stat') {
    const { mainPath = [] } = vector.proof ?? {};
    const predicate = vector.data.indexOf(mainPath.at(-1) ?? '') / 2 + 33;
    // The last two bytes are the operation.
    return all.filter((byte) => (byte < predicate || byte >= predicate + 5) && byte < length - 2);
  }
  const strategy =
    vector.strategy && 'discretePredicates' in vector.strategy ? strategyBytes(vector.strategy).length : 0;
  return all.filter((byte) => byte < length - strategy);
}

/** Offsets of the periods next to zero stats. */
function freeBytes(vector: Vector): number[] {
  const { proof } = vector;
  const leaves =
    vector.instruction === 'validate_stat' && proof && 'statA' in proof
      ? [proof.statA, ...(proof.statB ? [proof.statB] : [])]
      : proof && 'leaves' in proof
        ? proof.leaves
        : [];
  return leaves
    .filter(({ path }) => path[0]?.slice(2, 64) === 'ff'.repeat(31))
    .flatMap(({ path }) => {
      // Marker and map follow the stat after their count; in version 1 the event stat root comes between.
      const marker = vector.data.indexOf(path.join('')) / 2;
      const period = marker - 4 - (vector.instruction === 'validate_stat' ? 32 : 0) - 4;
      return [0, 1, 2, 3].map((i) => period + i);
    });
}

/** A transaction whose bytes are changed in place for simulation. A simulation does not verify signatures. */
interface Changeable {
  readonly bytes: Uint8Array;
  /** Offset of the instruction data. */
  at(byte: number): number;
  outcome(): 'accepted' | 'refused';
}

function changeable(vector: Vector): Changeable {
  const { before, instruction } = prepare(vector);
  const payer = addressOf(new Uint8Array(32).fill(250));
  bank.bank.fund(payer);
  const bytes = encodeTransaction(unsigned(compileMessage(payer, [...before, instruction], ZERO_ADDRESS)));
  const start = Buffer.from(bytes).indexOf(instruction.data);
  return {
    bytes,
    at: (byte) => start + byte,
    outcome: () => {
      const { failure, failedAt, error } = bank.bank.simulateBytes(bytes);
      if (failure === null) return 'accepted';
      // A refusal by the program has a number; a crash has none.
      if (error === null || failedAt !== before.length) throw new Error(failure);
      return 'refused';
    },
  };
}

describe('bit flips on chain', () => {
  let flips = 0;
  afterAll(() => console.log(`${flips} flipped bits were tried on chain`));

  const names = [
    'v1-flippable',
    'v2-flippable',
    'v3-flippable',
    'v4-flippable',
    'odds-everything-set',
    'odds-v4-everything-set',
    'fixture-state',
    'batch-fixtures-8',
  ];

  it.each(names)('of %s: none is accepted', (name) => {
    const vector = vectorOf(name);
    bank.put(vector);
    const { bytes, at, outcome } = changeable(vector);
    expect(outcome(), 'the vector itself').toBe('accepted');
    const free = new Set(vector.v4 === null ? freeBytes(vector) : []);
    const got: string[] = [];
    const allowed: string[] = [];
    for (const byte of proofBytes(vector)) {
      const before = bytes[at(byte)] ?? 0;
      for (const bit of [0, 1, 2, 3, 4, 5, 6, 7]) {
        bytes[at(byte)] = before ^ (1 << bit);
        if (outcome() === 'accepted') got.push(`byte ${byte}, bit ${bit}`);
        if (free.has(byte)) allowed.push(`byte ${byte}, bit ${bit}`);
        flips++;
      }
      bytes[at(byte)] = before;
    }
    expect(got).toEqual(allowed);
  });
});
