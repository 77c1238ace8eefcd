import { describe, expect, test } from 'vitest';
import * as keeper from '../../ts/keeper/index.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_COUNTS,
  NO_DURATIONS,
  NO_INTEGERS,
  NO_WORDS,
  optionsAreChecked,
} from '../helpers/optionTable.js';
import { outcome } from '../helpers/thrown.js';

/** Values that JavaScript can pass to the keeper's functions: each is called past its types. */

const NO_FEES = [
  ...[1n, '1000', {}, { kind: 'fixd', microLamports: 1n }, { kind: 'fixed', microLamports: 1 }],
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
    optional: `markets oracles priorityFee results claim payAccounts payResults payFees dryRun explain interval inFlight
      lamportsInFlight lookupTables patience`,
    wrong: {
      priorityFee: NO_FEES,
      results: [...NO_WORDS, 'sometimes'],
      interval: NO_DURATIONS,
      inFlight: NO_COUNTS,
      patience: NO_INTEGERS,
    },
  },
  currentFee: {
    call: ({ fee: given }: never) => keeper.currentFee(given, { recentFees: async () => [] }, []),
    full: { fee },
    wrong: { fee: NO_FEES },
    positional: true,
  },
  priorityFeeOf: {
    call: ({ limit }: never) => keeper.priorityFeeOf('p75', limit),
    full: { limit: 5n },
    optional: 'limit',
    positional: true,
  },
};

/** They judge accounts that are read elsewhere. */
const TAKE_NO_OPTIONS_THAT_DECIDE = `
  KeeperMetrics bufferIdOf nextStep plan resultStep serveMetrics windowEnd`;

/** Exported here, too; their options are checked there. */
const OF_LINESMAN_PROGRAM = `
  abandons chainTime checkSettlement checkVoidProposal decideOutcome orderKeyOf periodDecides`;

describe('functions of @linesman/keeper, called from JavaScript', () => {
  everyFunctionIsListed(keeper, TABLE, TAKE_NO_OPTIONS_THAT_DECIDE + OF_LINESMAN_PROGRAM);
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
