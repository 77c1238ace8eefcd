import { type Instruction, isSigner } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';

/** The key pairs that the instructions require, each once. */
export function signersOf(instructions: readonly Instruction[], keypairs: readonly KeyPair[]): KeyPair[] {
  const asked = new Set(
    instructions.flatMap(({ accounts }) => accounts.filter(isSigner).map(({ address }) => address)),
  );
  const distinct = new Map(keypairs.map((keypair) => [keypair.address, keypair]));
  return [...distinct].filter(([address]) => asked.has(address)).map(([, keypair]) => keypair);
}
