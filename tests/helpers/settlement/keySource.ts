import { Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';

/** What every chain of the tests gives: key pairs that nobody has yet, the same ones in the same order each time. */
export abstract class KeySource {
  private made = 0n;

  /** @param series Of another series, other key pairs. */
  protected constructor(private readonly series: bigint) {}

  abstract setAccount(address: PublicKey, owner: PublicKey, data: Uint8Array, lamports?: number): void;

  keypair(): Keypair {
    return Keypair.fromSeed(new Uint8Array(new BigUint64Array([++this.made, 0n, 0n, this.series]).buffer));
  }

  /** A new address that nobody signs for. */
  address(): PublicKey {
    return this.keypair().publicKey;
  }

  /** A new key pair with lamports. */
  fundedKeypair(): Keypair {
    const keypair = this.keypair();
    this.setAccount(keypair.publicKey, SystemProgram.programId, new Uint8Array(0), 10_000_000_000);
    return keypair;
  }
}
