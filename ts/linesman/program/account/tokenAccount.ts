import { type Address, addressOf } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Chain } from '../chain.js';

/** A token account of either token program. */
export interface TokenAccount {
  readonly address: Address;
  readonly mint: Address;
  readonly owner: Address;
  /** Base units. */
  readonly amount: bigint;
  readonly isFrozen: boolean;
  readonly tokenProgram: Address;
}

const OWNER = 32;
const AMOUNT = 64;
const STATE = 108;
/** Of one without extensions; what is longer says behind it what it is. */
const LENGTH = 165;
const IS_ACCOUNT = 2;
const FROZEN = 2;

/** What the data of an account says; `null` when it is no token account. */
export function tokenAccountOf(tokenProgram: Address, data: Uint8Array): Omit<TokenAccount, 'address'> | null {
  if (data.length !== LENGTH && !(data.length > LENGTH && data[LENGTH] === IS_ACCOUNT)) return null;
  if (data[STATE] === 0) return null;
  return {
    mint: addressOf(data.subarray(0, OWNER)),
    owner: addressOf(data.subarray(OWNER, AMOUNT)),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(AMOUNT, true),
    isFrozen: data[STATE] === FROZEN,
    tokenProgram,
  };
}

/** Base units in a token account; 0 when there is none. */
export async function tokenBalance(chain: Pick<Chain, 'account'>, address: Address): Promise<bigint> {
  const account = await chain.account(address);
  const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((one) => account?.owner === one);
  if (account === null || program === undefined) return 0n;
  return tokenAccountOf(program, account.data)?.amount ?? 0n;
}
