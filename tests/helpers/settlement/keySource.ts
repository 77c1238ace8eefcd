import type { Address } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../../ts/sdk/program/keyPair.js';

/** Unused key pairs for every test chain: the same ones in the same order each time. */
export abstract class KeySource {
  private count = 0n;

  /** @param series Another series gives other key pairs. */
  protected constructor(private readonly series: bigint) {}

  abstract setAccount(address: Address, owner: Address, data: Uint8Array, lamports?: number): void;

  protected forgetKeys(): void {
    this.count = 0n;
  }

  keypair(): KeyPair {
    return KeyPair.fromSeed(new Uint8Array(new BigUint64Array([++this.count, 0n, 0n, this.series]).buffer));
  }

  /** A new address without a known key. */
  address(): Address {
    return this.keypair().address;
  }

  /** A new key pair with lamports. */
  fundedKeypair(): KeyPair {
    const keypair = this.keypair();
    this.setAccount(keypair.address, SYSTEM_PROGRAM_ID, new Uint8Array(0), 10_000_000_000);
    return keypair;
  }
}
