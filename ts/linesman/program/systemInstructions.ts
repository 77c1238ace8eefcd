import { type Address, address } from './address/address.js';
import { SYSTEM_PROGRAM_ID } from './address/runtime.js';
import { struct, u32, u64 } from './borsh/codec.js';
import { publicKey } from './borsh/publicKey.js';
import { encodeArguments } from './instruction/encodeArguments.js';
import { ACCOUNT_ROLE, type Instruction } from './instruction/instruction.js';

const CREATE_ACCOUNT = 0;
const TRANSFER = 2;

const TRANSFER_DATA = struct({ kind: u32, lamports: u64 });
const CREATE_ACCOUNT_DATA = struct({ kind: u32, lamports: u64, space: u64, owner: publicKey });

export interface TransferParameters {
  readonly from: Address;
  readonly to: Address;
  readonly lamports: bigint;
}

/** Moves lamports. `from` signs. Errors: INVALID_NUMBER, INVALID_ADDRESS. */
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
  /** Bytes of data. */
  readonly space: number;
  /** The program that the account will belong to. */
  readonly owner: Address;
}

/** Makes an account, which signs beside the payer. Errors: INVALID_NUMBER, INVALID_ADDRESS. */
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
      space: BigInt(space),
      owner,
    }),
  };
};
