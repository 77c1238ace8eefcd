import { NOT_A_MINT } from '../../error/codes/customers.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Chain } from '../chain.js';
import { MINT_SIZE } from '../tokenInstructions.js';

/** A mint of one of the two token programs. */
export interface Mint {
  readonly address: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
}

/** After authority and supply. The next byte says whether the mint is initialised. */
const DECIMALS = 44;
/** An account longer than a mint without extensions belongs to Token-2022 and has its type at this offset. */
const KIND = 165;
const IS_MINT = 1;

/**
 * Reads a mint from the chain. Does not check whether the settlement program accepts it. Errors: NOT_A_MINT; those of
 * the chain.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, readMint } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const address: Address;
 * const { decimals } = await readMint(chain, address);
 * ```
 */
export async function readMint(chain: Pick<Chain, 'account'>, address: Address): Promise<Mint> {
  const account = await chain.account(address);
  return mintOf(address, account?.owner ?? null, account?.data ?? new Uint8Array());
}

/**
 * The same for an account that has been read. Errors: NOT_A_MINT.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, mintOf } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const address: Address;
 * const account = await chain.account(address);
 * if (account) console.log(mintOf(address, account.owner, account.data).decimals);
 * ```
 */
export function mintOf(address: Address, owner: Address | null, data: Uint8Array): Mint {
  const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((one) => owner === one);
  const isMint = data.length === MINT_SIZE || (data.length > KIND && data[KIND] === IS_MINT);
  if (program === undefined || !isMint || data[DECIMALS + 1] !== 1) return fail(NOT_A_MINT, { address });
  return { address, tokenProgram: program, decimals: data[DECIMALS] ?? 0 };
}
