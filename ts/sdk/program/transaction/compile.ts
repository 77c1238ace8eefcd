import type { Address } from '../address/address.js';
import type { Instruction } from '../instruction/instruction.js';
import { compileMessage, type LookupTable } from './message.js';
import type { Message } from './messageForm.js';
import { transactionSize } from './size.js';

export interface Compiled {
  readonly message: Message;
  /** Size in bytes of the transaction with all signatures; may exceed the limit. */
  readonly size: number;
  /** The lookup tables that the message uses. */
  readonly tables: readonly LookupTable[];
}

/**
 * Compiles the smallest message for these instructions. It uses only lookup tables that save bytes: each costs 34 bytes
 * and saves 31 for each account. Without tables it is a legacy message, which is 2 bytes shorter.
 *
 * Errors: TOO_MANY_ACCOUNTS above 256; INVALID_ADDRESS.
 *
 * @example
 * ```ts
 * import { type Address, compile, type Instruction, type LookupTable, TRANSACTION_LIMIT } from '@linesman/sdk/program';
 *
 * declare const payer: Address;
 * declare const instructions: readonly Instruction[];
 * declare const blockhash: string;
 * declare const offered: readonly LookupTable[];
 * const { size, tables } = compile(payer, instructions, blockhash, offered);
 * const fits = size <= TRANSACTION_LIMIT;
 * ```
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
  // Greedy: an account in two tables is looked up once, so the saving of a table depends on the tables already chosen.
  for (;;) {
    const tries = offered
      .filter((table) => !best.tables.includes(table))
      .map((table) => withTables([...best.tables, table]))
      .filter((one) => one.size < best.size);
    if (tries.length === 0) return best;
    best = tries.reduce((a, b) => (b.size < a.size ? b : a));
  }
}
