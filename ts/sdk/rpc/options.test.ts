import { describe } from 'vitest';
import { type Deciding, everyFunctionIsListed, optionsAreChecked } from '../../../tests/helpers/optionTable.js';
import * as rpc from './index.js';

const wrong = (...values: readonly unknown[]): [number, ...unknown[]] => [7168, ...values];

const NODE = {
  full: { timeLimit: 10, signal: new AbortController().signal, fetch },
  wrong: {
    timeLimit: wrong(null, 0, '5', Number.NaN, 2 ** 31),
    signal: wrong(null, 1, 'x', {}),
    fetch: wrong(null, {}, 'x'),
  },
};

const TABLE: Readonly<Record<string, Deciding>> = {
  accountReader: { call: (options: never) => rpc.accountReader('http://127.0.0.1:1', options), ...NODE },
  openRpcNode: {
    call: (options: never) => rpc.openRpcNode('http://127.0.0.1:1', options),
    full: { ...NODE.full, wsEndpoint: 'ws://127.0.0.1:2' },
    wrong: { ...NODE.wrong, wsEndpoint: wrong(null, 1, {}) },
  },
  fetchNode: { call: (options: never) => rpc.fetchNode('http://127.0.0.1:1', options), ...NODE },
};

describe('functions of @linesman/sdk/rpc, called from JavaScript', () => {
  everyFunctionIsListed(rpc, TABLE, []);
  optionsAreChecked(TABLE);
});
