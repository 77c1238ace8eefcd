import { BorshFault } from './fault.js';

/** Reads Borsh from front to back. Every read checks the bounds. */
export class BorshReader {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  offset = 0;

  constructor(bytes: Uint8Array) {
    // Slices of a Buffer would share its memory and be Buffers themselves.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  /** Consumes `length` bytes and returns their offset. */
  private advance(length: number, path: string): number {
    if (length > this.remaining)
      throw new BorshFault(path, `${length} bytes`, `${this.remaining} at the end`, this.offset);
    const at = this.offset;
    this.offset += length;
    return at;
  }

  take(length: number, path: string): Uint8Array {
    const at = this.advance(length, path);
    return this.bytes.slice(at, at + length);
  }

  unsigned(width: 1 | 2 | 4, path: string): number {
    const at = this.advance(width, path);
    if (width === 1) return this.view.getUint8(at);
    return width === 2 ? this.view.getUint16(at, true) : this.view.getUint32(at, true);
  }

  signed(width: 2 | 4, path: string): number {
    const at = this.advance(width, path);
    return width === 2 ? this.view.getInt16(at, true) : this.view.getInt32(at, true);
  }

  unsigned64(path: string): bigint {
    return this.view.getBigUint64(this.advance(8, path), true);
  }

  signed64(path: string): bigint {
    return this.view.getBigInt64(this.advance(8, path), true);
  }
}
