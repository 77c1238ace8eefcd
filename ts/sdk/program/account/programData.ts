import { type Address, addressOf } from '../address/address.js';
import { programDataAddress } from '../address/oracle.js';
import { UPGRADEABLE_LOADER_ID } from '../address/runtime.js';
import type { Chain } from '../chain.js';

/** The size of the header that the upgradeable loader stores before a program's bytes: kind, slot, authority. */
export const PROGRAM_DATA_HEADER = 45;
const SLOT_AT = 4;
/** A byte that says whether there is an authority, and the authority. */
const AUTHORITY_AT = 12;

/** A program as stored by the upgradeable loader. */
export interface ProgramData {
  /** The slot of the last deployment. */
  readonly slot: bigint;
  /** The upgrade authority; `null` for a frozen program. */
  readonly upgradeAuthority: Address | null;
  /** The program, with the zeros that fill the account after it. */
  readonly bytes: Uint8Array;
}

/** Reads the account at a program's `programDataAddress`; `undefined` if it is too short to be one. */
export function readProgramData(data: Uint8Array): ProgramData | undefined {
  if (data.length <= PROGRAM_DATA_HEADER) return undefined;
  return {
    slot: new DataView(data.buffer, data.byteOffset).getBigUint64(SLOT_AT, true),
    upgradeAuthority: data[AUTHORITY_AT] === 0 ? null : addressOf(data.slice(AUTHORITY_AT + 1, PROGRAM_DATA_HEADER)),
    bytes: data.subarray(PROGRAM_DATA_HEADER),
  };
}

/** A program on chain; `undefined` if there is none of the upgradeable loader. Errors: those of the chain. */
export async function findProgramData(
  chain: Pick<Chain, 'account'>,
  program: Address,
): Promise<ProgramData | undefined> {
  const account = await chain.account(programDataAddress(program).address);
  return account?.owner === UPGRADEABLE_LOADER_ID ? readProgramData(account.data) : undefined;
}

/** The authority in the words of command tables. */
export const upgradesText = (authority: Address | null): string =>
  authority === null ? 'by nobody: the program is frozen' : `by ${authority}`;
