import { choice } from './optionValue.js';
import { type FlagsOf, option } from './row.js';

/** The row of commands that send transactions. */
export const VERSION_ROWS = {
  transactionVersion: option(
    '<version>',
    'version of transactions: 0, 1, or auto for the latest that the chain accepts',
    choice('auto', '0', '1'),
    'auto',
  ),
};
export type VersionFlags = Partial<Pick<FlagsOf<typeof VERSION_ROWS>, 'transactionVersion'>>;

/** The chain, with the requested version of transactions. */
export function atVersion<C extends { takesVersion1?(): Promise<boolean> }>(
  chain: C,
  { transactionVersion = 'auto' }: VersionFlags,
): C {
  return transactionVersion === 'auto' ? chain : { ...chain, takesVersion1: async () => transactionVersion === '1' };
}
