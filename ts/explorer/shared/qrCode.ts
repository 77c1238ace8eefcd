/**
 * A QR code of bytes (ISO/IEC 18004, model 2, byte mode, error correction L), which holds whole proofs: up to 2,953
 * bytes. Rows of dark (true) and light modules, without the quiet zone of 4. Null for more than that.
 */
export function qrCode(bytes: Uint8Array): readonly (readonly boolean[])[] | null {
  const version = VERSIONS.find(({ data }, i) => bytes.length <= data - (i < 9 ? 2 : 3));
  if (!version) return null;
  const symbol = new QrSymbol(version.number);
  symbol.place(codewords(bytes, version));
  return symbol.masked();
}

interface Version {
  readonly number: number;
  /** Codewords, and those that hold data. */
  readonly total: number;
  readonly data: number;
  /** Blocks, and codewords of error correction in each. */
  readonly blocks: number;
  readonly correction: number;
}

/** Of level L, for versions 1 to 40. */
const CORRECTION = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];

const sizeOf = (version: number): number => 17 + 4 * version;

/** Centres of the alignment patterns. */
function alignmentsOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

/** Modules that are left for codewords. */
function modulesOf(version: number): number {
  const alignments = alignmentsOf(version).length;
  const patterns = version === 1 ? 0 : 25 * (alignments ** 2 - 3) - 10 * (alignments - 2);
  return sizeOf(version) ** 2 - 3 * 64 - 31 - 2 * (sizeOf(version) - 16) - patterns - (version < 7 ? 0 : 36);
}

const VERSIONS: readonly Version[] = CORRECTION.map((correction, i) => {
  const total = Math.floor(modulesOf(i + 1) / 8);
  const blocks = BLOCKS[i] ?? 1;
  return { number: i + 1, total, data: total - blocks * correction, blocks, correction };
});

/** The codewords in the order of their placement: interleaved across blocks. */
function codewords(bytes: Uint8Array, { number, total, data, blocks, correction }: Version): Uint8Array {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, number < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, data * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const all = new Uint8Array(data);
  for (let i = 0; i < data; i++) {
    const own = bits.slice(8 * i, 8 * i + 8);
    const pad = (i - bits.length / 8) % 2 === 0 ? 0xec : 0x11;
    all[i] = own.length > 0 ? own.reduce((byte, bit) => (byte << 1) | bit, 0) : pad;
  }
  const short = Math.floor(data / blocks);
  const longer = data % blocks;
  const generator = generatorOf(correction);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const part = all.subarray(at, at + short + (i >= blocks - longer ? 1 : 0));
    at += part.length;
    return { part, check: remainder(part, generator) };
  });
  const placed: number[] = [];
  for (let i = 0; i <= short; i++) for (const { part } of parts) if (i < part.length) placed.push(part[i] ?? 0);
  for (let i = 0; i < correction; i++) for (const { check } of parts) placed.push(check[i] ?? 0);
  return Uint8Array.from(placed.slice(0, total));
}

/** In the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** Coefficients of (x - 1)(x - 2)(x - 4)…, without the first. */
function generatorOf(degree: number): Uint8Array {
  const found = new Uint8Array(degree);
  found[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) found[j] = times(found[j] ?? 0, root) ^ (found[j + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: Uint8Array, generator: Uint8Array): Uint8Array {
  const rest = new Uint8Array(generator.length);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    for (const [i, one] of generator.entries()) rest[i] = (rest[i] ?? 0) ^ times(one, factor);
  }
  return rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = boolean[][];

class QrSymbol {
  private readonly size: number;
  private readonly modules: Grid;
  /** Modules that are the same whatever is encoded. */
  private readonly fixed: Grid;

  constructor(private readonly version: number) {
    this.size = sizeOf(version);
    const empty = (): Grid => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    [this.modules, this.fixed] = [empty(), empty()];
    this.drawPatterns();
  }

  /** Upwards and downwards in columns of two, from the right. */
  place(words: Uint8Array): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      // The column of the timing pattern.
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const isUpwards = ((right + 1) & 2) === 0;
        const y = isUpwards ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]?.[x] || bit >= words.length * 8) continue;
          this.set(x, y, (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1, false);
          bit++;
        }
      }
    }
  }

  /** Applies the mask that produces the fewest shapes that a reader could mistake for patterns. */
  masked(): Grid {
    const candidates = MASKS.map((isTurned, mask) => {
      this.drawFormat(mask);
      const grid = this.modules.map((row, y) => row.map((dark, x) => dark !== (!this.fixed[y]?.[x] && isTurned(x, y))));
      return { grid, penalty: penaltyOf(grid) };
    });
    const [first, ...others] = candidates;
    return others.reduce((best, one) => (one.penalty < best.penalty ? one : best), first as (typeof candidates)[0])
      .grid;
  }

  private set(x: number, y: number, dark: boolean, isFixed = true): void {
    const [row, fixed] = [this.modules[y], this.fixed[y]];
    if (!row || !fixed || x < 0 || x >= this.size) return;
    row[x] = dark;
    if (isFixed) fixed[x] = true;
  }

  private drawPatterns(): void {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.drawSquares(x, y, 4, [2, 4]);
    const places = alignmentsOf(version);
    const last = places.at(-1);
    for (const x of places)
      for (const y of places) {
        const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isFinder) this.drawSquares(x, y, 2, [1]);
      }
    this.drawFormat(0);
    if (version < 7) return;
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
      this.set(far, near, ((bits >> i) & 1) === 1);
      this.set(near, far, ((bits >> i) & 1) === 1);
    }
  }

  /** Squares around a centre; light at these distances. */
  private drawSquares(x: number, y: number, reach: number, light: readonly number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  /** Level and mask, twice. */
  private drawFormat(mask: number): void {
    const { size } = this;
    const data = (0b01 << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const isDark = (i: number): boolean => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
      this.set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, isDark(i));
      this.set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, isDark(i));
    }
    this.set(8, size - 8, true);
  }
}

/** The penalty of a symbol by the four rules of the standard. */
function penaltyOf(grid: Grid): number {
  const size = grid.length;
  const at = (x: number, y: number): boolean => grid[y]?.[x] ?? false;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x] ?? false))];
  let penalty = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const { length } of text.match(/1{5,}|0{5,}/g) ?? []) penalty += length - 2;
    penalty += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  let dark = 0;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (at(x, y)) dark++;
      if (x + 1 === size || y + 1 === size) continue;
      if (at(x, y) === at(x + 1, y) && at(x, y) === at(x, y + 1) && at(x, y) === at(x + 1, y + 1)) penalty += 3;
    }
  return penalty + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
}
