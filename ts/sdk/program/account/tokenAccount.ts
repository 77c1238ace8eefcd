import { type Address, addressOf } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Chain } from '../chain.js';

/** A token account of the Token or Token-2022 program. */
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
/** Without extensions. A longer account names its type in the byte that follows. */
const LENGTH = 165;
const IS_ACCOUNT = 2;
const FROZEN = 2;

/**
 * Decodes the data of a token account; `null` when it is not one, or not initialized.
 *
 * @param tokenProgram The owner of the account, which becomes part of the result.
 *
 * @example
 * ```ts
 * import { type Address, type RpcNode, TOKEN_PROGRAM_ID, tokenAccountOf } from '@linesman/sdk/program';
 *
 * declare const node: RpcNode;
 * declare const owner: Address;
 * for (const { address, data } of await node.tokenAccounts(owner, TOKEN_PROGRAM_ID)) {
 *   const account = tokenAccountOf(TOKEN_PROGRAM_ID, data);
 *   console.log(address, account?.mint, account?.amount);
 * }
 * ```
 */
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

/**
 * The balance of a token account in base units; 0 when there is no such token account.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   associatedTokenAddress,
 *   type Chain,
 *   TOKEN_PROGRAM_ID,
 *   tokenBalance,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const mint: Address;
 * declare const owner: Address;
 * const balance = await tokenBalance(chain, associatedTokenAddress(mint, owner, TOKEN_PROGRAM_ID));
 * ```
 */
export async function tokenBalance(chain: Pick<Chain, 'account'>, address: Address): Promise<bigint> {
  const account = await chain.account(address);
  const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((one) => account?.owner === one);
  if (account === null || program === undefined) return 0n;
  return tokenAccountOf(program, account.data)?.amount ?? 0n;
}
