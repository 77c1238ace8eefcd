import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import type { Outcome } from '../localBank.js';
import { Surf } from '../surfpool.js';
import type { TestChain } from './chain.js';
import { KeySource } from './keySource.js';
import { signersOf } from './signersOf.js';

/**
 * The newer runtime with the settlement program in the form of a `TestChain`, so that markets are tested with the same
 * helpers.
 */
export class SurfChain extends KeySource {
  private time = 0;
  readonly payer = this.keypair();

  private constructor(private readonly surf: Surf) {
    super(3n);
    surf.fund(this.payer.address);
  }

  /** `null` where the package is missing. */
  static async start(
    time: number,
  ): Promise<{ chain: TestChain; connection: Surf['connection']; stop: () => void } | null> {
    const surf = Surf.start({ programId: DEFAULT_SETTLEMENT_PROGRAM_ID, path: 'programs/artifacts/settlement.so' });
    if (!surf) return null;
    const chain = new SurfChain(surf);
    await chain.setTime(time);
    return { chain: chain as unknown as TestChain, connection: surf.connection, stop: () => surf.stop() };
  }

  get now(): number {
    return this.time;
  }

  /** The clock then runs on with wall-clock time. It cannot go back. */
  async setTime(time: number): Promise<void> {
    await this.surf.travel(time);
    this.time = time;
  }

  async send(instructions: Instruction[], signers: readonly KeyPair[] = []): Promise<Outcome> {
    const signing = signersOf(instructions, [this.payer, ...signers]);
    const { failure, logs, returned } = await this.surf.send(instructions, signing);
    const words = failure && `instruction ${failure.instruction}: ${failure.error ?? 'no number'}`;
    const failed = { error: failure?.error ?? null, failure: words, failedAt: failure?.instruction ?? null };
    return { ...failed, logs, computeUnits: 0, unitsConsumed: 0, returned };
  }

  account(address: Address) {
    return this.surf.account(address);
  }

  setAccount(address: Address, owner: Address, data: Uint8Array, lamports = 100_000_000): void {
    this.surf.put(address, owner, data, lamports);
  }
}
