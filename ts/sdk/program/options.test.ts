import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { clockBytes, momentAt } from '../../../tests/helpers/moments.js';
import { type Deciding, everyFunctionIsListed, optionsAreChecked } from '../../../tests/helpers/optionTable.js';
import {
  DEPLOYED,
  KICK_OFF,
  key,
  LEGS,
  marketWith,
  openMarket,
  PARLAY,
  PARLAY_ACCOUNT,
  resultOf,
  STAKED,
  TERMS,
} from '../../../tests/helpers/sampleMarket.js';
import { ODDS, ORACLE_KEY, proofOf, SCORES_ACCOUNT } from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { parseProof } from '../proof/parse.js';
import type { OddsProof } from '../proof/proof.js';
import { storedDay } from '../proof/rootsAccount.js';
import * as program from './index.js';
import { KeyPair } from './keyPair.js';

/**
 * Values that JavaScript can pass to functions that build, sign or guard. The tests bypass the types of these
 * functions.
 */

const programs = program.LOCALNET_PROGRAM_IDS;
const { oracle } = programs;
const [buyer, admin] = [1, 2].map((n) => KeyPair.fromSeed(new Uint8Array(32).fill(n))) as [KeyPair, KeyPair];

const SCORES_ROOTS = { owner: oracle, data: SCORES_ACCOUNT };

const NO_OBJECTS = [null, 1, 'x', true, []];
const NO_ADDRESSES = [null, 'x', `${oracle}1`, new PublicKey(oracle), {}, 1];
const NO_ADDRESS_LISTS = [null, oracle, {}, [null], ['x'], [new PublicKey(oracle)], 'x'];
const NO_LISTS = [null, {}, 'x', 1];
const NO_FUNCTIONS = [null, {}, 'x', true, false];
const NO_NUMBERS = [null, '1', 1n, Number.NaN, {}];
const NO_AMOUNTS = [null, -1n, 1, '1', {}];
const wrong = (values: readonly unknown[], number = 7168): [number, ...unknown[]] => [number, ...values];

const START = KICK_OFF * 1000;
const NO_STARTS = [START.toString(), Number.NaN, {}, new Date(START)];
const NO_SPORTS = ['', 'soccr', 'Soccer', 1, true, ['soccer'], {}, 'constructor'];
const NO_REFUSALS = [null, 7019, '7019', ['7019'], {}];
const staking = {
  programs,
  owner: key(4),
  source: key(5),
  tokenProgram: key(6),
  outcome: 1,
  amount: 500n,
};
const trust = { oraclePrograms: [oracle], mints: [TERMS.mint], deployment: DEPLOYED, accept: [7019] };
const wrongTrust = {
  oraclePrograms: wrong(NO_ADDRESS_LISTS),
  mints: wrong(NO_ADDRESS_LISTS),
  deployment: wrong([1, 'x', {}, { ...DEPLOYED, lateAfter: '1' }, { ...DEPLOYED, upgradeAuthorities: null }]),
  accept: wrong(NO_REFUSALS),
};

const config = { serviceMint: key(7), stablecoinMint: key(8), backendAdmin: admin.address };
const order = { oracle, config, buyer: buyer.address, tokens: 1_000n };
const quoted = (instruction: program.Instruction) => {
  const message = program.compileMessage(buyer.address, [instruction], key(9));
  return program.encodeTransaction(program.signTransaction(program.unsigned(message), [admin]));
};
const quote = quoted(program.purchaseInstruction(order));

/** Every transaction lands at once. */
const chain: program.SendingChain = {
  latestBlockhash: async () => key(9),
  simulate: async () => ({ error: null, logs: [], unitsConsumed: 150, returnData: null }),
  account: async () => null,
  send: async () => {},
  status: async () => ({ error: null, logs: [] }),
  isBlockhashValid: async () => true,
};
const instructions = [program.transferInstruction({ from: buyer.address, to: buyer.address, lamports: 1n })];
const STRATEGY = {
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates: [{ single: { index: 0, predicate: { threshold: 0, comparison: { greaterThan: {} } } } }],
};

/** The trust of a staker. A missing start or sport is refused like an unknown one. */
const STAKE_TRUST = {
  full: { ...trust, fixtureStart: START, fixtureSport: 'soccer', fixtureStatKeys: null },
  wrong: {
    ...wrongTrust,
    fixtureStart: wrong(NO_STARTS, 7019),
    fixtureSport: wrong(NO_SPORTS, 7161),
    fixtureStatKeys: wrong(['every', [1, '2'], {}, 7]),
  },
  required: {
    ...{ oraclePrograms: 7167, mints: 7167, deployment: 7167 },
    ...{ fixtureStart: 7019, fixtureSport: 7161, fixtureStatKeys: 7167 },
  },
};
const PARLAY_TRUST = {
  full: {
    ...trust,
    fixtureStarts: [START, START],
    fixtureSports: ['soccer', 'soccer'],
    fixtureStatKeys: ['all', [1, 2, 7, 8]],
  },
  wrong: {
    ...wrongTrust,
    fixtureStarts: wrong([null, START, {}], 6245),
    fixtureSports: wrong([null, 'soccer', {}], 6245),
    fixtureStatKeys: wrong([null, 'all', {}], 6245),
  },
  required: {
    ...{ oraclePrograms: 7167, mints: 7167, deployment: 7167 },
    ...{ fixtureStarts: 6245, fixtureSports: 6245, fixtureStatKeys: 6245 },
  },
};

/** A reader's question to the result of the sample. */
const READ = program.resultAddress(TERMS, programs.settlement);
const READING = {
  account: {
    owner: programs.settlement,
    data: program.matchResultAccount.encode(
      resultOf(TERMS, {
        bump: READ.bump,
        facts: [{ key: 1, present: true, value: 2, since: momentAt(TERMS.stakesClose), current: true }],
      }),
    ),
  },
  address: READ.address,
  program: programs.settlement,
  oracle,
  fixtureId: TERMS.fixtureId,
  sport: 'soccer',
  finality: 'finalised',
  attesters: TERMS.attesters,
  key: 1,
  notBefore: 0,
  minimumAge: 0,
  now: momentAt(TERMS.stakesClose),
};

/** A chain whose clock shows an hour before the kick-off, and where every token account is full. */
const BEFORE = TERMS.stakesClose - 3_600;
const clock = clockBytes(BEFORE);
const money = new Uint8Array(165).fill(1);
const ACTION = {
  chain: {
    account: async (address: string) =>
      address === program.CLOCK_SYSVAR
        ? { owner: key(1), data: clock }
        : address === SOURCE
          ? { owner: program.TOKEN_PROGRAM_ID, data: money }
          : null,
  },
  programs,
  trust: STAKE_TRUST.full,
};
const WRONG_ACTION = {
  chain: wrong(NO_OBJECTS),
  programs: wrong(NO_OBJECTS),
  trust: wrong(NO_OBJECTS),
};
const MINT = { address: TERMS.mint, tokenProgram: program.TOKEN_PROGRAM_ID, decimals: 6 };
const SOURCE = program.associatedTokenAddress(TERMS.mint, key(4), program.TOKEN_PROGRAM_ID);

const TABLE: Readonly<Record<string, Deciding>> = {
  prepareStake: {
    call: (action: never) => program.prepareStake(action),
    full: {
      ...ACTION,
      found: { address: key(3), market: openMarket(STAKED), mint: MINT, now: momentAt(BEFORE) },
      owner: key(4),
      outcome: 1,
      amount: 500n,
      seenTerms: program.termsHash(STAKED),
      clock: 1_000 * BEFORE,
    },
    wrong: {
      ...WRONG_ACTION,
      found: wrong(NO_OBJECTS),
      owner: wrong(NO_ADDRESSES),
      outcome: wrong(NO_NUMBERS),
      amount: wrong(NO_AMOUNTS),
      seenTerms: wrong([null, 'x', [1], {}]),
      clock: wrong(NO_NUMBERS),
    },
    required: { chain: 7167, programs: 7167, found: 7167, owner: 7167, outcome: 7167, amount: 7167, trust: 7167 },
  },
  prepareMarket: {
    call: (action: never) => program.prepareMarket(action),
    full: { ...ACTION, creator: key(4), terms: STAKED, mint: MINT, id: 1n },
    wrong: {
      ...WRONG_ACTION,
      creator: wrong(NO_ADDRESSES),
      terms: wrong(NO_OBJECTS),
      mint: wrong(NO_OBJECTS),
      id: wrong(NO_AMOUNTS),
    },
    required: { chain: 7167, programs: 7167, creator: 7167, terms: 7167, mint: 7167, trust: 7167 },
  },
  checkFixtureSport: {
    call: (question: never) => program.checkFixtureSport(question),
    full: { problem: 'settling', terms: TERMS, fixtureSport: 'soccer', accept: [7160] },
    wrong: {
      problem: wrong([null, '', 'claiming', 1]),
      terms: wrong(NO_OBJECTS),
      fixtureSport: wrong(NO_SPORTS, 7161),
      accept: wrong(NO_REFUSALS),
    },
    required: { problem: 7167, terms: 7167, fixtureSport: 7161 },
  },
  fetchRoots: {
    call: (question: never) => program.fetchRoots({ account: async () => SCORES_ROOTS }, question),
    full: { kind: 'scores', epochDay: storedDay(SCORES_ACCOUNT), oracle },
    wrong: {
      kind: wrong([null, 'score', 1]),
      epochDay: wrong([null, -1, 65_536, '20643', 1.5]),
      oracle: wrong([null, 1, {}]),
    },
    required: { kind: 7167, epochDay: 7167, oracle: 7167 },
  },
  guardStake: { call: (given: never) => program.guardStake(STAKED, given), ...STAKE_TRUST },
  reviewStake: { call: (given: never) => program.reviewStake(STAKED, given), ...STAKE_TRUST },
  guardParlayStake: { call: (given: never) => program.guardParlayStake(PARLAY, LEGS, given), ...PARLAY_TRUST },
  stakeInstruction: {
    call: (given: never) =>
      program.stakeInstruction({ ...staking, pool: key(3), account: marketWith(STAKED), trust: given }),
    ...STAKE_TRUST,
  },
  checkSettlement: {
    call: ({ roots, attestation, ...given }: Record<string, never>) =>
      program.checkSettlement(TERMS, given as never, roots as never, attestation as never),
    full: { proof: proofOf(3), witness: proofOf(2).leaves[0], roots: SCORES_ACCOUNT, attestation: null },
    wrong: {
      proof: wrong(NO_OBJECTS),
      witness: wrong(NO_OBJECTS),
      roots: wrong([null, '', {}, [1]]),
      attestation: wrong([0, '', 1n]),
    },
    required: { proof: 7167, roots: 7167, attestation: 7167 },
    positional: true,
  },
  checkVoidProposal: {
    call: ({ roots, attestation }: never) =>
      outcomeBut(6241, () => program.checkVoidProposal(TERMS, proofOf(3), roots, attestation)),
    full: { roots: SCORES_ACCOUNT, attestation: null },
    wrong: { roots: wrong([null, '', {}, [1]]), attestation: wrong([0, '', 1n]) },
    required: { roots: 7167, attestation: 7167 },
    positional: true,
  },
  checkResultPost: {
    call: ({ roots, attestation, ...given }: Record<string, never>) =>
      program.checkResultPost(TERMS, given as never, roots as never, attestation as never),
    full: { proof: proofOf(3), witness: proofOf(2).leaves[0], roots: SCORES_ACCOUNT, attestation: null },
    wrong: {
      proof: wrong(NO_OBJECTS),
      witness: wrong(NO_OBJECTS),
      roots: wrong([null, '', {}, [1]]),
      attestation: wrong([0, '', 1n]),
    },
    required: { proof: 7167, roots: 7167, attestation: 7167 },
    positional: true,
  },
  readResult: {
    call: (given: never) => program.readResult(given),
    full: READING,
    wrong: {
      account: wrong(NO_OBJECTS),
      address: wrong(NO_ADDRESSES),
      program: wrong(NO_ADDRESSES),
      oracle: wrong(NO_ADDRESSES),
      fixtureId: wrong(NO_NUMBERS),
      sport: wrong(NO_SPORTS, 7165),
      finality: wrong([null, 'Finalised', 0, {}]),
      attesters: wrong([0, '', {}, { set: key(3) }, { least: 1 }]),
      key: wrong([...NO_NUMBERS, -1, 2 ** 32, 1.5]),
      notBefore: wrong([...NO_NUMBERS, -1, 1.5]),
      minimumAge: wrong([...NO_NUMBERS, -1, 1.5]),
      now: wrong([...NO_OBJECTS, {}, { seconds: 1 }, { seconds: 1, slot: -1 }]),
    },
    required: { ...Object.fromEntries(Object.keys(READING).map((name) => [name, 7167])), sport: 7165 },
  },
  marketsPerTransaction: {
    call: (given: never) => program.marketsPerTransaction(given),
    full: {
      programs,
      payer: buyer.address,
      markets: [key(3)],
      result: key(4),
      lookupTables: [],
      microLamportsPerUnit: 1n,
    },
    wrong: {
      programs: wrong(NO_OBJECTS),
      payer: wrong(NO_ADDRESSES),
      markets: wrong(NO_ADDRESS_LISTS),
      result: wrong(NO_ADDRESSES),
      lookupTables: wrong(NO_LISTS),
      microLamportsPerUnit: wrong(NO_AMOUNTS),
    },
    required: { programs: 7167, payer: 7167, markets: 7167 },
  },
  postResultArgs: {
    call: ({ form }: never) => program.postResultArgs({ subject: TERMS, proof: proofOf(3), form }),
    full: { form: 'compact' },
    wrong: { form: wrong([null, 'Compact', 'compct', 1, {}]) },
    positional: true,
  },
  postResultInstruction: {
    call: ({ form }: never) =>
      program.postResultInstruction({ programs, payer: key(3), subject: TERMS, proof: proofOf(3), form }),
    full: { form: 'compact' },
    wrong: { form: wrong([null, 'Compact', 'compct', 1, {}]) },
    positional: true,
  },
  checkPurchaseTransaction: {
    call: (expected: never) => program.checkPurchaseTransaction(quote, expected),
    full: { ...order, maxFee: 10_000n },
    wrong: {
      oracle: wrong(NO_ADDRESSES),
      config: wrong([...NO_OBJECTS, {}, { ...config, backendAdmin: null }]),
      buyer: wrong(NO_ADDRESSES),
      tokens: wrong(NO_AMOUNTS),
      maxFee: wrong(NO_AMOUNTS),
    },
    required: { oracle: 7167, config: 7167, buyer: 7167, tokens: 7167 },
  },
  validateInstructions: {
    call: (given: never) => program.validateInstructions(given),
    full: { oracle, proof: proofOf(4), strategy: STRATEGY, signedBy: { user: key(1), oracleKey: ORACLE_KEY } },
    wrong: {
      oracle: wrong(NO_ADDRESSES),
      proof: wrong(NO_OBJECTS),
      strategy: wrong([null, {}, 'k1 > 0', { ...STRATEGY, discretePredicates: [{}] }]),
      signedBy: wrong([
        ...[...NO_OBJECTS, {}, { user: key(1) }, { user: key(1), oracleKey: 'key' }],
        { user: key(1), oracleKey: ORACLE_KEY, verifiedBy: 'oracle' },
      ]),
    },
    // Its own errors name the requirements of this kind of proof.
    required: { oracle: 7167, proof: 7167, strategy: 7263, signedBy: 7264 },
  },
  settleArgs: {
    call: ({ form }: never) => program.settleArgs({ proof: proofOf(3), form }),
    full: { form: 'compact' },
    wrong: { form: wrong([null, 'Compact', 'compct', 1, {}]) },
    positional: true,
  },
  settleInstructions: {
    call: ({ form, verifiedBy }: never) =>
      program.settleInstructions({ programs, market: key(3), terms: TERMS, proof: proofOf(3), form, verifiedBy }),
    full: { form: 'compact', verifiedBy: 'program' },
    wrong: {
      form: wrong([null, 'Compact', 'compct', 1, {}]),
      verifiedBy: wrong([null, 'Program', 'oracle', 1, {}]),
    },
    positional: true,
  },
  buildTransaction: {
    call: (given: never) => program.buildTransaction(given),
    full: {
      chain,
      programs,
      payer: buyer.address,
      instructions,
      lookupTables: [],
      microLamportsPerUnit: 1n,
      margin: 12.5,
      withoutBudget: false,
    },
    wrong: {
      chain: wrong(NO_OBJECTS),
      programs: wrong(NO_OBJECTS),
      payer: wrong(NO_ADDRESSES),
      instructions: wrong(NO_LISTS),
      lookupTables: wrong(NO_LISTS),
      microLamportsPerUnit: wrong(NO_AMOUNTS),
      margin: wrong([null, '10', -1, Number.NaN, Number.POSITIVE_INFINITY]),
      withoutBudget: wrong([null, 0, 'false', 1]),
    },
    required: { chain: 7167, programs: 7167, payer: 7167, instructions: 7167 },
  },
  buildPatiently: {
    call: (given: never) => program.buildPatiently(async () => 1, given),
    full: { sleep: async () => {}, attempts: 1, signal: new AbortController().signal },
    wrong: {
      sleep: wrong(NO_FUNCTIONS),
      attempts: wrong([null, 0, '5', Number.NaN, 1.5]),
      signal: wrong([...NO_OBJECTS, {}, new AbortController()]),
    },
    required: { sleep: 7167 },
  },
  sendTransaction: {
    call: (given: never) => program.sendTransaction(given),
    full: {
      chain,
      programs,
      payer: buyer,
      signers: [],
      instructions,
      sleep: async () => {},
      microLamportsPerUnit: 0n,
      attempts: 1,
      beforeSend: () => true,
      onExpired: () => {},
      signal: new AbortController().signal,
    },
    wrong: {
      chain: wrong(NO_OBJECTS),
      programs: wrong(NO_OBJECTS),
      payer: wrong(NO_OBJECTS),
      signers: wrong(NO_LISTS),
      instructions: wrong(NO_LISTS),
      sleep: wrong(NO_FUNCTIONS),
      microLamportsPerUnit: wrong(NO_AMOUNTS),
      attempts: wrong([null, 0, '5', Number.NaN, 1.5]),
      beforeSend: wrong(NO_FUNCTIONS),
      onExpired: wrong(NO_FUNCTIONS),
      signal: wrong([...NO_OBJECTS, {}, new AbortController()]),
    },
    required: { chain: 7167, programs: 7167, payer: 7167, instructions: 7167, sleep: 7167 },
  },
  Outbox: {
    call: (options: never) => new program.Outbox(options),
    full: { chain, programs, payer: buyer, timers: {}, inFlight: 1, unanswered: 1, onInFlight: () => {} },
    wrong: {
      chain: wrong(NO_OBJECTS),
      programs: wrong(NO_OBJECTS),
      payer: wrong(NO_OBJECTS),
      timers: wrong(NO_OBJECTS),
      inFlight: wrong([null, 0, '5', Number.NaN, 1.5]),
      unanswered: wrong([null, 0, '5', Number.NaN, 1.5]),
      onInFlight: wrong(NO_FUNCTIONS),
    },
    required: { chain: 7167, programs: 7167, payer: 7167, timers: 7167 },
  },
};

const METHODS: Readonly<Record<string, Deciding>> = {
  'stakeInstruction, of a parlay': {
    call: (given: never) =>
      program.stakeInstruction({ ...staking, pool: key(3), account: PARLAY_ACCOUNT, legs: LEGS, trust: given }),
    ...PARLAY_TRUST,
  },
  'Outbox.send': {
    call: (given: never) =>
      new program.Outbox({
        chain: {
          ...chain,
          recentBlockhash: async () => ({ blockhash: await chain.latestBlockhash(), lastValidBlockHeight: 1 }),
          blockHeight: async () => 0,
          statuses: async (all) => all.map(() => ({ error: null, logs: [] })),
        },
        programs,
        payer: buyer,
        timers: { now: () => 0, sleep: async () => {} },
      }).send(given),
    full: {
      signers: [],
      instructions,
      lookupTables: [],
      microLamportsPerUnit: 0n,
      withoutBudget: false,
      turn: 'later',
      attempts: 1,
      beforeSend: () => true,
      onExpired: () => {},
      signal: new AbortController().signal,
    },
    wrong: {
      signers: wrong(NO_LISTS),
      instructions: wrong(NO_LISTS),
      lookupTables: wrong(NO_LISTS),
      microLamportsPerUnit: wrong(NO_AMOUNTS),
      withoutBudget: wrong([null, 0, 'false', 1]),
      turn: wrong([null, 'soon', 1]),
      attempts: wrong([null, 0, '5', Number.NaN, 1.5]),
      beforeSend: wrong(NO_FUNCTIONS),
      onExpired: wrong(NO_FUNCTIONS),
      signal: wrong([...NO_OBJECTS, {}, new AbortController()]),
    },
    required: { instructions: 7167 },
  },
};

/** The match of the sample was not called off, so only this refusal is allowed here. */
function outcomeBut(number: number, run: () => unknown): void {
  const found = outcome(run);
  if (found !== number) run();
}

/**
 * These derive addresses, decode bytes, or put their arguments into an instruction, which the program then checks. A
 * missing argument has no address and no encoding; an optional one defaults to an associated token account of its
 * owner.
 */
const TAKE_NO_OPTIONS_THAT_DECIDE = [
  'findMarket',
  'ownPositions',
  'prepareBufferClosing',
  'prepareClaim',
  'abandons',
  'chainMoment',
  'chainTime',
  'decideOutcome',
  'orderKeyOf',
  'updatePlaceOf',
  'periodDecides',
  'KeyPair',
  'accountDiscriminator',
  'address',
  'attestInstruction',
  'closeAttestationInstruction',
  'createAttesterSetInstruction',
  'decodeRootEvent',
  'addressBytes',
  'addressOf',
  'associatedTokenAddress',
  'attestationAddress',
  'attesterSetAddress',
  'budgetInstructions',
  'bufferAddress',
  'bufferChunks',
  'bufferContent',
  'bufferedCreateMarketTransactions',
  'bufferedSettleTransactions',
  'cheapestForm',
  'checkTerms',
  'chunkRoom',
  'claimInstruction',
  'closeInstruction',
  'closePricingMatrixInstruction',
  'compile',
  'compileMessage',
  'configAddress',
  'createAccountInstruction',
  'createMarketInstruction',
  'createParlayInstruction',
  'createTokenAccount',
  'decodeInstruction',
  'decodeLandedInstruction',
  'decodeMessage',
  'decodeSubscribed',
  'decodeTransaction',
  'ed25519Instruction',
  'encodeMessage',
  'encodeTransaction',
  'errorFromLogs',
  'eventDiscriminator',
  'faucetInstruction',
  'faucetTrackerAddress',
  'fetchAccount',
  'fetchAttesterSet',
  'isRootLate',
  'lateRootsIn',
  'fetchOracleConfig',
  'fetchTrustedAttesters',
  'finaliseInstruction',
  'fixturesRootsAddress',
  'fixturesWindow',
  'freezeAccountsAtFirst',
  'giftCreditsInstruction',
  'hasLanded',
  'inVersion',
  'initializeMint',
  'initializePricingMatrixInstruction',
  'initializeTreasuryInstructions',
  'insertBatchRootInstruction',
  'insertFixturesRootInstruction',
  'insertScoresRootInstruction',
  'instructionDiscriminator',
  'instructionsOf',
  'isAddress',
  'isOnCurve',
  'isSigner',
  'airdrop',
  'bufferIdOf',
  'impliedOdds',
  'mintOf',
  'nextStep',
  'marketEnd',
  'findMarketEnds',
  'settlingResult',
  'resultCloseTime',
  'outcomesOf',
  'readMint',
  'subscriptionPrice',
  'tokenUnits',
  'usualMarketTimes',
  'earliestDecision',
  'wholeTokens',
  'windowEnd',
  'isWritable',
  'issueTokens',
  'loggedData',
  'marketAddress',
  'mintTo',
  'modeOf',
  'oddsRootsAddress',
  'parlayAddress',
  'parlayTermsHash',
  'positionAddress',
  'pricingMatrixAddress',
  'programAddress',
  'programDataAddress',
  'proposeVoidInstructions',
  'purchaseCreditsInstruction',
  'purchaseInstruction',
  'purchasePrice',
  'readProofBuffer',
  'roleOf',
  'firstDayOf',
  'rootsAddress',
  'scoreProofOf',
  'scoresRootsAddress',
  'serviceTokenAddress',
  'serviceTreasury',
  'settleParlayInstruction',
  'signTransaction',
  'signatureInstruction',
  'signatureVerifier',
  'signatureOf',
  'statProofOf',
  'stablecoinAddress',
  'stablecoinTreasury',
  'subscribeInstruction',
  'sweepInstruction',
  'termsHash',
  'tokenAccountOf',
  'tokenBalance',
  'tokenTreasuryAddress',
  'transactionSize',
  'transferInstruction',
  'unsigned',
  'updatePricingMatrixInstruction',
  'usdtTreasuryAddress',
  'userValidationStateAddress',
  'validateFixtureArgs',
  'validateFixtureBatchArgs',
  'validateStatArgs',
  'vaultAddress',
  'applyResultPost',
  'closeResultInstruction',
  'compactResultProof',
  'decodeResultEvent',
  'fetchResult',
  'fetchStakeDeployment',
  'finaliseManyInstruction',
  'periodDecidesResult',
  'policyAllows',
  'postResultTransactions',
  'resultAddress',
  'resultBufferContent',
  'resultProofOf',
  'settleByResult',
  'settleManyInstruction',
  'usualLeast',
  'voidInstruction',
  'vouchersOf',
  'withdrawInstruction',
];

describe('functions of @linesman/sdk/program, called from JavaScript', () => {
  everyFunctionIsListed(program, TABLE, TAKE_NO_OPTIONS_THAT_DECIDE);
  optionsAreChecked(METHODS);
  optionsAreChecked(TABLE);
});

test('an unknown start or sport of a leg is refused too', () => {
  const { full } = PARLAY_TRUST;
  const guarded = (lists: object) => {
    try {
      program.guardParlayStake(PARLAY, LEGS, { ...full, ...lists } as never);
      return null;
    } catch (error) {
      return (error as { number?: number }).number;
    }
  };
  expect(guarded({})).toBeNull();
  for (const start of NO_STARTS) expect(guarded({ fixtureStarts: [START, start] }), String(start)).toBe(7019);
  for (const sport of NO_SPORTS) expect(guarded({ fixtureSports: ['soccer', sport] }), String(sport)).toBe(7161);
});

test('extra properties of the expected purchase do not change the purchase', () => {
  const thief = key(66);
  const bytes = quoted(program.purchaseInstruction({ ...order, destination: thief }));
  const check = (expected: object) => outcome(() => program.checkPurchaseTransaction(bytes, expected as never));
  expect(check(order)).toBe(7150);
  // This happens when a caller spreads the service's answer into it.
  expect(check({ ...order, destination: thief })).toBe(7166);
});

test('a condition on odds is refused, and a misspelt one is not ignored', () => {
  const proof = parseProof(ODDS.answer) as OddsProof;
  const validate = (given: object) => outcome(() => program.validateInstructions({ oracle, proof, ...given } as never));
  expect(validate({})).toBe(true);
  expect(validate({ strategy: STRATEGY })).toBe(7016);
  expect(validate({ stratgy: STRATEGY })).toBe(7166);
});

test('terms with a missing or misspelt field are refused', () => {
  for (const name of Object.keys(TERMS)) {
    const { [name as keyof typeof TERMS]: value, ...others } = TERMS;
    for (const terms of [others, { ...others, [`${name}s`]: value }]) {
      expect(
        outcome(() => program.checkTerms(terms as never)),
        name,
      ).toBe(7003);
      expect(
        outcome(() => program.termsHash(terms as never)),
        name,
      ).toBe(7003);
    }
  }
  expect(outcome(() => program.parlayTermsHash({ ...PARLAY, legs: undefined } as never))).toBe(7003);
});
