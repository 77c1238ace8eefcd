import { expectTypeOf, test } from 'vitest';
import type { ScoresEndpoints } from '../../ts/sdk/client/scores.js';
import type { NOT_PUBLISHED_YET } from '../../ts/sdk/error/codes/api.js';
import { NO_SUCH_LEAF } from '../../ts/sdk/error/codes/arguments.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';
import { type Address, address } from '../../ts/sdk/program/address/address.js';
import type * as program from '../../ts/sdk/program/index.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { parseProof } from '../../ts/sdk/proof/parse.js';
import type { Proof, StatProof, StatProofV1, StatProofV4 } from '../../ts/sdk/proof/proof.js';

/** What the compiler guarantees to users of the packages. The compiler runs this file; nothing else does. */

test('isError gives the context of an error its type', () => {
  const error: unknown = undefined;
  if (isError(error, NO_SUCH_LEAF)) {
    expectTypeOf(error.context.index).toEqualTypeOf<number>();
    expectTypeOf(error.number).toEqualTypeOf<typeof NO_SUCH_LEAF>();
    // That of another error.
    expectTypeOf(error.context.fixtureId).toEqualTypeOf<unknown>();
  }
  expectTypeOf<typeof NO_SUCH_LEAF>().not.toEqualTypeOf<typeof NOT_PUBLISHED_YET>();
});

test('an address is a text that was checked', () => {
  expectTypeOf<Address>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<Address>();
  expectTypeOf(address).returns.toEqualTypeOf<Address>();
  expectTypeOf<Instruction['programAddress']>().toEqualTypeOf<Address>();
});

test('proofs are distinguished by kind and version', () => {
  expectTypeOf<typeof parseProof>().returns.toEqualTypeOf<Proof>();
  expectTypeOf<Extract<Proof, { kind: 'stat' }>>().toEqualTypeOf<StatProof>();
  expectTypeOf<StatProof['version']>().toEqualTypeOf<1 | 2 | 3 | 4>();
  expectTypeOf<Extract<StatProof, { version: 4 }>>().toEqualTypeOf<StatProofV4>();
  expectTypeOf<StatProofV4>().toHaveProperty('signature');
  expectTypeOf<StatProofV1>().not.toHaveProperty('signature');
  expectTypeOf<ScoresEndpoints['proveV4']>().returns.resolves.toEqualTypeOf<StatProofV4>();
});

/** Names of T whose values, or what functions take and return, have `toBase58`: web3.js's kind of address. */
type NamingPublicKey<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? Extract<A[number] | Awaited<R>, { toBase58(): string }> extends never
      ? never
      : K
    : T[K] extends { toBase58(): string }
      ? K
      : never;
}[keyof T];

test('nothing in @linesman/sdk/program takes or gives a PublicKey', () => {
  expectTypeOf<NamingPublicKey<typeof program>>().toEqualTypeOf<never>();
});
