import { describe } from 'vitest';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_DURATIONS,
  optionsAreChecked,
} from '../../../tests/helpers/optionTable.js';
import * as web3 from './index.js';

/** Calls the functions that open a connection with everything JavaScript can pass them. */

const URL = 'http://127.0.0.1:8899';
const TABLE: Readonly<Record<string, Deciding>> = {
  rpcConnection: {
    call: (given: never) => web3.rpcConnection(URL, given),
    full: { wsEndpoint: 'ws://127.0.0.1:8900', timeLimit: 5_000, fetch },
    optional: 'wsEndpoint timeLimit fetch',
    wrong: { timeLimit: NO_DURATIONS },
  },
};

/** They convert, or use the connection they are given. */
const TAKE_NO_OPTIONS_THAT_DECIDE = `
  fromKeypair fromLookupTable fromPublicKey fromTransactionInstruction fromVersionedTransaction fromWalletAdapter
  rpcChain rpcNode rpcSendingChain toKeypair toPublicKey toTransactionInstruction toVersionedTransaction`;

describe('functions of @linesman/sdk/web3, called from JavaScript', () => {
  everyFunctionIsListed(web3, TABLE, TAKE_NO_OPTIONS_THAT_DECIDE);
  optionsAreChecked(TABLE);
});
