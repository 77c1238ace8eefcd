import { fail, NOT_A_MINT } from 'linesman/error';
import { type Address, type Chain, MINT_SIZE, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from 'linesman/program';

export interface Mint {
  readonly address: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
}

/** Behind authority and supply; the next byte says that it is initialised. */
const DECIMALS = 44;
/** What is longer than a mint without extensions is of Token-2022, and says at this offset what it is. */
const KIND = 165;
const IS_MINT = 1;

/** A mint as the chain has it. Whether the settlement program takes it is its own decision. Errors: NOT_A_MINT. */
export async function readMint(chain: Pick<Chain, 'account'>, address: Address): Promise<Mint> {
  const account = await chain.account(address);
  return mintOf(address, account?.owner ?? null, account?.data ?? new Uint8Array());
}

/** The same, of an account that is read already. Errors: NOT_A_MINT. */
export function mintOf(address: Address, owner: Address | null, data: Uint8Array): Mint {
  const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((one) => owner === one);
  const isMint = data.length === MINT_SIZE || (data.length > KIND && data[KIND] === IS_MINT);
  if (program === undefined || !isMint || data[DECIMALS + 1] !== 1) return fail(NOT_A_MINT, { address });
  return { address, tokenProgram: program, decimals: data[DECIMALS] ?? 0 };
}
