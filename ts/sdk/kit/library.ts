import * as kit from '@solana/kit';
import { CLIENT_LIBRARY_UNFIT } from '../error/codes/options.js';
import { fail } from '../error/linesmanError.js';

/**
 * Checks that Kit has what only the versions have that the adapter needs: npm installs any version beside us, because
 * most users need none. Errors: CLIENT_LIBRARY_UNFIT.
 */
export function checkKit(): void {
  // A bundler keeps only what is named.
  if (typeof kit.assertIsTransactionWithinSizeLimit !== 'function')
    fail(CLIENT_LIBRARY_UNFIT, {
      library: '@solana/kit',
      missing: 'assertIsTransactionWithinSizeLimit',
      wanted: '2.3 or later',
      instead: "'@linesman/sdk/rpc'",
    });
}
