import type { Keypair, TransactionInstruction } from '@solana/web3.js';
import { type ProgramIds, type SendingChain, sendTransaction } from '../../program/index.js';
import { wait } from '../clock/index.js';

export interface RootSenderParameters {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  /** Signs and pays. */
  readonly payer: Keypair;
}

/** Sends an instruction until it has landed, or until the signal is aborted: then nothing more is handed over, and it throws the signal's reason. */
export const rootSender =
  ({ chain, programs, payer }: RootSenderParameters) =>
  async (instruction: TransactionInstruction, signal?: AbortSignal): Promise<void> => {
    await sendTransaction({
      chain,
      programs,
      payer,
      instructions: [instruction],
      sleep: async (ms) => {
        await wait(ms, signal);
        signal?.throwIfAborted();
      },
      beforeSend: () => {
        signal?.throwIfAborted();
        return true;
      },
    });
  };
