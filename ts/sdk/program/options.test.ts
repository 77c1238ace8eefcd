import { describe, expect, test } from 'vitest';
import { clockBytes, momentAt } from '../../../tests/helpers/moments.js';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_COUNTS,
  NO_INTEGERS,
  NO_WORDS,
  optionsAreChecked,
} from '../../../tests/helpers/optionTable.js';
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

const START = KICK_OFF * 1000;
const NO_STARTS = [START.toString(), Number.NaN, {}, new Date(START)];
const NO_SPORTS = [...NO_WORDS, 'soccr', 'Soccer', 1, true, ['soccer'], {}];
const NO_REFUSALS = [7019, '7019', ['7019']];
const NO_FORMS = [...NO_WORDS, 'Compact', 'compct'];
const staking = {
  programs,
  owner: key(4),
  source: key(5),
  tokenProgram: key(6),
  outcome: 1,
  amount: 500n,
};
const trust = { oraclePrograms: [oracle], mints: [TERMS.mint], deployment: DEPLOYED, accept: [7019] };
const WRONG_DEPLOYMENTS = [1, 'x', {}, { ...DEPLOYED, lateAfter: '1' }, { ...DEPLOYED, upgradeAuthorities: null }];

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
  optional: 'accept',
  numbers: { fixtureStart: 7019, fixtureSport: 7161 },
  // What is not known may be `null`, which is refused elsewhere.
  only: { deployment: WRONG_DEPLOYMENTS, fixtureStart: NO_STARTS, fixtureSport: NO_SPORTS },
  wrong: { accept: NO_REFUSALS, fixtureStatKeys: ['every', [1, '2'], {}, 7] },
};
const PARLAY_TRUST = {
  full: {
    ...trust,
    fixtureStarts: [START, START],
    fixtureSports: ['soccer', 'soccer'],
    fixtureStatKeys: ['all', [1, 2, 7, 8]],
  },
  optional: 'accept',
  numbers: { fixtureStarts: 6245, fixtureSports: 6245, fixtureStatKeys: 6245 },
  only: {
    deployment: WRONG_DEPLOYMENTS,
    fixtureStarts: [null, START, {}],
    fixtureSports: [null, 'soccer', {}],
    fixtureStatKeys: [null, 'all', {}],
  },
  wrong: { accept: NO_REFUSALS },
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
    optional: 'seenTerms clock',
    wrong: { seenTerms: [[1]] },
  },
  prepareMarket: {
    call: (action: never) => program.prepareMarket(action),
    full: { ...ACTION, creator: key(4), terms: STAKED, mint: MINT, id: 1n },
    optional: 'id',
  },
  usualMarketTerms: {
    call: (wish: never) => program.usualMarketTerms(wish),
    full: {
      ...{ oracleProgram: oracle, fixture: { id: 7, sport: 'soccer', start: START }, where: 'k1 > 0' },
      ...{ mint: MINT, creator: key(4), finality: 'finalised', signer: new Uint8Array(32), attesters: null },
      ...{ challengeWindow: 600, feeBps: 0, feeAccount: key(5), minimumStake: 1n, maximumStake: 2n, maximumPool: 0n },
      ...{ stakesClose: BEFORE, earliest: BEFORE, latest: BEFORE, voidAfter: BEFORE },
      ...{ abandonmentVoids: true, resultsSettle: true },
    },
    optional: `finality signer attesters challengeWindow feeBps feeAccount minimumStake maximumStake maximumPool
      stakesClose earliest latest voidAfter abandonmentVoids resultsSettle`,
    only: { where: [null, 0, {}, [], [1]], signer: [1, 'ab', {}, []] },
    wrong: {
      finality: NO_WORDS,
      attesters: [1, {}, { set: key(3) }, { set: key(3), least: 0 }],
      ...{ challengeWindow: NO_INTEGERS, feeBps: NO_INTEGERS },
      ...{ stakesClose: [1_000 * BEFORE], earliest: [START], latest: [START], voidAfter: [-1, 0.5] },
    },
  },
  listMarkets: {
    call: (filter: never) => program.listMarkets({ accountsOf: async () => [] }, programs, filter),
    full: { fixture: 7, creator: key(4), owner: key(5) },
    optional: 'fixture creator owner',
    wrong: { fixture: NO_INTEGERS },
  },
  signAndSend: {
    call: (options: never) => program.signAndSend(options, async () => instructions),
    full: {
      ...{ chain, programs, signer: program.transactionSigner(buyer), sleep: async () => {} },
      ...{ attempts: 2, onSigning: () => {}, onSigned: () => {}, signal: new AbortController().signal },
    },
    optional: 'attempts onSigning onSigned signal',
    wrong: { attempts: NO_COUNTS },
  },
  checkFixtureSport: {
    call: (question: never) => program.checkFixtureSport(question),
    full: { problem: 'settling', terms: TERMS, fixtureSport: 'soccer', accept: [7160] },
    optional: 'accept',
    numbers: { fixtureSport: 7161 },
    only: { fixtureSport: NO_SPORTS },
    wrong: { problem: [...NO_WORDS, 'claiming'], accept: NO_REFUSALS },
  },
  fetchRoots: {
    call: (question: never) => program.fetchRoots({ account: async () => SCORES_ROOTS }, question),
    full: { kind: 'scores', epochDay: storedDay(SCORES_ACCOUNT), oracle },
    only: { oracle: [null, 1, {}] },
    wrong: { kind: [...NO_WORDS, 'score'], epochDay: [...NO_INTEGERS, 65_536] },
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
    optional: 'witness',
    wrong: { attestation: [0, '', 1n] },
    positional: true,
  },
  checkVoidProposal: {
    call: ({ roots, attestation }: never) =>
      outcomeBut(6241, () => program.checkVoidProposal(TERMS, proofOf(3), roots, attestation)),
    full: { roots: SCORES_ACCOUNT, attestation: null },
    wrong: { attestation: [0, '', 1n] },
    positional: true,
  },
  checkResultPost: {
    call: ({ roots, attestation, ...given }: Record<string, never>) =>
      program.checkResultPost(TERMS, given as never, roots as never, attestation as never),
    full: { proof: proofOf(3), witness: proofOf(2).leaves[0], roots: SCORES_ACCOUNT, attestation: null },
    optional: 'witness',
    wrong: { attestation: [0, '', 1n] },
    positional: true,
  },
  readResult: {
    call: (given: never) => program.readResult(given),
    full: READING,
    numbers: { sport: 7165 },
    wrong: {
      sport: ['soccr', 'Soccer', ...NO_WORDS],
      finality: [...NO_WORDS, 'Finalised'],
      attesters: [0, '', {}, { set: key(3) }, { least: 1 }],
      key: [...NO_INTEGERS, 2 ** 32],
      notBefore: NO_INTEGERS,
      minimumAge: NO_INTEGERS,
      now: [{}, { seconds: 1 }, { seconds: 1, slot: -1 }],
    },
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
    optional: 'result lookupTables microLamportsPerUnit',
  },
  postResultArgs: {
    call: ({ form }: never) => program.postResultArgs({ subject: TERMS, proof: proofOf(3), form }),
    full: { form: 'compact' },
    optional: 'form',
    wrong: { form: NO_FORMS },
    positional: true,
  },
  postResultInstruction: {
    call: ({ form }: never) =>
      program.postResultInstruction({ programs, payer: key(3), subject: TERMS, proof: proofOf(3), form }),
    full: { form: 'compact' },
    optional: 'form',
    wrong: { form: NO_FORMS },
    positional: true,
  },
  checkPurchaseTransaction: {
    call: (expected: never) => program.checkPurchaseTransaction(quote, expected),
    full: { ...order, maxFee: 10_000n },
    optional: 'maxFee',
    wrong: { config: [{}, { ...config, backendAdmin: null }] },
  },
  validateInstructions: {
    call: (given: never) => program.validateInstructions(given),
    full: { oracle, proof: proofOf(4), strategy: STRATEGY, signedBy: { user: key(1), oracleKey: ORACLE_KEY } },
    wrong: {
      strategy: [{}, 'k1 > 0', { ...STRATEGY, discretePredicates: [{}] }],
      signedBy: [
        ...[{}, { user: key(1) }, { user: key(1), oracleKey: 'key' }],
        { user: key(1), oracleKey: ORACLE_KEY, verifiedBy: 'oracle' },
      ],
    },
    // Its own errors name the requirements of this kind of proof.
    missing: { strategy: 7263, signedBy: 7264 },
  },
  settleArgs: {
    call: ({ form }: never) => program.settleArgs({ proof: proofOf(3), form }),
    full: { form: 'compact' },
    optional: 'form',
    wrong: { form: NO_FORMS },
    positional: true,
  },
  settleInstructions: {
    call: ({ form, verifiedBy }: never) =>
      program.settleInstructions({ programs, market: key(3), terms: TERMS, proof: proofOf(3), form, verifiedBy }),
    full: { form: 'compact', verifiedBy: 'program' },
    optional: 'form verifiedBy',
    wrong: { form: NO_FORMS, verifiedBy: [...NO_WORDS, 'Program', 'oracle'] },
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
    optional: 'lookupTables microLamportsPerUnit margin withoutBudget',
    wrong: { margin: ['10', -1] },
  },
  buildPatiently: {
    call: (given: never) => program.buildPatiently(async () => 1, given),
    full: { sleep: async () => {}, attempts: 1, signal: new AbortController().signal },
    optional: 'attempts signal',
    wrong: { attempts: NO_COUNTS },
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
    optional: 'signers microLamportsPerUnit attempts beforeSend onExpired signal',
    wrong: { attempts: NO_COUNTS },
  },
  Outbox: {
    call: (options: never) => new program.Outbox(options),
    full: { chain, programs, payer: buyer, timers: {}, inFlight: 1, unanswered: 1, onInFlight: () => {} },
    optional: 'inFlight unanswered onInFlight',
    wrong: { inFlight: NO_COUNTS, unanswered: NO_COUNTS },
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
    optional: 'signers lookupTables microLamportsPerUnit withoutBudget turn attempts beforeSend onExpired signal',
    wrong: { turn: [...NO_WORDS, 'soon'], attempts: NO_COUNTS },
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
const TAKE_NO_OPTIONS_THAT_DECIDE = `
  findMarket ownPositions prepareBufferClosing prepareClaim abandons chainMoment chainTime decideOutcome orderKeyOf
  casesOf decisionText handicapTerms lineOf lineText markOf marketEnding payoutWords threeWayTerms totalTerms
  updatePlaceOf periodDecides KeyPair accountDiscriminator address attestInstruction closeAttestationInstruction
  createAttesterSetInstruction decodeRootEvent addressBytes addressOf associatedTokenAddress attestationAddress
  attesterSetAddress budgetInstructions bufferAddress bufferChunks bufferContent bufferedCreateMarketTransactions
  bufferedSettleTransactions cheapestForm checkTerms chunkRoom claimInstruction closeInstruction
  closePricingMatrixInstruction compile compileMessage configAddress createAccountInstruction createMarketInstruction
  createParlayInstruction createTokenAccount decodeInstruction decodeLandedInstruction decodeMessage decodeSubscribed
  decodeTransaction ed25519Instruction encodeMessage encodeTransaction errorFromLogs eventDiscriminator
  faucetInstruction faucetTrackerAddress fetchAccount fetchAttesterSet isRootLate lateRootsIn fetchOracleConfig
  fetchTrustedAttesters finaliseInstruction fixturesRootsAddress fixturesWindow freezeAccountsAtFirst
  giftCreditsInstruction hasLanded inVersion initializeMint initializePricingMatrixInstruction
  initializeTreasuryInstructions insertBatchRootInstruction insertFixturesRootInstruction insertScoresRootInstruction
  instructionDiscriminator instructionsOf isAddress isOnCurve isSigner airdrop bufferIdOf impliedOdds mintOf nextStep
  marketEnd findMarketEnds settlingResult resultCloseTime outcomesOf readMint subscriptionPrice tokenUnits
  usualMarketTimes earliestDecision wholeTokens windowEnd isWritable issueTokens loggedData marketAddress mintTo
  modeOf oddsRootsAddress parlayAddress parlayTermsHash positionAddress pricingMatrixAddress programAddress
  programDataAddress proposeVoidInstructions purchaseCreditsInstruction purchaseInstruction purchasePrice
  readProofBuffer roleOf firstDayOf rootsAddress scoreProofOf scoresRootsAddress serviceTokenAddress serviceTreasury
  settleParlayInstruction signTransaction signatureInstruction signatureVerifier signatureOf statProofOf
  stablecoinAddress stablecoinTreasury subscribeInstruction sweepInstruction termsHash tokenAccountOf tokenBalance
  tokenTreasuryAddress transactionSize transferInstruction unsigned updatePricingMatrixInstruction usdtTreasuryAddress
  userValidationStateAddress validateFixtureArgs validateFixtureBatchArgs validateStatArgs vaultAddress
  fetchStakeTrust listPositions prepareFinalise signerVersion termsInWords transactionSigner
  applyResultPost closeResultInstruction compactResultProof decodeResultEvent fetchResult fetchStakeDeployment
  finaliseManyInstruction periodDecidesResult policyAllows postResultTransactions resultAddress resultBufferContent
  resultProofOf settleByResult settleManyInstruction usualLeast voidInstruction vouchersOf withdrawInstruction`;

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
