import { type Address, bufferIdOf, type KeyPair, prepareBufferClosing, readProofBuffer } from '@linesman/sdk/program';
import type { MarketSession } from './marketSession.js';

/** The payer's buffer for a market or a result: a proof too large for one transaction goes through it. */
export class OwnBuffer {
  readonly id: bigint;

  /**
   * @param account The market or the result.
   * @param isDryRun Nothing is sent, so nothing is closed.
   */
  constructor(
    private readonly session: MarketSession,
    private readonly payer: KeyPair,
    private readonly account: Address,
    private readonly isDryRun: boolean,
  ) {
    this.id = bufferIdOf(account);
  }

  /** The buffer on chain, to resume an interrupted upload; `null` without one. */
  standing(): ReturnType<typeof readProofBuffer> {
    const { chain, programs } = this.session;
    return readProofBuffer(chain, programs, this.payer.address, this.id);
  }

  /** Closes the buffer, if there is one, and so returns its rent. Returns the signature. */
  async close(): Promise<string[]> {
    if (this.isDryRun) return [];
    const { chain, programs } = this.session;
    const closing = await prepareBufferClosing(chain, programs, this.payer.address, this.account);
    return closing === null ? [] : await this.session.sendAll(this.payer, [{ instructions: [closing] }], false);
  }

  /** Does the work; when it fails, closes the buffer. */
  async closeIfFails<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The error of the work matters more. The next run closes the buffer.
      await this.close().catch(() => {});
      throw error;
    }
  }
}
