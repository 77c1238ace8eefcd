import { describe, expect, test } from 'vitest';
import * as keeper from '../../ts/keeper/index.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { toPublicKey } from '../../ts/sdk/web3/convert.js';
import { type Deciding, everyFunctionIsListed, optionsAreChecked } from '../helpers/optionTable.js';
import { outcome } from '../helpers/thrown.js';

/** Values that JavaScript can pass to the keeper's functions: each is called past its types. */

const wrong = (...values: readonly unknown[]): [number, ...unknown[]] => [7168, ...values];
const NO_OBJECTS = [null, 1, 'x', true, []];
const NO_FUNCTIONS = [null, {}, 'x', true];
const NO_ADDRESS_LISTS = [
  null,
  LOCALNET_PROGRAM_IDS.oracle,
  {},
  ['x'],
  'x',
  [toPublicKey(LOCALNET_PROGRAM_IDS.oracle)],
];
const NO_FEES = [null, 1n, '1000', {}, { kind: 'fixd', microLamports: 1n }, { kind: 'fixed', microLamports: 1 }];
const NO_PERCENTILES = [
  { kind: 'percentile', percentile: 75 },
  { kind: 'percentile', percentile: 75, limits: 1n },
  { kind: 'percentile', percentile: 101, limit: 1n },
];
const { settlement } = LOCALNET_PROGRAM_IDS;
const fee = { kind: 'percentile', percentile: 75, limit: 5n };
const TABLE: Readonly<Record<string, Deciding>> = {
  Keeper: {
    call: (options: never) => new keeper.Keeper(options),
    full: {
      chain: {},
      programs: LOCALNET_PROGRAM_IDS,
      source: {},
      payer: KeyPair.fromSeed(new Uint8Array(32).fill(1)),
      timers: {},
      log: () => {},
      metrics: {},
      markets: [settlement],
      oracles: [settlement],
      priorityFee: fee,
      results: 'auto',
      claim: false,
      payAccounts: 0n,
      payResults: 0n,
      payFees: 0n,
      dryRun: true,
      explain: false,
      interval: 1_000,
      inFlight: 1,
      lamportsInFlight: 0n,
      lookupTables: [settlement],
      patience: 0,
    },
    wrong: {
      chain: wrong(...NO_OBJECTS),
      programs: wrong(...NO_OBJECTS),
      source: wrong(...NO_OBJECTS),
      payer: wrong(...NO_OBJECTS),
      timers: wrong(...NO_OBJECTS),
      log: wrong(...NO_FUNCTIONS),
      metrics: wrong(...NO_OBJECTS),
      markets: wrong(...NO_ADDRESS_LISTS),
      oracles: wrong(...NO_ADDRESS_LISTS),
      priorityFee: wrong(...NO_FEES, ...NO_PERCENTILES),
      results: wrong(null, true, 'sometimes', {}),
      claim: wrong(null, 0, 'false', {}),
      dryRun: wrong(null, 0, 1, 'true', {}),
      explain: wrong(null, 0, 'false'),
      interval: wrong(null, 0, '5', Number.NaN, 2 ** 31),
      inFlight: wrong(null, 0, '5', Number.NaN, 1.5),
      lamportsInFlight: wrong(null, -1n, 5, '5'),
      payAccounts: wrong(null, -1n, 5, '5'),
      payResults: wrong(null, -1n, 5, '5'),
      payFees: wrong(null, -1n, 5, '5'),
      lookupTables: wrong(...NO_ADDRESS_LISTS),
      patience: wrong(null, -1, '5', Number.NaN),
    },
    required: { chain: 7167, programs: 7167, source: 7167, payer: 7167, timers: 7167, log: 7167, metrics: 7167 },
  },
  currentFee: {
    call: ({ fee: given }: never) => keeper.currentFee(given, { recentFees: async () => [] }, []),
    full: { fee },
    wrong: { fee: wrong(...NO_FEES, ...NO_PERCENTILES) },
    required: { fee: 7167 },
    positional: true,
  },
  priorityFeeOf: {
    call: ({ limit }: never) => keeper.priorityFeeOf('p75', limit),
    full: { limit: 5n },
    wrong: { limit: wrong(null, -1n, 5, '5') },
    positional: true,
  },
};

/** They judge accounts that are read elsewhere. */
const TAKE_NO_OPTIONS_THAT_DECIDE = [
  'KeeperMetrics',
  'bufferIdOf',
  'nextStep',
  'plan',
  'resultStep',
  'serveMetrics',
  'windowEnd',
];

/** Exported here, too; their options are checked there. */
const OF_LINESMAN_PROGRAM = [
  'abandons',
  'chainTime',
  'checkSettlement',
  'checkVoidProposal',
  'decideOutcome',
  'orderKeyOf',
  'periodDecides',
];

describe('functions of @linesman/keeper, called from JavaScript', () => {
  everyFunctionIsListed(keeper, TABLE, [...TAKE_NO_OPTIONS_THAT_DECIDE, ...OF_LINESMAN_PROGRAM]);
  optionsAreChecked(TABLE);
});

test('options that limit the keeper are passed through', () => {
  const { full } = TABLE.Keeper as Deciding;
  for (const name of ['markets', 'oracles', 'dryRun', 'priorityFee', 'inFlight', 'lamportsInFlight'])
    expect(
      outcome(() => new keeper.Keeper({ ...full, [name]: undefined } as never)),
      name,
    ).toBe(7167);
});
