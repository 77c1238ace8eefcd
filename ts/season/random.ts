import { sha256 } from '@noble/hashes/sha2.js';

/**
 * A pseudo-random number generator that depends on the seed alone (sfc32, seeded by the SHA-256 of the text). For
 * generated matches and tests, never for keys.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string) {
    const state = new DataView(sha256(new TextEncoder().encode(seed)).buffer);
    this.a = state.getUint32(0, true);
    this.b = state.getUint32(4, true);
    this.c = state.getUint32(8, true);
    // sfc32 needs a dozen rounds to mix its seed.
    for (let i = 0; i < 12; i++) this.next();
  }

  /** An integer from 0 to 2^32 − 1. */
  next(): number {
    const result = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** An integer from 0 to `bound` − 1; `bound` from 1 to 2^32. */
  below(bound: number): number {
    return Math.floor((this.next() / 2 ** 32) * bound);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True with probability 1 / `times`. */
  onceIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** One of the values, each as often as its weight. */
  weighted<T>(values: readonly (readonly [T, number])[]): T {
    let left = (this.next() / 2 ** 32) * values.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of values) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new RangeError('nothing to draw from');
  }

  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const all = [...items];
    for (let i = all.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [all[i], all[j]] = [all[j] as T, all[i] as T];
    }
    return all;
  }

  /** 32 random bytes, for neighbour hashes whose value does not matter. */
  bytes32(): Uint8Array {
    const out = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 32; i += 4) out.setUint32(i, this.next(), true);
    return new Uint8Array(out.buffer);
  }
}
