import { type PublicKey, TransactionInstruction } from '@solana/web3.js';
import { fail, INVALID_INSTRUCTION_DATA, INVALID_NUMBER } from '../../error/index.js';
import { type Codec, decode, encode } from '../borsh/codec.js';
import { BorshFault, undecodable } from '../borsh/fault.js';
import { instructionDiscriminator } from '../discriminator.js';

/** What the runtime is told of an account: w = writable, s = signer. */
export type AccountFlags = '' | 'w' | 's' | 'ws';

export type AccountList = readonly (readonly [name: string, flags: AccountFlags])[];

/** The addresses an instruction takes, by name. */
export type AddressesOf<A extends AccountList> = { readonly [K in A[number][0]]: PublicKey };

/** One instruction of one of the two programs: its data in both directions, and its accounts in order. */
export interface Instruction<Args, A extends AccountList = AccountList> {
  readonly program: 'oracle' | 'settlement';
  /** Snake case, as in the IDL. */
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly accounts: A;
  /** The instruction data. Errors: INVALID_NUMBER names the argument that is out of range. */
  encode(args: Args): Uint8Array;
  /** The arguments of instruction data, exactly. Errors: INVALID_INSTRUCTION_DATA. */
  decode(data: Uint8Array): Args;
  /** The instruction for a transaction. */
  build(programId: PublicKey, addresses: AddressesOf<A>, args: Args): TransactionInstruction;
}

/** The arguments of an instruction. */
export type ArgsOf<I> = I extends Instruction<infer Args, infer _A> ? Args : never;

export function defineInstruction<Args, const A extends AccountList>(definition: {
  program: 'oracle' | 'settlement';
  name: string;
  args: Codec<Args>;
  accounts: A;
}): Instruction<Args, A> {
  const { program, name, args: codec, accounts } = definition;
  const discriminator = instructionDiscriminator(name);
  const encodeArgs = (args: Args): Uint8Array => {
    try {
      const body = encode(codec, args);
      const data = new Uint8Array(discriminator.length + body.length);
      data.set(discriminator);
      data.set(body, discriminator.length);
      return data;
    } catch (cause) {
      if (!(cause instanceof BorshFault)) throw cause;
      const { path, found: value, expected } = cause;
      return fail(INVALID_NUMBER, { instruction: name, path, value, expected });
    }
  };
  return {
    program,
    name,
    discriminator,
    accounts,
    encode: encodeArgs,
    decode: (data) => {
      if (data.length < 8 || discriminator.some((byte, i) => data[i] !== byte))
        fail(INVALID_INSTRUCTION_DATA, { problem: 'other discriminator', instruction: name });
      try {
        return decode(codec, data.subarray(8));
      } catch (cause) {
        if (!(cause instanceof BorshFault)) throw cause;
        const place = undecodable(cause, data);
        return fail(INVALID_INSTRUCTION_DATA, { problem: 'does not decode', instruction: name, ...place });
      }
    },
    build: (programId, addresses, args) =>
      new TransactionInstruction({
        programId,
        keys: accounts.map(([account, flags]) => ({
          pubkey: addresses[account as A[number][0]],
          isWritable: flags.includes('w'),
          isSigner: flags.includes('s'),
        })),
        data: Buffer.from(encodeArgs(args)),
      }),
  };
}
