import { readFileSync } from 'node:fs';
import { errnoOf } from '@linesman/cli';
import { fail, PROGRAM_NOT_USABLE } from '@linesman/sdk/error';
import { bytesToHex, equalBytes, sha256 } from '@linesman/sdk/format';
import { securityText } from '@linesman/sdk/internal/node/securityText';
import { type ProgramData, readProgramData } from '@linesman/sdk/internal/program/account/programData';
import {
  type Address,
  type Chain,
  DEFAULT_ORACLE_PROGRAM_ID,
  DEFAULT_SETTLEMENT_PROGRAM_ID,
  programDataAddress,
  UPGRADEABLE_LOADER_ID,
} from '@linesman/sdk/program';
import { ARTIFACTS } from '../shippedFiles.js';
import type { ProgramBytes } from './engine.js';

const ELF = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2);

/** The formats in which this package has the programs. */
export type Sbpf = 0 | 3;

function committed(programId: Address, name: string, sbpf: Sbpf): ProgramBytes {
  const bytes = readFileSync(new URL(`${name}.so`, ARTIFACTS));
  if (sbpf === 3) return { programId, bytes, from: 'this package' };
  const older = readFileSync(new URL(`${name}-v0.so`, ARTIFACTS));
  return { programId, bytes: older, from: 'this package, in SBPF v0', recorded: bytes };
}

/**
 * The oracle program of this version of the package, in SBPF v3, or in v0 for a runtime that takes no other, such as
 * solana-bankrun's. Both are made of the same code, and give the same results in the same compute units.
 */
export const committedProgram = (sbpf: Sbpf = 3): ProgramBytes => committed(DEFAULT_ORACLE_PROGRAM_ID, 'oracle', sbpf);

/** The settlement program of this version of the package; as `committedProgram`. */
export const committedSettlementProgram = (sbpf: Sbpf = 3): ProgramBytes =>
  committed(DEFAULT_SETTLEMENT_PROGRAM_ID, 'settlement', sbpf);

/** A compiled program in a file. Errors: PROGRAM_NOT_USABLE. */
export function programOfFile(file: string, programId: Address = DEFAULT_ORACLE_PROGRAM_ID): ProgramBytes {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    return fail(PROGRAM_NOT_USABLE, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  return { programId, bytes: checkedElf(bytes, file), from: file };
}

/** Which of the programs of this package a program is, as its security.txt says; null if it is none. */
export function kindOfProgram(bytes: Uint8Array): 'oracle' | 'settlement' | null {
  const name = securityText(bytes)?.name;
  const isLike = (committed: ProgramBytes) => name !== undefined && name === securityText(committed.bytes)?.name;
  if (isLike(committedProgram())) return 'oracle';
  return isLike(committedSettlementProgram()) ? 'settlement' : null;
}

/** A deployed program, and the loader's data about it. */
export interface DeployedProgram extends ProgramBytes, Omit<ProgramData, 'bytes'> {
  /** The account with the bytes. */
  readonly programData: Address;
  /** Zeros that fill the account after the program. */
  readonly padding: number;
}

/** The deployed bytes of a program, without the padding. Errors: PROGRAM_NOT_USABLE; those of the chain. */
export async function deployedProgram(chain: Pick<Chain, 'account'>, programId: Address): Promise<DeployedProgram> {
  const account = await chain.account(programId);
  if (account === null) return fail(PROGRAM_NOT_USABLE, { problem: 'no account', programId });
  const { address: programData } = programDataAddress(programId);
  const holder = await chain.account(programData);
  if (account.owner !== UPGRADEABLE_LOADER_ID || holder === null || holder.owner !== UPGRADEABLE_LOADER_ID)
    return fail(PROGRAM_NOT_USABLE, { problem: 'not executable', programId });
  const found = readProgramData(holder.data) ?? fail(PROGRAM_NOT_USABLE, { problem: 'no program', from: programId });
  const whole = checkedElf(found.bytes, programId);
  const bytes = withoutPadding(whole);
  return { ...found, programId, bytes, from: programId, programData, padding: whole.length - bytes.length };
}

/** SHA-256 of the program, as `sha256sum` prints it for the file. That of v3 also stands for v0 of the same code. */
export const programHash = ({ bytes, recorded = bytes }: Pick<ProgramBytes, 'bytes' | 'recorded'>): string =>
  bytesToHex(sha256(recorded));

function checkedElf(bytes: Uint8Array, from: string): Uint8Array {
  if (bytes.length >= 64 && equalBytes(bytes.subarray(0, ELF.length), ELF)) return bytes;
  return fail(PROGRAM_NOT_USABLE, { problem: 'no program', from });
}

/**
 * Deployed bytes without the zeros that fill the account, which may be larger than its program. The section headers
 * are the end of a compiled file.
 */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Number(header.getBigUint64(0x28, true)) + header.getUint16(0x3a, true) * header.getUint16(0x3c, true);
  const isPadding = end > 0 && end <= bytes.length && bytes.subarray(end).every((byte) => byte === 0);
  return isPadding ? bytes.slice(0, end) : bytes;
}
