import * as web3 from '@solana/web3.js';
import { CLIENT_LIBRARY_UNFIT } from '../error/codes/options.js';
import { fail } from '../error/linesmanError.js';

/**
 * web3.js, if it is a version that has these classes: npm installs any version beside us, because most users need none.
 * Errors: CLIENT_LIBRARY_UNFIT.
 */
export const library = (): typeof web3 =>
  typeof web3.PublicKey === 'function'
    ? web3
    : fail(CLIENT_LIBRARY_UNFIT, {
        library: '@solana/web3.js',
        missing: 'PublicKey',
        wanted: '1.92 or a later 1.x',
        instead: "'@linesman/sdk/kit'",
      });
