import { concatBytes } from '@noble/hashes/utils.js';
import { fail, INVALID_INSTRUCTION_DATA } from '../../error/index.js';
import { type Address, address } from '../address/address.js';
import { type Codec, decode } from '../borsh/codec.js';
import { BorshFault, undecodable } from '../borsh/fault.js';
import { instructionDiscriminator } from '../discriminator.js';
import { encodeArguments } from './encodeArguments.js';
import { type Instruction, roleOf } from './instruction.js';

/** How an instruction uses an account: w writable, s signer. */
export type AccountFlags = '' | 'w' | 's' | 'ws';

export type AccountList = readonly (readonly [name: string, flags: AccountFlags])[];

/** The addresses of an instruction's accounts, by name. */
export type AddressesOf<A extends AccountList> = { readonly [K in A[number][0]]: Address };

/**
 * One instruction of one of the two programs: how its data is encoded, and its accounts in order.
 *
 * @example
 * ```ts
 * import { stake } from 'linesman/program';
 *
 * declare const data: Uint8Array;
 * const { outcome, amount } = stake.decode(data);
 * stake.accounts.map(([name]) => name); // ['owner', 'market', 'position', 'vault', …]
 * ```
 */
export interface InstructionKind<Args, A extends AccountList = AccountList> {
  readonly program: 'oracle' | 'settlement';
  /** Snake case, as in the IDL. */
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly accounts: A;
  /** The instruction data. Errors: INVALID_NUMBER names the argument that is out of range. */
  encode(args: Args): Uint8Array;
  /** The arguments. Errors: INVALID_INSTRUCTION_DATA unless all bytes decode. */
  decode(data: Uint8Array): Args;
  /** The instruction, ready for a transaction. Errors: those of `encode`; INVALID_ADDRESS. */
  build(programId: Address, addresses: AddressesOf<A>, args: Args): Instruction;
}

/** The arguments of an instruction. */
export type ArgsOf<I> = I extends InstructionKind<infer Args, infer _A> ? Args : never;

export function defineInstruction<Args, const A extends AccountList>(definition: {
  program: 'oracle' | 'settlement';
  name: string;
  args: Codec<Args>;
  accounts: A;
}): InstructionKind<Args, A> {
  const { program, name, args: codec, accounts } = definition;
  const discriminator = instructionDiscriminator(name);
  const encodeArgs = (args: Args): Uint8Array => concatBytes(discriminator, encodeArguments(name, codec, args));
  return {
    program,
    name,
    discriminator,
    accounts,
    encode: encodeArgs,
    decode: (data) => {
      if (discriminator.some((byte, i) => data[i] !== byte))
        fail(INVALID_INSTRUCTION_DATA, { problem: 'other discriminator', instruction: name });
      try {
        return decode(codec, data.subarray(8));
      } catch (cause) {
        if (!(cause instanceof BorshFault)) throw cause;
        const place = undecodable(cause, data);
        return fail(INVALID_INSTRUCTION_DATA, { problem: 'does not decode', instruction: name, ...place });
      }
    },
    build: (programId, addresses, args) => ({
      programAddress: address(programId),
      accounts: accounts.map(([account, flags]) => ({
        address: address(addresses[account as A[number][0]]),
        role: roleOf({ signer: flags.includes('s'), writable: flags.includes('w') }),
      })),
      data: encodeArgs(args),
    }),
  };
}
