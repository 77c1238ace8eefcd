import { readFileSync } from 'node:fs';
import { INVALID_STAT_PROOF } from '../../../ts/sdk/error/codes/oracle.js';

const ARTIFACT = new URL('../../../programs/artifacts/oracle.so', import.meta.url);

/** Fields of an ELF file of 64 bits, and of its program headers. */
const ENTRY = 0x18;
const HEADERS = 0x20;
const HEADER_SIZE = 0x36;
const HEADER_COUNT = 0x38;

/**
 * The oracle program, broken on purpose: its first two instructions return 6023, so that it refuses every proof as
 * invalid.
 */
export function refusingProgram(): Uint8Array {
  const program = readFileSync(ARTIFACT);
  const at = entryOffset(program);
  // mov64 r0, 6023; exit
  program.set([0xb7, 0, 0, 0], at);
  program.writeInt32LE(INVALID_STAT_PROOF, at + 4);
  program.set([0x95, 0, 0, 0, 0, 0, 0, 0], at + 8);
  return program;
}

/** Where the code at the entry point is in the file. */
function entryOffset(elf: Buffer): number {
  const entry = Number(elf.readBigUInt64LE(ENTRY));
  for (let i = 0; i < elf.readUInt16LE(HEADER_COUNT); i++) {
    const header = Number(elf.readBigUInt64LE(HEADERS)) + i * elf.readUInt16LE(HEADER_SIZE);
    const [offset, address, size] = [8, 16, 32].map((field) => Number(elf.readBigUInt64LE(header + field)));
    if (offset === undefined || address === undefined || size === undefined) continue;
    if (entry >= address && entry < address + size) return entry - address + offset;
  }
  throw new Error('the entry point is in no segment');
}
