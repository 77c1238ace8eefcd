import {
  type AddressLookupTableAccount,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  type VersionedMessage,
} from '@solana/web3.js';
import { transactionSize } from './size.js';

export interface Compiled {
  readonly message: VersionedMessage;
  /** Bytes of the transaction with all its signatures; may be beyond the limit. */
  readonly size: number;
  /** The lookup tables in use. */
  readonly tables: readonly AddressLookupTableAccount[];
}

/**
 * The smallest message for these instructions: of the lookup tables offered only those that save bytes are used (a table
 * costs 34 and saves 31 an account), and without any it is a legacy message, which is 2 bytes shorter.
 */
export function compile(
  payerKey: PublicKey,
  instructions: readonly TransactionInstruction[],
  recentBlockhash: string,
  offered: readonly AddressLookupTableAccount[] = [],
): Compiled {
  const source = new TransactionMessage({ payerKey, instructions: [...instructions], recentBlockhash });
  const withTables = (tables: readonly AddressLookupTableAccount[]): Compiled => {
    const message = tables.length === 0 ? source.compileToLegacyMessage() : source.compileToV0Message([...tables]);
    return { message, size: transactionSize(message), tables };
  };
  let best = withTables([]);
  // Greedy: an account in two tables is looked up once, so what a table saves depends on those already in use.
  for (;;) {
    const tries = offered
      .filter((table) => !best.tables.includes(table))
      .map((table) => withTables([...best.tables, table]))
      .filter((one) => one.size < best.size);
    if (tries.length === 0) return best;
    best = tries.reduce((a, b) => (b.size < a.size ? b : a));
  }
}
