import { sha256 } from '@linesman/sdk/format';
import { littleEndian } from '@linesman/sdk/internal/program/address/seed';
import {
  ACCOUNT_ROLE,
  type Address,
  address,
  addressBytes,
  addressOf,
  CLOCK_SYSVAR,
  type Instruction,
  programDataAddress,
  SYSTEM_PROGRAM_ID,
  TRANSACTION_LIMIT,
  UPGRADEABLE_LOADER_ID,
} from '@linesman/sdk/program';
import { concatBytes } from '@noble/hashes/utils.js';

/**
 * The upgradeable loader, which stores programs. Many transactions write a program's bytes into a buffer, and one turns
 * the buffer into the program. Its instructions and accounts are encoded in bincode, where a u32 selects the variant.
 */

const RENT_SYSVAR = address('SysvarRent111111111111111111111111111111111');

/** The account at a program's address: kind, address of the program data. */
export const PROGRAM_SIZE = 36;
/** Size of the header before the bytes in a buffer: kind, authority. */
export const BUFFER_HEADER = 37;

const ALLOCATE_WITH_SEED = 9;
const INITIALIZE_BUFFER = 0;
const WRITE = 1;
const DEPLOY_WITH_MAX_DATA_LENGTH = 2;
const UPGRADE = 3;
const SET_AUTHORITY = 4;
const EXTEND_PROGRAM = 6;
const SET_AUTHORITY_CHECKED = 7;

/** Integers in little endian, 4 bytes for a number and 8 for a bigint; bytes stay unchanged. */
export const packed = (...parts: readonly (number | bigint | Uint8Array)[]): Uint8Array =>
  concatBytes(
    ...parts.map((part) =>
      part instanceof Uint8Array ? part : littleEndian('A packed integer', part, typeof part === 'number' ? 4 : 8),
    ),
  );

/** The seed of a buffer. The same bytes always go into the same buffer, so that an upload can be resumed. */
export const bufferSeed = (program: Uint8Array): string => Buffer.from(sha256(program)).toString('hex').slice(0, 32);

/** The buffer in which an authority uploads a program. Its address needs no key. */
export const bufferAddress = (authority: Address, program: Uint8Array): Address =>
  addressOf(
    sha256(
      concatBytes(
        addressBytes(authority),
        new TextEncoder().encode(bufferSeed(program)),
        addressBytes(UPGRADEABLE_LOADER_ID),
      ),
    ),
  );

/** Turns an address that already has its rent into an empty buffer for these bytes. The authority signs. */
export function makeBufferInstructions(authority: Address, program: Uint8Array): Instruction[] {
  const buffer = bufferAddress(authority, program);
  const seed = new TextEncoder().encode(bufferSeed(program));
  const space = BigInt(BUFFER_HEADER + program.length);
  return [
    {
      programAddress: SYSTEM_PROGRAM_ID,
      accounts: [
        { address: buffer, role: ACCOUNT_ROLE.writable },
        { address: authority, role: ACCOUNT_ROLE.readonlySigner },
      ],
      data: packed(
        ALLOCATE_WITH_SEED,
        addressBytes(authority),
        BigInt(seed.length),
        seed,
        space,
        addressBytes(UPGRADEABLE_LOADER_ID),
      ),
    },
    {
      programAddress: UPGRADEABLE_LOADER_ID,
      accounts: [
        { address: buffer, role: ACCOUNT_ROLE.writable },
        { address: authority, role: ACCOUNT_ROLE.readonly },
      ],
      data: packed(INITIALIZE_BUFFER),
    },
  ];
}

/**
 * The loader only reads instructions that would fit into a transaction of version 0: kind, offset, length, bytes.
 */
export const LONGEST_WRITE = TRANSACTION_LIMIT - 4 - 4 - 8;

/** Writes bytes into a buffer, at most `LONGEST_WRITE`. The authority signs. */
export const writeInstruction = (
  buffer: Address,
  authority: Address,
  offset: number,
  bytes: Uint8Array,
): Instruction => ({
  programAddress: UPGRADEABLE_LOADER_ID,
  accounts: [
    { address: buffer, role: ACCOUNT_ROLE.writable },
    { address: authority, role: ACCOUNT_ROLE.readonlySigner },
  ],
  data: packed(WRITE, offset, BigInt(bytes.length), bytes),
});

/** Turns a buffer into a program. Its rent goes back to the authority, who signs and pays for the program data. */
export const deployInstruction = (
  program: Address,
  buffer: Address,
  authority: Address,
  length: number,
): Instruction => ({
  programAddress: UPGRADEABLE_LOADER_ID,
  accounts: [
    { address: authority, role: ACCOUNT_ROLE.writableSigner },
    { address: programDataAddress(program).address, role: ACCOUNT_ROLE.writable },
    { address: program, role: ACCOUNT_ROLE.writable },
    { address: buffer, role: ACCOUNT_ROLE.writable },
    { address: RENT_SYSVAR, role: ACCOUNT_ROLE.readonly },
    { address: CLOCK_SYSVAR, role: ACCOUNT_ROLE.readonly },
    { address: SYSTEM_PROGRAM_ID, role: ACCOUNT_ROLE.readonly },
    { address: authority, role: ACCOUNT_ROLE.readonlySigner },
  ],
  data: packed(DEPLOY_WITH_MAX_DATA_LENGTH, BigInt(length)),
});

/** Replaces a program by a buffer. Lamports that the program does not need go to the authority, who signs. */
export const upgradeInstruction = (program: Address, buffer: Address, authority: Address): Instruction => ({
  programAddress: UPGRADEABLE_LOADER_ID,
  accounts: [
    { address: programDataAddress(program).address, role: ACCOUNT_ROLE.writable },
    { address: program, role: ACCOUNT_ROLE.writable },
    { address: buffer, role: ACCOUNT_ROLE.writable },
    { address: authority, role: ACCOUNT_ROLE.writable },
    { address: RENT_SYSVAR, role: ACCOUNT_ROLE.readonly },
    { address: CLOCK_SYSVAR, role: ACCOUNT_ROLE.readonly },
    { address: authority, role: ACCOUNT_ROLE.readonlySigner },
  ],
  data: packed(UPGRADE),
});

/** What the loader adds to a program at least (SIMD-0431), unless the account is then of the greatest length. */
const LEAST_EXTENSION = 10_240;
const LONGEST_ACCOUNT = 10 * 1024 * 1024;

/** The bytes to add to an account of `length` that needs `missing` more, as the loader takes them. */
export const extensionFor = (length: number, missing: number, hasMinimum: boolean): number =>
  missing <= 0 ? 0 : Math.max(missing, hasMinimum ? Math.min(LEAST_EXTENSION, LONGEST_ACCOUNT - length) : 0);

/** Adds bytes to the account of a program. The payer signs; upgrades have to wait for the next slot. */
export const extendInstruction = (program: Address, payer: Address, bytes: number): Instruction => ({
  programAddress: UPGRADEABLE_LOADER_ID,
  accounts: [
    { address: programDataAddress(program).address, role: ACCOUNT_ROLE.writable },
    { address: program, role: ACCOUNT_ROLE.writable },
    { address: SYSTEM_PROGRAM_ID, role: ACCOUNT_ROLE.readonly },
    { address: payer, role: ACCOUNT_ROLE.writableSigner },
  ],
  data: packed(EXTEND_PROGRAM, bytes),
});

/**
 * Sets the upgrade authority of a program. The previous authority signs, and so does the next one if it is `checked`.
 * `null` freezes the program, which cannot be undone.
 */
export function setAuthorityInstruction(
  program: Address,
  authority: Address,
  next: { readonly address: Address; readonly checked: boolean } | null,
): Instruction {
  const role = next?.checked ? ACCOUNT_ROLE.readonlySigner : ACCOUNT_ROLE.readonly;
  return {
    programAddress: UPGRADEABLE_LOADER_ID,
    accounts: [
      { address: programDataAddress(program).address, role: ACCOUNT_ROLE.writable },
      { address: authority, role: ACCOUNT_ROLE.readonlySigner },
      ...(next === null ? [] : [{ address: next.address, role }]),
    ],
    data: packed(next?.checked ? SET_AUTHORITY_CHECKED : SET_AUTHORITY),
  };
}
