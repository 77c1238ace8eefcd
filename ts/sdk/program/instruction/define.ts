import { concatBytes } from '@noble/hashes/utils.js';
import { INVALID_INSTRUCTION_DATA } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { type Address, address } from '../address/address.js';
import { type Codec, decode, struct } from '../borsh/codec.js';
import { BorshFault, undecodable } from '../borsh/fault.js';
import { instructionDiscriminator } from '../discriminator.js';
import { encodeArguments } from './encodeArguments.js';
import { type Instruction, roleOf } from './instruction.js';

/** How an instruction uses an account: w writable, s signer. */
export type AccountFlags = '' | 'w' | 's' | 'ws';

/** The accounts of an instruction in order, by name. */
export type AccountList<Name extends string = string> = readonly (readonly [name: Name, flags: AccountFlags])[];

/** The addresses of an instruction's accounts, by name. */
export type AddressesOf<A extends AccountList> = { readonly [K in A[number][0]]: Address };

/**
 * One instruction of one of the two programs: how its data is encoded, and its accounts in order.
 *
 * @example
 * ```ts
 * import { stake } from '@linesman/sdk/program';
 *
 * declare const data: Uint8Array;
 * const { outcome, amount } = stake.decode(data);
 * stake.accounts.map(([name]) => name); // ['owner', 'market', 'position', 'vault', …]
 * ```
 */
export interface InstructionKind<Args, Name extends string = string> {
  readonly program: 'oracle' | 'settlement';
  /** Snake case, as in the IDL. */
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly accounts: AccountList<Name>;
  /** The instruction data. Errors: INVALID_NUMBER names the argument that is out of range. */
  encode(args: Args): Uint8Array;
  /** The arguments. Errors: INVALID_INSTRUCTION_DATA unless all bytes decode. */
  decode(data: Uint8Array): Args;
  /** The instruction, ready for a transaction. Errors: those of `encode`; INVALID_ADDRESS. */
  build(programId: Address, addresses: AddressesOf<AccountList<Name>>, args: Args): Instruction;
}

/** The arguments of an instruction. */
export type ArgsOf<I> = I extends InstructionKind<infer Args, infer _Name> ? Args : never;

/** No arguments. */
export const NONE = () => struct({});

/** Program, name and discriminator of each instruction that has been loaded. */
const defined: Pick<InstructionKind<never>, 'program' | 'name' | 'discriminator'>[] = [];

/**
 * The instructions that have been loaded. To name one of a transaction, this does not bring all of both programs into a
 * bundle: one that was built there is loaded.
 */
export const definedInstructions = (): typeof defined => defined;

/** Defines the instructions of a program. The codec of the arguments is made when it is first used. */
const instructionsOf =
  (program: 'oracle' | 'settlement') =>
  <Args, const A extends Readonly<Record<string, AccountFlags>>>(
    name: string,
    argsCodec: () => Codec<Args>,
    flagsOf: A,
  ): InstructionKind<Args, keyof A & string> => {
    const accounts = Object.entries(flagsOf) as unknown as AccountList<keyof A & string>;
    const discriminator = instructionDiscriminator(name);
    let made: Codec<Args> | undefined;
    const codec = (): Codec<Args> => {
      made ??= argsCodec();
      return made;
    };
    const encodeArgs = (args: Args): Uint8Array => concatBytes(discriminator, encodeArguments(name, codec(), args));
    defined.push({ program, name, discriminator });
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
          return decode(codec(), data.subarray(8));
        } catch (cause) {
          if (!(cause instanceof BorshFault)) throw cause;
          const fault = undecodable(cause, data);
          return fail(INVALID_INSTRUCTION_DATA, { problem: 'does not decode', instruction: name, ...fault });
        }
      },
      build: (programId, addresses, args) => ({
        programAddress: address(programId),
        accounts: accounts.map(([account, flags]) => ({
          address: address(addresses[account]),
          role: roleOf({ signer: flags.includes('s'), writable: flags.includes('w') }),
        })),
        data: encodeArgs(args),
      }),
    };
  };

export const oracle = /* @__PURE__ */ instructionsOf('oracle');
export const settlement = /* @__PURE__ */ instructionsOf('settlement');
