import type { Keypair, TransactionInstruction } from '@solana/web3.js';

/** Those of the key pairs that the instructions ask for, each once. */
export function signersOf(instructions: readonly TransactionInstruction[], keypairs: readonly Keypair[]): Keypair[] {
  const asked = new Set(
    instructions.flatMap(({ keys }) => keys.filter((key) => key.isSigner).map(({ pubkey }) => pubkey.toBase58())),
  );
  const distinct = new Map(keypairs.map((keypair) => [keypair.publicKey.toBase58(), keypair]));
  return [...distinct].filter(([address]) => asked.has(address)).map(([, keypair]) => keypair);
}
