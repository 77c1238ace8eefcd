import type { Answer } from './poolModel.js';

const MAX = 10_000;

/** One proof buffer: the announced content and the bytes written so far. */
export class BufferModel {
  bytes: Uint8Array;

  /** @param announced The content whose length and hash were announced. */
  constructor(
    readonly owner: string,
    readonly announced: Uint8Array,
  ) {
    this.bytes = new Uint8Array(announced.length);
  }

  /** The error of an invalid length for a new buffer. */
  static fault(length: number): Answer {
    return length < 1 || length > MAX ? 6242 : null;
  }

  clone(): BufferModel {
    const copy = new BufferModel(this.owner, this.announced);
    copy.bytes = this.bytes.slice();
    return copy;
  }

  get sealed(): boolean {
    return Buffer.compare(this.bytes, this.announced) === 0;
  }

  write(sender: string, offset: number, bytes: Uint8Array): Answer {
    if (sender !== this.owner) return 6244;
    if (bytes.length === 0 || offset + bytes.length > this.bytes.length) return 6242;
    this.bytes.set(bytes, offset);
    return null;
  }
}
