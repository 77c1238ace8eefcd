import { Option } from 'commander';
import { choice } from './option.js';

const FLAG = '--transaction-version';
const CHOICES = ['auto', '0', '1'] as const;

/** What a command that sends transactions takes. */
export interface VersionFlags {
  readonly transactionVersion?: (typeof CHOICES)[number];
}

/** The version of the transactions that a command sends. */
export const transactionVersionOption = (): Option =>
  new Option(`${FLAG} <version>`, 'version of transactions: 0, 1, or auto for the latest that the chain takes')
    .argParser(choice(FLAG, CHOICES))
    .default('auto');

/** The chain, for the version that is wanted. */
export function atVersion<C extends { takesVersion1?(): Promise<boolean> }>(
  chain: C,
  { transactionVersion = 'auto' }: VersionFlags,
): C {
  return transactionVersion === 'auto' ? chain : { ...chain, takesVersion1: async () => transactionVersion === '1' };
}
