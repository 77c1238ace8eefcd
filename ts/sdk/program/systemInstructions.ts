import { type Address, address } from './address/address.js';
import { SYSTEM_PROGRAM_ID } from './address/runtime.js';
import { publicKey, struct, u32, u64 } from './borsh/codec.js';
import { encodeArguments } from './instruction/encodeArguments.js';
import { ACCOUNT_ROLE, type Instruction } from './instruction/instruction.js';

const CREATE_ACCOUNT = 0;
const TRANSFER = 2;

const TRANSFER_DATA = struct({ kind: u32, lamports: u64 });
// `space` is a u64, but an account has 10 MiB at most.
const CREATE_ACCOUNT_DATA = struct({ kind: u32, lamports: u64, space: u32, spaceAbove: u32, owner: publicKey });

export interface TransferParameters {
  readonly from: Address;
  readonly to: Address;
  readonly lamports: bigint;
}

/**
 * Transfers lamports. `from` signs. Errors: INVALID_NUMBER when `lamports` is not a u64; INVALID_ADDRESS.
 *
 * @example
 * ```ts
 * import { type Address, transferInstruction } from '@linesman/sdk/program';
 *
 * declare const from: Address;
 * declare const to: Address;
 * const instruction = transferInstruction({ from, to, lamports: 1_000_000_000n }); // 1 SOL
 * ```
 */
export const transferInstruction = ({ from, to, lamports }: TransferParameters): Instruction => ({
  programAddress: SYSTEM_PROGRAM_ID,
  accounts: [
    { address: address(from), role: ACCOUNT_ROLE.writableSigner },
    { address: address(to), role: ACCOUNT_ROLE.writable },
  ],
  data: encodeArguments('transfer', TRANSFER_DATA, { kind: TRANSFER, lamports }),
});

export interface CreateAccountParameters {
  readonly payer: Address;
  readonly account: Address;
  readonly lamports: bigint;
  /** Size of the account's data in bytes. */
  readonly space: number;
  /** The program that will own the account. */
  readonly owner: Address;
}

/**
 * Creates an account. The payer and the new account sign. Errors: INVALID_NUMBER when `lamports` or `space` is out of
 * range; INVALID_ADDRESS.
 *
 * @example
 * ```ts
 * import { createAccountInstruction, KeyPair, MINT_SIZE, type RpcNode, TOKEN_PROGRAM_ID } from '@linesman/sdk/program';
 *
 * declare const node: RpcNode;
 * declare const payer: KeyPair;
 * const mint = KeyPair.generate();
 * const instruction = createAccountInstruction({
 *   payer: payer.address,
 *   account: mint.address,
 *   lamports: BigInt(await node.rent(MINT_SIZE)),
 *   space: MINT_SIZE,
 *   owner: TOKEN_PROGRAM_ID,
 * });
 * ```
 */
export const createAccountInstruction = (parameters: CreateAccountParameters): Instruction => {
  const { payer, account, lamports, space, owner } = parameters;
  return {
    programAddress: SYSTEM_PROGRAM_ID,
    accounts: [
      { address: address(payer), role: ACCOUNT_ROLE.writableSigner },
      { address: address(account), role: ACCOUNT_ROLE.writableSigner },
    ],
    data: encodeArguments('create_account', CREATE_ACCOUNT_DATA, {
      kind: CREATE_ACCOUNT,
      lamports,
      space,
      spaceAbove: 0,
      owner,
    }),
  };
};
