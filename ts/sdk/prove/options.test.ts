import { describe, expect, test } from 'vitest';
import { type Deciding, everyFunctionIsListed, optionsAreChecked } from '../../../tests/helpers/optionTable.js';
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

const wrong = (...values: readonly unknown[]): [number, ...unknown[]] => [7168, ...values];
const NO_OBJECTS = [null, 1, 'x', true, []];
const NO_FUNCTIONS = [null, {}, 'x', true];
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
const WRONG_SEARCH = { terms: wrong(...NO_OBJECTS), source: wrong(...NO_OBJECTS), chain: wrong(...NO_OBJECTS) };
const NEEDED_BY_SEARCH = { terms: 7167, source: 7167, chain: 7167 };

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
    wrong: {
      service: wrong(null, 1, true, []),
      rpc: wrong(null, 1, true, []),
      oracle: wrong(null, 1, {}),
      fixture: wrong(null, '1', -1, 1.5, 1n),
      sport: [7165, null, '', 'soccr', 1],
      where: wrong(null, 1, ['k1 > 0']),
      keys: wrong(null, '1,2', 1, ['1']),
      seq: wrong(null, '1', -1, 1.5),
      final: wrong(null, 0, 'true'),
      oracleKeys: wrong(null, ORACLE_KEY, ['x']),
      apiToken: wrong(null, 1, {}),
      signal: wrong(...NO_OBJECTS, {}),
    },
    required: { service: 7167, rpc: 7167, oracle: 7167, fixture: 7167, sport: 7165 },
  },
  httpProofSource: {
    call: (options: never) => prove.httpProofSource(options),
    full: client,
    wrong: {
      baseUrl: wrong(null, 1, {}, new URL('http://127.0.0.1')),
      apiToken: wrong(null, 1, {}),
      attempts: wrong(null, 0, '4', Number.NaN),
      timeout: wrong(null, 0, '5', Number.NaN, Number.POSITIVE_INFINITY),
      signal: wrong(...NO_OBJECTS, {}),
      onAnswer: wrong(...NO_FUNCTIONS),
      fetch: wrong(...NO_FUNCTIONS),
      timers: wrong(...NO_OBJECTS),
    },
    required: { baseUrl: 7167 },
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
    wrong: {
      chain: wrong(...NO_OBJECTS),
      programs: wrong(...NO_OBJECTS),
      found: wrong(...NO_OBJECTS),
      source: wrong(...NO_OBJECTS),
      payer: wrong(null, 'x', {}, 1),
      fixtureSport: wrong(...NO_FUNCTIONS, 'soccer'),
      accept: wrong(null, 7160, '7160', ['7160'], {}),
    },
    required: { chain: 7167, programs: 7167, found: 7167, source: 7167, payer: 7167, fixtureSport: 7167 },
  },
  findProof: {
    call: (given: never) => prove.findProof(given),
    full: { ...SEARCH, standing: { outcome: 0, orderKey: 1n } },
    wrong: {
      ...WRONG_SEARCH,
      standing: wrong(...NO_OBJECTS, {}, { outcome: 0 }, { outcome: '0', orderKey: 1n }, { outcome: 0, orderKey: 1 }),
    },
    required: NEEDED_BY_SEARCH,
  },
  findSettlement: {
    call: (given: never) => prove.findSettlement(given),
    full: {
      node: { signaturesOf: async () => [], transaction: async () => null },
      settlement: LOCALNET_PROGRAM_IDS.settlement,
      market: key(3),
      terms: TERMS,
    },
    wrong: {
      node: wrong(...NO_OBJECTS),
      settlement: wrong(null, 'x', {}, 1),
      market: wrong(null, 'x', {}, 1),
      terms: wrong(...NO_OBJECTS),
    },
    required: { node: 7167, settlement: 7167, market: 7167, terms: 7167 },
  },
  findVoidProof: {
    call: (given: never) => prove.findVoidProof(given),
    full: SEARCH,
    wrong: WRONG_SEARCH,
    required: NEEDED_BY_SEARCH,
  },
  findResultProof: {
    call: (given: never) => prove.findResultProof(given),
    full: { subject: TERMS, keys: [1, 2], source: SEARCH.source, chain: SEARCH.chain, standing: null, lastWait: 0 },
    wrong: {
      subject: wrong(...NO_OBJECTS),
      keys: wrong(null, [], 1, '1,2', ['1'], [1.5], [1, 2, 3, 4, 5, 6]),
      source: wrong(...NO_OBJECTS),
      chain: wrong(...NO_OBJECTS),
      standing: wrong(0, ''),
      lastWait: wrong(null, '0', Number.NaN),
    },
    required: { subject: 7167, keys: 7167, source: 7167, chain: 7167, standing: 7167 },
  },
  findLateRoots: {
    call: (given: never) => prove.findLateRoots(given),
    full: { node: SEARCH.chain, oracle, since: 0 },
    wrong: { node: wrong(...NO_OBJECTS), oracle: wrong(...NO_OBJECTS), since: wrong(null, '0', -1, 0.5) },
    required: { node: 7167, oracle: 7167, since: 7167 },
  },
  rootAttesters: {
    call: (question: never) =>
      prove.rootAttesters({ account: async (at) => VOUCHING.get(at) ?? null }, question, PROOF),
    full: { oracle, set: [...VOUCHING.keys()][0], least: 3 },
    wrong: {
      oracle: wrong(...NO_OBJECTS),
      set: wrong(...NO_OBJECTS),
      least: wrong(null, 0, 17, 1.5, '3'),
    },
    required: { oracle: 7167, set: 7167, least: 7167 },
  },
};

/** They evaluate records and reasons that are read elsewhere. */
const TAKE_NO_OPTIONS_THAT_DECIDE = [
  'RecordingSource',
  'candidatesOf',
  'caseText',
  'correctionUnderWay',
  'isTransient',
  'mayHideCandidates',
  'oracleKeysOf',
  'readCase',
  'rootsOf',
  'rootsOfCase',
];

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
