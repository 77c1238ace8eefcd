import { hash } from 'node:crypto';
import { fail } from '../../error/index.js';
import { type Hash, type ProofNode, ZERO_HASH } from '../../format/index.js';

/**
 * The same tree as that of `ts/merkle`, all nodes in one buffer: a slot has some hundred thousand of them. Pairs from left to right; an odd
 * last node of a layer is paired with itself.
 */
export class FlatTree {
  readonly leafCount: number;
  readonly depth: number;
  private readonly nodes: Uint8Array;
  /** First node of each layer, leaves first. */
  private readonly starts: readonly number[];
  private readonly counts: readonly number[];

  /** `leaves`: 32 bytes each, one after the other; 7002 for another length. */
  constructor(leaves: Uint8Array) {
    if (leaves.length % 32 !== 0) fail(7002, { message: `${leaves.length} bytes are not leaves of 32 bytes.` });
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

  /** 32 zero bytes when there are no leaves. */
  get root(): Hash {
    return this.leafCount === 0 ? ZERO_HASH : this.node(this.depth, 0);
  }

  /** Leaf `index`; 7015 when there is none. */
  leaf(index: number): Hash {
    this.check(index);
    return this.node(0, index);
  }

  /** The siblings of leaf `index`, from the leaf upwards; 7015 when the tree has no such leaf. */
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
    const from = 32 * (this.starts[level - 1] ?? 0);
    const to = 32 * (this.starts[level] ?? 0);
    const pairs = Math.floor(below / 2);
    const { buffer, byteOffset, byteLength } = this.nodes;
    const written = Buffer.from(buffer, byteOffset, byteLength);
    // A text of one character for each byte goes to its place without an object between: half the time of a hash is that of its Buffer.
    const put = (preimage: Uint8Array, at: number) => written.write(hash('sha256', preimage, 'binary'), at, 'latin1');
    // Two neighbours are the preimage of their parent as they stand there.
    for (let i = 0; i < pairs; i++) put(this.nodes.subarray(from + 64 * i, from + 64 * i + 64), to + 32 * i);
    if (below % 2 === 1) {
      const last = this.nodes.subarray(from + 64 * pairs, from + 64 * pairs + 32);
      const twice = new Uint8Array(64);
      twice.set(last);
      twice.set(last, 32);
      put(twice, to + 32 * pairs);
    }
  }

  private node(level: number, place: number): Hash {
    const at = 32 * ((this.starts[level] ?? 0) + place);
    return this.nodes.slice(at, at + 32) as Hash;
  }

  private check(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index >= this.leafCount)
      fail(7015, { message: `The tree has ${this.leafCount} leaves, none with index ${index}.`, index });
  }
}

/** Leaves one after the other. */
export function flatLeaves(leaves: readonly Hash[]): Uint8Array {
  const flat = new Uint8Array(32 * leaves.length);
  for (const [i, leaf] of leaves.entries()) flat.set(leaf, 32 * i);
  return flat;
}
