import { describe } from 'vitest';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_DURATIONS,
  optionsAreChecked,
} from '../../../tests/helpers/optionTable.js';
import * as rpc from './index.js';

const NODE = {
  full: { timeLimit: 10, signal: new AbortController().signal, fetch },
  optional: 'timeLimit signal fetch',
  wrong: { timeLimit: NO_DURATIONS },
};

const TABLE: Readonly<Record<string, Deciding>> = {
  accountReader: { call: (options: never) => rpc.accountReader('http://127.0.0.1:1', options), ...NODE },
  openRpcNode: {
    call: (options: never) => rpc.openRpcNode('http://127.0.0.1:1', options),
    full: { ...NODE.full, wsEndpoint: 'ws://127.0.0.1:2' },
    optional: `${NODE.optional} wsEndpoint`,
    wrong: NODE.wrong,
  },
  fetchNode: { call: (options: never) => rpc.fetchNode('http://127.0.0.1:1', options), ...NODE },
};

describe('functions of @linesman/sdk/rpc, called from JavaScript', () => {
  everyFunctionIsListed(rpc, TABLE, '');
  optionsAreChecked(TABLE);
});
