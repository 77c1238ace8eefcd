import { base58 } from '@scure/base';
import type { Address } from '../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { LandedTransaction } from '../../ts/sdk/program/rpcNode.js';

/** A transaction that landed. */
export interface Sent {
  /** Unix seconds of its block; null: the node does not know. */
  readonly at: number | null;
  /** Null: the node does not show the transaction. */
  readonly sent?: readonly Instruction[] | null;
  readonly failed?: boolean;
  /** Why it failed, as a node says it. */
  readonly err?: unknown;
}
export const at = (second: number | null, ...sent: Instruction[]): Sent => ({ at: second, sent });

/**
 * What a node tells of these transactions, oldest first; each is named by its place. Each has a log without a line, as
 * after much other output.
 *
 * @param hidden The only address that a transaction named which the node does not show.
 */
export function historyOf(history: readonly Sent[], hidden: Address) {
  const asked: string[] = [];
  const sentIn = (signature: string) => history[Number(signature)] as Sent;
  const isOf = (address: Address) => (signature: string) => {
    const { sent } = sentIn(signature);
    return sent?.length
      ? sent.some(({ accounts }) => accounts.some((one) => one.address === address))
      : address === hidden;
  };
  return {
    asked,
    signaturesOf: async (address: Address, before?: string) => {
      const names = history.map((_, i) => `${i}`).toReversed();
      return names
        .slice(before === undefined ? 0 : names.indexOf(before) + 1)
        .filter(isOf(address))
        .slice(0, 1_000)
        .map((signature) => ({
          signature,
          failed: sentIn(signature).failed ?? false,
          blockTime: sentIn(signature).at,
        }));
    },
    transaction: async (signature: string): Promise<LandedTransaction | null> => {
      asked.push(signature);
      const { at: blockTime, sent = [], err = null } = sentIn(signature);
      if (sent === null) return null;
      return {
        meta: { err, logMessages: ['Log truncated'] },
        blockTime,
        signers: sent.flatMap(({ accounts }) => accounts.flatMap(({ address, role }) => (role >= 2 ? [address] : []))),
        instructions: sent.map(({ programAddress, accounts, data }) => ({
          programAddress,
          accounts: accounts.map(({ address }) => address),
          data: base58.encode(data),
        })),
      };
    },
  };
}
