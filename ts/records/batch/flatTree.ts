import { type BinaryToTextEncoding, hash } from 'node:crypto';
import { fail, INVALID_HASH, NO_SUCH_LEAF } from '@linesman/sdk/error';
import { type Hash, type ProofNode, ZERO_HASH } from '@linesman/sdk/format';
import { HASH_ENCODING, putHash } from '@linesman/sdk/internal/format/runtimeSha256';

/** The types know only some of the encodings. */
const ENCODING = HASH_ENCODING as string as BinaryToTextEncoding;

/** 32-bit words per node. */
const WORDS = 8;

/**
 * Builds the same tree as `@linesman/sdk/merkle`, but keeps all nodes in one buffer because a slot has several hundred
 * thousand of them. Pairs nodes from left to right; an odd last node of a layer is paired with itself.
 */
export class FlatTree {
  readonly leafCount: number;
  readonly depth: number;
  private readonly nodes: Uint8Array;
  /** First node of each layer, leaves first. */
  private readonly starts: readonly number[];
  private readonly counts: readonly number[];

  /** `leaves`: 32-byte hashes, concatenated. Errors: INVALID_HASH for any other length. */
  constructor(leaves: Uint8Array) {
    if (leaves.length % 32 !== 0)
      fail(INVALID_HASH, { problem: 'length', what: 'The last leaf', bytes: leaves.length % 32, length: 32 });
    this.leafCount = leaves.length / 32;
    const counts = [this.leafCount];
    const starts = [0];
    let total = this.leafCount;
    for (let count = this.leafCount; count > 1; ) {
      count = Math.ceil(count / 2);
      starts.push(total);
      counts.push(count);
      total += count;
    }
    this.starts = starts;
    this.counts = counts;
    this.depth = counts.length - 1;
    this.nodes = new Uint8Array(32 * total);
    this.nodes.set(leaves);
    for (let level = 1; level <= this.depth; level++) this.fill(level);
  }

  /** The leaf hashes, concatenated. */
  get leaves(): Uint8Array {
    return this.nodes.subarray(0, 32 * this.leafCount);
  }

  /** 32 zero bytes if there are no leaves. */
  get root(): Hash {
    return this.leafCount === 0 ? ZERO_HASH : this.node(this.depth, 0);
  }

  /** Errors: NO_SUCH_LEAF when `index` is out of range. */
  leaf(index: number): Hash {
    this.check(index);
    return this.node(0, index);
  }

  /** Whether leaf `index` exists and has this hash. */
  has(index: number, hash: Hash): boolean {
    if (!Number.isInteger(index) || index < 0 || index >= this.leafCount) return false;
    const { nodes } = this;
    return hash.length === 32 && hash.every((byte, i) => nodes[32 * index + i] === byte);
  }

  /** The siblings of leaf `index`, from the bottom up. Errors: NO_SUCH_LEAF when `index` is out of range. */
  path(index: number): ProofNode[] {
    this.check(index);
    return Array.from({ length: this.depth }, (_, level) => {
      const place = Math.floor(index / 2 ** level);
      const isRightSibling = place % 2 === 0;
      const sibling = isRightSibling ? Math.min(place + 1, (this.counts[level] ?? 0) - 1) : place - 1;
      return { hash: this.node(level, sibling), isRightSibling };
    });
  }

  private fill(level: number): void {
    const below = this.counts[level - 1] ?? 0;
    const from = (this.starts[level - 1] ?? 0) * WORDS;
    const to = 32 * (this.starts[level] ?? 0);
    const { nodes } = this;
    const words = new Int32Array(nodes.buffer);
    const count = Math.ceil(below / 2);
    // Does not allocate for each pair, because two views and an output buffer would cost more than the hash itself.
    const pair = new Uint8Array(64);
    const pairWords = new Int32Array(pair.buffer);
    for (let i = 0; i < count; i++) {
      const left = from + 2 * WORDS * i;
      const right = 2 * i + 1 < below ? left + WORDS : left;
      for (let k = 0; k < WORDS; k++) {
        pairWords[k] = words[left + k] as number;
        pairWords[WORDS + k] = words[right + k] as number;
      }
      putHash(hash('sha256', pair, ENCODING), nodes, to + 32 * i);
    }
  }

  private node(level: number, place: number): Hash {
    const at = 32 * ((this.starts[level] ?? 0) + place);
    return this.nodes.slice(at, at + 32) as Hash;
  }

  private check(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index >= this.leafCount)
      fail(NO_SUCH_LEAF, { index, leaves: this.leafCount });
  }
}

/** Concatenates the leaf hashes. */
export function flatLeaves(leaves: readonly Hash[]): Uint8Array {
  const flat = new Uint8Array(32 * leaves.length);
  for (const [i, leaf] of leaves.entries()) flat.set(leaf, 32 * i);
  return flat;
}
