import { fail, PROGRAM_DIFFERS } from '@linesman/sdk/error';
import { bytesToHex, equalBytes, sha256 } from '@linesman/sdk/format';
import { PROGRAM_DATA_HEADER, readProgramData } from '@linesman/sdk/internal/program/account/programData';
import {
  type Address,
  type KeyPair,
  programDataAddress,
  type Signer,
  TRANSACTION_LIMIT,
  type TransactionVersion,
  UPGRADEABLE_LOADER_ID,
} from '@linesman/sdk/program';
import {
  BUFFER_HEADER,
  bufferAddress,
  deployInstruction,
  LONGEST_WRITE,
  makeBufferInstructions,
  PROGRAM_SIZE,
  writeInstruction,
} from './loader.js';
import { createInstructions, newAccount, rentInstructions } from './newAccount.js';
import { formatFor } from './programFormat.js';
import { type PlanChain, type PlannedTransaction, planned, type SetUpStep } from './setUpStep.js';

/** A compiled program to put on chain. */
export interface ProgramUpload {
  /** The key of the program's address, which signs its creation. */
  readonly key: KeyPair;
  /** The file; or the same program in the formats SBPF v3 and v0, of which the cluster's loader takes one. */
  readonly files: readonly Uint8Array[];
  /** The version of SBPF to deploy, whatever the cluster says it takes. */
  readonly sbpf?: number;
}

/**
 * The steps that put a program on chain, in order: a buffer, its bytes, and the program made of it. They skip bytes
 * that an interrupted upload has already written. Errors: PROGRAM_DIFFERS when another program is at the address;
 * SBPF_NOT_TAKEN when the cluster deploys none of the formats.
 */
export async function planUpload(
  chain: PlanChain,
  { key, files, sbpf }: ProgramUpload,
  authority: Signer,
  version: TransactionVersion,
): Promise<readonly SetUpStep[]> {
  const program = key.address;
  const programData = programDataAddress(program).address;
  const step = { payer: authority, signers: [], creates: [], returned: 0n };
  const found = await chain.account(program);
  if (found !== null && found.data.length > 0) {
    const deployed = readProgramData((await chain.account(programData))?.data ?? new Uint8Array());
    const isOurs =
      found.owner === UPGRADEABLE_LOADER_ID && files.some((file) => deployed && holds(deployed.bytes, file));
    if (!isOurs)
      return fail(PROGRAM_DIFFERS, { program, expected: files.map((file) => bytesToHex(sha256(file))).join(' or ') });
    return [{ ...step, name: 'program', what: 'deploying the program', isThere: true, transactions: [] }];
  }

  const bytes = await formatFor(chain, files, sbpf);
  const buffer = bufferAddress(authority.address, bytes);
  const account = await chain.account(buffer);
  const isBuffer = account !== null && account.data.length > 0;
  const inBuffer = await newAccount(chain, {
    name: 'program buffer',
    address: buffer,
    owner: UPGRADEABLE_LOADER_ID,
    size: BUFFER_HEADER + bytes.length,
    authority: authority.address,
    comesBack: 'at once, when the program is made of it',
  });
  const programAccount = await newAccount(chain, {
    name: 'program',
    address: program,
    owner: UPGRADEABLE_LOADER_ID,
    size: PROGRAM_SIZE,
    authority: null,
    comesBack: null,
  });
  const dataAccount = await newAccount(chain, {
    name: 'program data',
    address: programData,
    owner: UPGRADEABLE_LOADER_ID,
    size: PROGRAM_DATA_HEADER + bytes.length,
    authority: authority.address,
    comesBack: 'to the upgrade authority that closes the program for good',
  });
  const written = isBuffer ? account.data.subarray(BUFFER_HEADER) : new Uint8Array(bytes.length);
  const writes = writesOf(version, buffer, authority.address, bytes, written);
  return [
    {
      ...step,
      name: 'program buffer',
      what: 'creating a buffer for the program',
      isThere: isBuffer,
      transactions: isBuffer
        ? []
        : [
            planned(version, 'create a buffer for the program', authority.address, [
              ...rentInstructions(inBuffer, authority.address),
              ...makeBufferInstructions(authority.address, bytes),
            ]),
          ],
      creates: isBuffer ? [] : [inBuffer],
    },
    {
      ...step,
      name: 'program bytes',
      what: 'writing the program into the buffer',
      isThere: writes.length === 0,
      transactions: writes,
    },
    {
      ...step,
      name: 'program',
      what: 'deploying the program',
      isThere: false,
      signers: [key],
      transactions: [
        planned(version, 'turn the buffer into the program', authority.address, [
          ...createInstructions(programAccount, authority.address),
          deployInstruction(program, buffer, authority.address, bytes.length),
        ]),
      ],
      creates: [programAccount, dataAccount],
      returned: (await chain.lamports(buffer)) + (isBuffer ? 0n : inBuffer.lamports),
    },
  ];
}

/** Whether an account holds this program, followed only by zeros. */
const holds = (deployed: Uint8Array, bytes: Uint8Array): boolean =>
  equalBytes(deployed.subarray(0, bytes.length), bytes) && deployed.subarray(bytes.length).every((byte) => byte === 0);

/**
 * Three full writes would fit into a transaction of version 1. But for each instruction, the embedded chain copies the
 * buffer as often as the transaction has instructions. With three writes, an upload would take longer than with two,
 * and half as much memory again.
 */
const WRITES = { 0: 1, 1: 2 } as const;

/**
 * Writes the bytes that differ, in the largest pieces that fit into a transaction. A write needs less than the default
 * compute limit of a loader instruction.
 */
function writesOf(
  version: TransactionVersion,
  buffer: Address,
  authority: Address,
  bytes: Uint8Array,
  written: Uint8Array,
): PlannedTransaction[] {
  const write = (from: number, to: number, room: number): PlannedTransaction => {
    const instructions = [];
    for (let start = from; start < to; start += room)
      instructions.push(writeInstruction(buffer, authority, start, bytes.subarray(start, Math.min(start + room, to))));
    return planned(version, `write bytes ${from} to ${to - 1} into the buffer`, authority, instructions, true);
  };
  // In a legacy transaction, lengths above 127 take two bytes.
  const room = version === 1 ? LONGEST_WRITE : TRANSACTION_LIMIT - (write(0, 1, 1).size - 1) - 1;
  const step = room * WRITES[version];
  const writes: PlannedTransaction[] = [];
  for (let from = 0; from < bytes.length; from += step) {
    const to = Math.min(from + step, bytes.length);
    if (!equalBytes(bytes.subarray(from, to), written.subarray(from, to))) writes.push(write(from, to, room));
  }
  return writes;
}
