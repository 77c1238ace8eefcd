import type { Address } from '../address/address.js';
import type { Instruction } from '../instruction/instruction.js';
import { compileMessage, type LookupTable, type Message } from './message.js';
import { transactionSize } from './size.js';

export interface Compiled {
  readonly message: Message;
  /** Bytes of the transaction with all its signatures; may be beyond the limit. */
  readonly size: number;
  /** The lookup tables in use. */
  readonly tables: readonly LookupTable[];
}

/**
 * The smallest message for these instructions: of the lookup tables offered only those that save bytes are used (a table
 * costs 34 and saves 31 an account), and without any it is a legacy message, which is 2 bytes shorter.
 */
export function compile(
  payer: Address,
  instructions: readonly Instruction[],
  blockhash: string,
  offered: readonly LookupTable[] = [],
): Compiled {
  const withTables = (tables: readonly LookupTable[]): Compiled => {
    const message = compileMessage(payer, instructions, blockhash, tables);
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
