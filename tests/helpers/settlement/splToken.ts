import * as spl from '@solana/spl-token';
import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { type Address, isAddress } from '../../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { fromTransactionInstruction, toPublicKey } from '../../../ts/sdk/web3/convert.js';

type Library = typeof spl;

/** The library's arguments with addresses in place of its keys. */
type Restated<T> = T extends PublicKey
  ? Address
  : T extends Uint8Array
    ? T
    : T extends object
      ? { [K in keyof T]: Restated<T[K]> }
      : T;

type Restating<T> = T extends (...parameters: infer P) => TransactionInstruction
  ? (...parameters: Restated<P> extends infer R extends unknown[] ? R : never) => Instruction
  : never;

type Builders = {
  readonly [K in keyof Library as K extends `create${string}Instruction` ? K : never]: Restating<Library[K]>;
};

/** Treats every text that could be an address as one. */
function withKeys(value: unknown): unknown {
  if (isAddress(value)) return toPublicKey(value);
  if (Array.isArray(value)) return value.map(withKeys);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withKeys(one)]));
}

/** The instruction builders of the token programs' own library, used as the reference. */
export const splToken = Object.fromEntries(
  Object.entries(spl)
    .filter(([name]) => /^create.*Instruction$/.test(name))
    .map(([name, build]) => [
      name,
      (...parameters: unknown[]) =>
        fromTransactionInstruction(
          (build as (...given: unknown[]) => TransactionInstruction)(...parameters.map(withKeys)),
        ),
    ]),
) as unknown as Builders;
