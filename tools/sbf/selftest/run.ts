// Runs every operation of the self-test program in the local virtual machine, on edge cases and random operands, and
// compares the results with exact integers. Usage: tsx run.ts PROGRAM.so [SEED]
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { type BanksTransactionResultWithMeta, start } from 'solana-bankrun';

const [program = '', seed = '1'] = process.argv.slice(2);
process.env.RUST_LOG = 'off';
const programId = new PublicKey('11111111111111111111111111111112');
const context = await start([], []);
context.setAccount(programId, {
  lamports: 10 ** 9,
  data: readFileSync(program),
  owner: new PublicKey('BPFLoader2111111111111111111111111111111111'),
  executable: true,
});
const discriminator = crypto.createHash('sha256').update('global:compute').digest().subarray(0, 8);

const U64 = (1n << 64n) - 1n;
const U128 = (1n << 128n) - 1n;

type Reference = (a: bigint, b: bigint) => bigint | null;

const fits = (value: bigint, width: number): bigint | null =>
  BigInt.asIntN(width, value) === value ? BigInt.asUintN(width, value) : null;
const checked = (value: bigint): bigint | null => (value < 0n || value > U128 ? null : value);

/** An operation on signed numbers of `width` bits whose result must fit too. */
const signed =
  (width: number, operation: (x: bigint, y: bigint) => bigint | null): Reference =>
  (a, b) => {
    const value = operation(BigInt.asIntN(width, a), BigInt.asIntN(width, b));
    return value === null ? null : fits(value, width);
  };
const divide = (x: bigint, y: bigint): bigint | null => (y === 0n ? null : x / y);
// The remainder overflows whenever the quotient does.
const remainder =
  (width: number) =>
  (x: bigint, y: bigint): bigint | null =>
    y === 0n || fits(x / y, width) === null ? null : x % y;
const floorDivide = (x: bigint, y: bigint): bigint => x / y - (x % y < 0n ? 1n : 0n);

const view = new DataView(new ArrayBuffer(8));
const toFloat = (bits: bigint): number => {
  view.setBigUint64(0, bits & U64);
  return view.getFloat64(0);
};
const NAN = 0x7ff8000000000000n;
const toBits = (value: number): bigint => {
  view.setFloat64(0, value);
  return Number.isNaN(value) ? NAN : view.getBigUint64(0);
};
const float =
  (operation: (x: number, y: number) => bigint): Reference =>
  (a, b) =>
    operation(toFloat(a), toFloat(b));
/** Like Rust's `as`: rounds towards zero, saturates, and maps NaN to 0. */
const convert = (value: number, least: bigint, most: bigint): bigint => {
  if (Number.isNaN(value)) return 0n;
  if (value <= Number(least)) return BigInt.asUintN(64, least);
  return value >= Number(most) ? most : BigInt.asUintN(64, BigInt(Math.trunc(value)));
};
const relations = (x: number, y: number): bigint =>
  [
    x === y,
    x !== y,
    x < y,
    x <= y,
    x > y,
    x >= y,
    !(x < y),
    !(x <= y),
    !(x > y),
    !(x >= y),
    x < y || x > y,
    Number.isNaN(x),
  ]
    .map((holds, bit) => (holds ? 1n << BigInt(bit) : 0n))
    .reduce((sum, bit) => sum + bit);

const SIZE = 300;
const memory =
  (operation: (bytes: Uint8Array, from: number, to: number, length: number) => bigint | undefined): Reference =>
  (a, b) => {
    const [from, to] = [Number((a & U64) % BigInt(SIZE)), Number((b & U64) % BigInt(SIZE))];
    const bytes = Uint8Array.from({ length: SIZE }, (_, i) => i * 7);
    const answer = operation(bytes, from, to, SIZE - Math.max(from, to));
    return answer ?? bytes.reduce((sum, byte) => (sum * 31n + BigInt(byte)) & U64, 0n);
  };

/** The expected result of each operation; null when it must report overflow or division by zero. */
const expected: Record<number, Reference> = {
  0: (a, b) => checked(a * b),
  1: (a, b) => (a * b) & U128,
  2: (a, b) => (b ? a / b : null),
  3: (a, b) => (b ? a % b : null),
  4: (a, b) => ((a & U64) * (b & U64) > U64 ? null : (a & U64) * (b & U64)),
  5: signed(64, (x, y) => x * y),
  6: signed(64, divide),
  7: signed(64, remainder(64)),
  8: signed(32, divide),
  9: signed(32, remainder(32)),
  10: signed(32, (x, y) => x * y),
  11: (a, b) => checked(a + b),
  12: (a, b) => checked(a - b),
  13: (a, b) => (a & U64) * (b & U64),
  14: signed(64, (x, y) => x + y),
  15: signed(64, (x, y) => floorDivide(x, y === 0n ? 1n : 86_400_000n)),
  32: float((x, y) => toBits(x + y)),
  33: float((x, y) => toBits(x - y)),
  34: float((x, y) => toBits(x * y)),
  35: float((x, y) => toBits(x / y)),
  36: float(relations),
  37: float((x) => convert(x, 0n, U64)),
  38: float((x) => convert(x, -(1n << 63n), (1n << 63n) - 1n)),
  39: (a) => toBits(Number(a & U64)),
  40: (a) => toBits(Number(BigInt.asIntN(64, a))),
  64: (a, b) => ((a ^ b) & U64) ^ ((a + b) & U128) ^ 64n,
  65: (a, b) => {
    const products = Array.from({ length: Number(a % 64n) }, (_, i) => (BigInt(i) * BigInt.asUintN(32, b)) % 7n);
    return BigInt(new Set(products).size);
  },
  66: memory((bytes, from, to, length) => void bytes.copyWithin(to, from, from + length)),
  67: memory((bytes, from, to, length) => void bytes.fill(from, to, to + length)),
  68: memory((bytes, from, to, length) => void bytes.set(bytes.slice(from, from + length), to)),
  69: memory((bytes, from, to, length) => {
    const order = Buffer.compare(bytes.slice(from, from + length), bytes.slice(to, to + length));
    return BigInt.asUintN(8, BigInt(order));
  }),
};
const FLOAT_RESULTS = new Set([32, 33, 34, 35]);
const FLOAT_OPERANDS = new Set([32, 33, 34, 35, 36, 37, 38, 39, 40]);

/** Reproducible random bytes: SHA-256 of the seed and a counter. */
let drawn = 0;
const random = (): bigint => {
  const digest = crypto.createHash('sha256').update(`${seed}:${drawn++}`).digest();
  return BigInt(`0x${digest.subarray(0, 16).toString('hex')}`) >> BigInt((digest[16] ?? 0) % 128);
};
const integers = [
  ...[0n, 1n, 2n, 3n, U64, U64 - 1n, U64 + 1n, 1n << 63n, (1n << 63n) - 1n, 1n << 31n, (1n << 31n) - 1n, 1n << 32n],
  ...[0xffffffffn, U128, U128 - 1n, 1n << 127n, 86_400_000n, U128 - 86_400_000n],
];
const floats = [0, -0, 1, -1, 0.5, 1e300, 5e-324, Infinity, -Infinity, NaN, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 63)].map(
  toBits,
);
/** Every pair of edge cases, then random pairs. */
const pairs = (edges: readonly bigint[]): [bigint, bigint][] => [
  ...edges.flatMap((a) => edges.map((b): [bigint, bigint] => [a, b])),
  ...Array.from({ length: 150 }, (): [bigint, bigint] => [random(), random()]),
];

const le16 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(value & U64);
  bytes.writeBigUInt64LE(value >> 64n, 8);
  return bytes;
};

let blockhash = context.lastBlockhash;
/** Renews the blockhash when it has expired. */
const simulate = async (instruction: TransactionInstruction): Promise<BanksTransactionResultWithMeta> => {
  const transaction = new Transaction().add(instruction);
  transaction.recentBlockhash = blockhash;
  transaction.feePayer = context.payer.publicKey;
  transaction.sign(context.payer);
  const answer = await context.banksClient.simulateTransaction(transaction);
  if (!answer.result?.includes('Blockhash')) return answer;
  blockhash = (await context.banksClient.getLatestBlockhash())?.[0] ?? blockhash;
  return simulate(instruction);
};

let passed = 0;
let failed = 0;
for (const [operation, reference] of Object.entries(expected)) {
  for (const [a, b] of pairs(FLOAT_OPERANDS.has(Number(operation)) ? [...floats, U64, 3n] : integers)) {
    const want = reference(a, b);
    const data = Buffer.concat([discriminator, Buffer.from([Number(operation)]), le16(a), le16(b)]);
    const { result, meta } = await simulate(new TransactionInstruction({ programId, keys: [], data }));
    const out = Buffer.alloc(17); // the runtime drops trailing zero bytes of return data
    Buffer.from(meta?.returnData?.data ?? []).copy(out);
    let got = out[0] ? out.readBigUInt64LE(1) + (out.readBigUInt64LE(9) << 64n) : null;
    if (FLOAT_RESULTS.has(Number(operation)) && got !== null && Number.isNaN(toFloat(got))) got = NAN;
    if (!result && got === want) {
      passed += 1;
    } else {
      failed += 1;
      if (failed <= 20) console.log(`operation ${operation}: ${a}, ${b}: got ${got}, want ${want} ${result ?? ''}`);
    }
  }
}
console.log(`self-test of tools/sbf, seed ${seed}: ${passed} operations right, ${failed} wrong`);
process.exitCode = failed > 0 ? 1 : 0;
