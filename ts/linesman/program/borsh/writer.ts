/** Collects Borsh bytes. The codecs have already checked the values. */
export class BorshWriter {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  private advance(length: number): number {
    const end = this.length + length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes);
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    const at = this.length;
    this.length = end;
    return at;
  }

  put(bytes: Uint8Array): void {
    const at = this.advance(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** The low `8 * width` bits, so signed values come out as two's complement. */
  integer(width: 1 | 2 | 4, value: number): void {
    const at = this.advance(width);
    if (width === 1) this.view.setUint8(at, value);
    else if (width === 2) this.view.setUint16(at, value, true);
    else this.view.setUint32(at, value, true);
  }

  integer64(value: bigint): void {
    const at = this.advance(8);
    this.view.setBigUint64(at, BigInt.asUintN(64, value), true);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
