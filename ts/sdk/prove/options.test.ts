import { describe, expect, test } from 'vitest';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_COUNTS,
  NO_DURATIONS,
  NO_INTEGERS,
  optionsAreChecked,
} from '../../../tests/helpers/optionTable.js';
import { key, openMarket, TERMS } from '../../../tests/helpers/sampleMarket.js';
import { FINAL, FINAL_RECORD, ORACLE_KEY, proofOf, SCORES_ACCOUNT } from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { vouchingAccounts } from '../../../tests/helpers/vouching.js';
import type { Address } from '../program/address/address.js';
import { bufferAddress } from '../program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import { bufferIdOf } from '../program/settlement/bufferId.js';
import { checkSettlement } from '../program/settlement/rules/checkSettlement.js';
import { checkVoidProposal } from '../program/settlement/rules/checkVoidProposal.js';
import { rootsPlaceOf } from '../proof/rootsPlace.js';
import * as prove from './index.js';

/** Values that JavaScript can pass to these functions. The tests bypass their types. */

const client = {
  baseUrl: 'http://127.0.0.1:1',
  apiToken: 'token',
  attempts: 1,
  timeout: 10,
  signal: new AbortController().signal,
  onAnswer: () => {},
  fetch,
  timers: {},
};

const SEARCH = {
  terms: TERMS,
  source: { latest: async () => [], history: async () => [], prove: async () => proofOf(3) },
  chain: { account: async () => null },
};

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const BUFFER = bufferAddress(key(4), bufferIdOf(key(3)), settlement).address;

const PROOF = proofOf(3);
const VOUCHING = new Map(vouchingAccounts(rootsPlaceOf(PROOF), 3));

const TABLE: Readonly<Record<string, Deciding>> = {
  proveAndVerify: {
    call: (parameters: never) => prove.proveAndVerify(parameters),
    full: {
      service: {
        latest: async () => [FINAL_RECORD],
        history: async () => [],
        prove: async ({ version }: prove.ProofRequest) => proofOf(version),
      },
      rpc: { account: async () => ({ owner: oracle, data: SCORES_ACCOUNT }) },
      oracle,
      fixture: FINAL.fixtureId,
      sport: 'soccer',
      where: FINAL.keys.map((key) => `k${key} > -1`).join(' and '),
      keys: FINAL.keys,
      seq: 7,
      final: true,
      oracleKeys: [ORACLE_KEY],
      apiToken: 'token',
      signal: new AbortController().signal,
    },
    optional: 'where keys seq final oracleKeys apiToken signal',
    numbers: { sport: 7165 },
    // Texts are addresses, which are read later.
    only: { service: [null, 1, true, []], rpc: [null, 1, true, []], oracle: [null, 1, {}] },
    wrong: {
      fixture: NO_INTEGERS,
      sport: ['', 'soccr'],
      keys: [['1'], [Number.NaN]],
      seq: NO_INTEGERS,
    },
  },
  httpProofSource: {
    call: (options: never) => prove.httpProofSource(options),
    full: client,
    optional: 'apiToken attempts timeout signal onAnswer fetch timers',
    wrong: { baseUrl: [new URL('http://127.0.0.1')], attempts: NO_COUNTS, timeout: NO_DURATIONS },
    // This function always passes an object on, so only the address can be missing.
    none: 7167,
  },
  prepareSettlement: {
    call: (action: never) => prove.prepareSettlement(action),
    full: {
      chain: { account: async (at: Address) => (at === BUFFER ? null : { owner: oracle, data: SCORES_ACCOUNT }) },
      programs: LOCALNET_PROGRAM_IDS,
      found: { address: key(3), market: openMarket(TERMS), mint: { address: TERMS.mint }, now: TERMS.earliest + 60 },
      source: {
        latest: async () => [FINAL_RECORD],
        history: async () => [],
        prove: async ({ version }: prove.ProofRequest) => proofOf(version),
      },
      payer: key(4),
      fixtureSport: async () => 'soccer',
      accept: [7160],
    },
    optional: 'accept',
    wrong: { fixtureSport: ['soccer'], accept: [7160, '7160', ['7160']] },
  },
  findProof: {
    call: (given: never) => prove.findProof(given),
    full: { ...SEARCH, standing: { outcome: 0, orderKey: 1n } },
    optional: 'standing',
    wrong: { standing: [{}, { outcome: 0 }, { outcome: '0', orderKey: 1n }, { outcome: 0, orderKey: 1 }] },
  },
  findSettlement: {
    call: (given: never) => prove.findSettlement(given),
    full: {
      node: { signaturesOf: async () => [], transaction: async () => null },
      settlement: LOCALNET_PROGRAM_IDS.settlement,
      market: key(3),
      terms: TERMS,
    },
  },
  findVoidProof: { call: (given: never) => prove.findVoidProof(given), full: SEARCH },
  findResultProof: {
    call: (given: never) => prove.findResultProof(given),
    full: { subject: TERMS, keys: [1, 2], source: SEARCH.source, chain: SEARCH.chain, standing: null, lastWait: 0 },
    optional: 'lastWait',
    wrong: { keys: [[], ['1'], [1.5], [1, 2, 3, 4, 5, 6]], standing: [0, ''] },
  },
  findLateRoots: {
    call: (given: never) => prove.findLateRoots(given),
    full: { node: SEARCH.chain, oracle, since: 0 },
    wrong: { since: NO_INTEGERS },
  },
  rootAttesters: {
    call: (question: never) =>
      prove.rootAttesters({ account: async (at) => VOUCHING.get(at) ?? null }, question, PROOF),
    full: { oracle, set: [...VOUCHING.keys()][0], least: 3 },
    wrong: { least: [...NO_COUNTS, 17] },
  },
};

/** They evaluate records and reasons that are read elsewhere. */
const TAKE_NO_OPTIONS_THAT_DECIDE = `
  RecordingSource candidatesOf caseText correctionUnderWay isTransient mayHideCandidates oracleKeysOf readCase rootsOf
  rootsOfCase`;

describe('functions of @linesman/sdk/prove, called from JavaScript', () => {
  everyFunctionIsListed(prove, TABLE, TAKE_NO_OPTIONS_THAT_DECIDE);
  optionsAreChecked(TABLE);
});

test('terms without bounds are not judged', async () => {
  for (const name of ['earliest', 'latest', 'signer', 'stakesClose']) {
    const { [name as keyof typeof TERMS]: _, ...terms } = TERMS;
    expect(outcome(() => checkSettlement(terms as never, { proof: proofOf(3) }, SCORES_ACCOUNT, null))).toBe(7003);
    expect(outcome(() => checkVoidProposal(terms as never, proofOf(3), SCORES_ACCOUNT, null))).toBe(7003);
    for (const search of [prove.findProof, prove.findVoidProof])
      await expect(search({ ...SEARCH, terms } as never)).rejects.toMatchObject({ number: 7003 });
  }
});
