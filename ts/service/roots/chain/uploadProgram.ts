import { fail, NOT_UPGRADE_AUTHORITY, PROGRAM_DIFFERS, PROGRAM_NOT_DEPLOYED } from '@linesman/sdk/error';
import { bytesToHex, equalBytes, sha256 } from '@linesman/sdk/format';
import { findProgramData, PROGRAM_DATA_HEADER } from '@linesman/sdk/internal/program/account/programData';
import { EXTENSION_MINIMUM, UPGRADE_RESIZES } from '@linesman/sdk/internal/program/network/changes';
import {
  type Address,
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
  extendInstruction,
  extensionFor,
  LONGEST_WRITE,
  makeBufferInstructions,
  PROGRAM_SIZE,
  upgradeInstruction,
  writeInstruction,
} from './loader.js';
import { createInstructions, newAccount, rentInstructions } from './newAccount.js';
import { fetchLoader, formatFor, isActive, type LoaderFeatures } from './programFormat.js';
import { type NewAccount, type PlanChain, type PlannedTransaction, planned, type SetUpStep } from './setUpStep.js';

/** A compiled program to put on chain. */
export interface ProgramUpload {
  /** The key of the program's address, which signs its creation; an upgrade only needs the address. */
  readonly key: Signer;
  /** The file; or the same program in the formats SBPF v3 and v0, of which the cluster's loader takes one. */
  readonly files: readonly Uint8Array[];
  /** The version of SBPF to deploy, whatever the cluster says it takes. */
  readonly sbpf?: number;
  /** Replaces the program that is there, which otherwise stays. */
  readonly isUpgrade?: boolean;
}

/** What the steps of an upload need to know. */
interface Uploading {
  readonly chain: PlanChain;
  readonly program: Address;
  /** In the format that the cluster takes. */
  readonly bytes: Uint8Array;
  readonly authority: Signer;
  readonly version: TransactionVersion;
}

/**
 * The steps that put a program on chain, in order: a buffer, its bytes, and the program made of it or replaced by it.
 * They skip bytes that an interrupted upload has already written.
 *
 * Errors: PROGRAM_DIFFERS when another program is at the address, unless this upgrades it; SBPF_NOT_TAKEN when the
 * cluster deploys none of the formats. For an upgrade: PROGRAM_NOT_DEPLOYED, NOT_UPGRADE_AUTHORITY.
 */
export async function planUpload(
  chain: PlanChain,
  { key, files, sbpf, isUpgrade = false }: ProgramUpload,
  authority: Signer,
  version: TransactionVersion,
): Promise<readonly SetUpStep[]> {
  const program = key.address;
  const found = await chain.account(program);
  const deployed = found?.owner === UPGRADEABLE_LOADER_ID ? await findProgramData(chain, program) : undefined;
  const isThere = (file: Uint8Array): boolean => deployed !== undefined && holds(deployed.bytes, file);
  const there: SetUpStep = {
    ...stepOf(authority),
    name: 'program',
    what: 'deploying the program',
    isThere: true,
    transactions: [],
  };
  if (!isUpgrade && found !== null && found.data.length > 0) {
    if (files.some(isThere)) return [there];
    return fail(PROGRAM_DIFFERS, { program, expected: files.map((file) => bytesToHex(sha256(file))).join(' or ') });
  }
  // Whether the cluster would deploy it does not matter then.
  if (files.every(isThere)) return [there];
  const loader = await fetchLoader(chain);
  const bytes = formatFor(loader, files, sbpf);
  const uploading = { chain, program, bytes, authority, version };
  if (!isUpgrade) return deploymentSteps(uploading, key);
  if (deployed === undefined) return fail(PROGRAM_NOT_DEPLOYED, { program });
  if (isThere(bytes)) return [there];
  if (deployed.upgradeAuthority !== authority.address)
    return fail(NOT_UPGRADE_AUTHORITY, { program, found: deployed.upgradeAuthority, given: authority.address });
  return upgradeSteps(uploading, loader, PROGRAM_DATA_HEADER + deployed.bytes.length);
}

const stepOf = (payer: Signer) => ({ payer, signers: [], creates: [], returned: 0n });

async function deploymentSteps(uploading: Uploading, key: Signer): Promise<readonly SetUpStep[]> {
  const { chain, program, bytes, authority, version } = uploading;
  const { buffer, lamports, steps } = await bufferSteps(uploading, 'when the program is made of it');
  const programAccount = await newAccount(chain, {
    name: 'program',
    address: program,
    owner: UPGRADEABLE_LOADER_ID,
    size: PROGRAM_SIZE,
    authority: null,
    comesBack: null,
  });
  const dataAccount = await programDataOf(uploading, PROGRAM_DATA_HEADER + bytes.length);
  return [
    ...steps,
    {
      ...stepOf(authority),
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
      returned: lamports,
    },
  ];
}

/**
 * An account that is too short is extended first, because the loader does not upgrade a program in the slot of its
 * extension. Where an upgrade resizes the account, there is nothing to extend.
 */
async function upgradeSteps(
  uploading: Uploading,
  loader: LoaderFeatures,
  length: number,
): Promise<readonly SetUpStep[]> {
  const { chain, program, bytes, authority, version } = uploading;
  const resizes = isActive(loader, UPGRADE_RESIZES);
  const exact = PROGRAM_DATA_HEADER + bytes.length;
  const extension = resizes ? 0 : extensionFor(length, exact - length, isActive(loader, EXTENSION_MINIMUM));
  const dataAccount = await programDataOf(uploading, resizes ? exact : length + extension);
  const { buffer, lamports, steps } = await bufferSteps(uploading, 'when it has replaced the program');
  const held = (await chain.lamports(dataAccount.address)) + (extension > 0 ? dataAccount.lamports : 0n);
  const extended: SetUpStep = {
    ...stepOf(authority),
    name: 'extension',
    what: "extending the program's account",
    isThere: false,
    transactions: [
      planned(version, `extend the program's account by ${extension} bytes`, authority.address, [
        extendInstruction(program, authority.address, extension),
      ]),
    ],
    creates: [dataAccount],
  };
  return [
    ...(extension > 0 ? [extended] : []),
    ...steps,
    {
      ...stepOf(authority),
      name: 'program',
      what: 'upgrading the program',
      isThere: false,
      transactions: [
        planned(version, 'replace the program by the buffer', authority.address, [
          upgradeInstruction(program, buffer, authority.address),
        ]),
      ],
      // Its rent is what the account and the buffer hold already.
      creates: dataAccount.size === length || extension > 0 ? [] : [{ ...dataAccount, lamports: 0n }],
      returned: held + lamports - dataAccount.rent,
    },
  ];
}

const programDataOf = ({ chain, program, authority }: Uploading, size: number): Promise<NewAccount> =>
  newAccount(chain, {
    name: 'program data',
    address: programDataAddress(program).address,
    owner: UPGRADEABLE_LOADER_ID,
    size,
    authority: authority.address,
    comesBack: 'to the upgrade authority that closes the program for good',
  });

/** A buffer with the program, and the lamports that it then holds. */
async function bufferSteps({ chain, bytes, authority, version }: Uploading, comesBack: string) {
  const buffer = bufferAddress(authority.address, bytes);
  const account = await chain.account(buffer);
  const isBuffer = account !== null && account.data.length > 0;
  const inBuffer = await newAccount(chain, {
    name: 'program buffer',
    address: buffer,
    owner: UPGRADEABLE_LOADER_ID,
    size: BUFFER_HEADER + bytes.length,
    authority: authority.address,
    comesBack: `at once, ${comesBack}`,
  });
  const written = isBuffer ? account.data.subarray(BUFFER_HEADER) : new Uint8Array(bytes.length);
  const writes = writesOf(version, buffer, authority.address, bytes, written);
  const steps: SetUpStep[] = [
    {
      ...stepOf(authority),
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
      ...stepOf(authority),
      name: 'program bytes',
      what: 'writing the program into the buffer',
      isThere: writes.length === 0,
      transactions: writes,
    },
  ];
  const lamports = (await chain.lamports(buffer)) + (isBuffer ? 0n : inBuffer.lamports);
  return { buffer, lamports, steps };
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
