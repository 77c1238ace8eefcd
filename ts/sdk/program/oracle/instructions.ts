import { bytes, hash32, i64, option, publicKey, struct, u8, u16, u32, u64, vec } from '../borsh/codec.js';
import { NONE, oracle } from '../instruction/define.js';
import { configParameters, configUpdate } from '../wire/configParameters.js';
import {
  batchMetadata,
  binaryExpression,
  fixture,
  fixtureBatchSummary,
  nDimensionalStrategy,
  odds,
  oddsBatchSummary,
  oddsValidationInput,
  path,
  scoresBatchSummary,
  statValidationInput,
  statValidationInputV4,
  traderPredicate,
} from '../wire/hashedTypes.js';
import { serviceRow } from '../wire/serviceRow.js';
import { statTerm } from '../wire/statTerm.js';

/**
 * The instructions of the oracle program: name, arguments, accounts in order. Nothing else is exported. Each is a
 * constant, so that a bundle contains only those it uses.
 */

/** Changes any part of the configuration except the admin. Admin only. */
export const updateConfig = /* @__PURE__ */ oracle('update_config', () => struct({ update: configUpdate }), {
  admin: 's',
  config: 'w',
});

/** Proposes the next admin, who takes over with `accept_admin`. Admin only; 32 zero bytes withdraw the proposal. */
export const proposeAdmin = /* @__PURE__ */ oracle('propose_admin', () => struct({ newAdmin: publicKey }), {
  admin: 's',
  config: 'w',
});

/**
 * Writes the configuration of a deployment, once. Only the upgrade authority, which `programData` names, may send it.
 */
export const initializeConfig = /* @__PURE__ */ oracle(
  'initialize_config',
  () => struct({ parameters: configParameters }),
  { authority: 'ws', config: 'w', programData: '', systemProgram: '' },
);

/** Completes the change of admin. The proposed admin signs. */
export const acceptAdmin = /* @__PURE__ */ oracle('accept_admin', NONE, { newAdmin: 's', config: 'w' });

/**
 * A key of an attester set vouches for the roots of 1 to 24 slots; this cannot be undone. `kind` is 0 scores, 1 odds or
 * 2 fixtures, `period` the epoch day, for fixtures the first day of the ten-day window.
 */
export const attest = /* @__PURE__ */ oracle(
  'attest',
  () => struct({ kind: u8, period: u16, entries: vec(struct({ slot: u16, root: hash32 })) }),
  { attester: 'ws', set: '', attestation: 'w', roots: '', systemProgram: '' },
);

/** Returns the rent of an attestation to its payer, 400 days after its period. */
export const closeAttestation = /* @__PURE__ */ oracle('close_attestation', NONE, { payer: 'ws', attestation: 'w' });

/** Names 1 to 16 keys that vouch for roots together. Never changes. */
export const createAttesterSet = /* @__PURE__ */ oracle(
  'create_attester_set',
  () => struct({ id: u64, keys: vec(publicKey) }),
  { creator: 'ws', set: 'w', systemProgram: '' },
);

/** Closes the price list. Admin only. */
export const closePricingMatrix = /* @__PURE__ */ oracle('close_pricing_matrix', NONE, {
  pricingMatrix: 'w',
  authority: 'ws',
  systemProgram: '',
  config: '',
});

/** Gives `targetUser` packs of 100 validation credits. Admin only. */
export const giftValidationCredits = /* @__PURE__ */ oracle(
  'gift_validation_credits',
  () => struct({ hundreds: u32 }),
  { authority: 'ws', targetUser: '', userValidationState: 'w', systemProgram: '', config: '' },
);

/** Writes the first price list, of at most 50 rows. Admin only. */
export const initializePricingMatrix = /* @__PURE__ */ oracle(
  'initialize_pricing_matrix',
  () => struct({ rows: vec(serviceRow) }),
  { authority: 'ws', pricingMatrix: 'w', systemProgram: '', config: '' },
);

/** Creates the vault for service tokens. */
export const initializeTreasuryV2 = /* @__PURE__ */ oracle('initialize_treasury_v2', NONE, {
  authority: 'ws',
  tokenTreasuryVault: 'w',
  tokenTreasuryPda: '',
  subscriptionTokenMint: '',
  systemProgram: '',
  tokenProgram: '',
  associatedTokenProgram: '',
  config: '',
});

/** Creates the vault for the stablecoin. */
export const initializeUsdtTreasury = /* @__PURE__ */ oracle('initialize_usdt_treasury', NONE, {
  authority: 'ws',
  usdtTreasuryVault: 'w',
  usdtTreasuryPda: '',
  usdtMint: '',
  tokenProgram: '',
  associatedTokenProgram: '',
  systemProgram: '',
  config: '',
});

/** Publishes the odds root of a 5-minute slot. Publisher only; a published root never changes. */
export const insertBatchRoot = /* @__PURE__ */ oracle(
  'insert_batch_root',
  () => struct({ epochDay: u16, hourOfDay: u8, minuteOfHour: u8, root: hash32, accountBump: u8 }),
  { authority: 'ws', dailyBatchRoots: 'w', systemProgram: '', config: '' },
);

/**
 * Publishes the fixtures root of an hour. `epochDay` is the first day of the ten-day window, `index` (0 to 239) the
 * hour within it. Publisher only; a published root never changes.
 */
export const insertFixturesRoot = /* @__PURE__ */ oracle(
  'insert_fixtures_root',
  () => struct({ epochDay: u16, index: u64, root: hash32 }),
  { authority: 'ws', tenDailyFixturesRoots: 'w', systemProgram: '', config: '' },
);

/** Publishes the scores root of a 5-minute slot. Publisher only; a published root never changes. */
export const insertScoresRoot = /* @__PURE__ */ oracle(
  'insert_scores_root',
  () => struct({ epochDay: u16, hourOfDay: u8, minuteOfHour: u8, root: hash32 }),
  { authority: 'ws', dailyScoresRoots: 'w', systemProgram: '', config: '' },
);

/** Buys whole service tokens for the stablecoin, 1,000 for one. The backend admin co-signs. */
export const purchaseSubscriptionTokenUsdt = /* @__PURE__ */ oracle(
  'purchase_subscription_token_usdt',
  () => struct({ txlineAmount: u64 }),
  {
    buyer: 'ws',
    backendAdmin: 's',
    usdtMint: '',
    buyerUsdtAccount: 'w',
    usdtTreasuryVault: 'w',
    usdtTreasuryPda: '',
    subscriptionTokenMint: '',
    tokenTreasuryVault: 'w',
    tokenTreasuryPda: '',
    buyerTokenAccount: 'w',
    tokenProgram: '',
    token2022Program: '',
    systemProgram: '',
    associatedTokenProgram: '',
    config: '',
  },
);

/** Buys packs of 100 validation credits for service tokens. */
export const purchaseValidationCredits = /* @__PURE__ */ oracle(
  'purchase_validation_credits',
  () => struct({ hundreds: u32 }),
  {
    user: 'ws',
    userValidationState: 'w',
    tokenMint: '',
    userTokenAccount: 'w',
    tokenTreasuryVault: 'w',
    tokenTreasuryPda: '',
    tokenProgram: '',
    systemProgram: '',
    associatedTokenProgram: '',
    config: '',
  },
);

/** Mints test stablecoin to the user. Only in test builds. */
export const requestDevnetFaucet = /* @__PURE__ */ oracle('request_devnet_faucet', NONE, {
  user: 'ws',
  faucetTracker: 'w',
  usdtMint: 'w',
  userUsdtAta: 'w',
  usdtTreasuryPda: '',
  tokenProgram: '',
  associatedTokenProgram: '',
  systemProgram: '',
  config: '',
});

/** Buys `weeks` (a positive multiple of 4) of a service level for service tokens. */
export const subscribe = /* @__PURE__ */ oracle('subscribe', () => struct({ serviceLevelId: u16, weeks: u8 }), {
  user: 'ws',
  pricingMatrix: '',
  tokenMint: '',
  userTokenAccount: 'w',
  tokenTreasuryVault: 'w',
  tokenTreasuryPda: '',
  tokenProgram: '',
  systemProgram: '',
  associatedTokenProgram: '',
  config: '',
});

/** Replaces the price list, of at most 50 rows. Admin only. */
export const updatePricingMatrix = /* @__PURE__ */ oracle(
  'update_pricing_matrix',
  () => struct({ rows: vec(serviceRow) }),
  { authority: 'ws', pricingMatrix: 'w', systemProgram: '', config: '' },
);

/** Verifies that the oracle published this fixture record. Returns the byte 1, or fails. */
export const validateFixture = /* @__PURE__ */ oracle(
  'validate_fixture',
  () => struct({ snapshot: fixture, summary: fixtureBatchSummary, subTreeProof: path, mainTreeProof: path }),
  { tenDailyFixturesRoots: '' },
);

/**
 * Verifies that the oracle published an hourly batch of fixtures with this metadata. `index` (0 to 239) is the hour
 * within the ten-day window. Returns the byte 1, or fails.
 */
export const validateFixtureBatch = /* @__PURE__ */ oracle(
  'validate_fixture_batch',
  () => struct({ index: u8, metadata: batchMetadata, proof: path }),
  { tenDailyFixturesRoots: '' },
);

/** Verifies that the oracle published this odds record. Returns the byte 1, or fails. */
export const validateOdds = /* @__PURE__ */ oracle(
  'validate_odds',
  () =>
    struct({
      ts: i64,
      oddsSnapshot: odds,
      summary: oddsBatchSummary,
      subTreeProof: path,
      mainTreeProof: path,
    }),
  { dailyOddsMerkleRoots: '' },
);

/**
 * Like `validate_odds`, for a payload that the oracle signed. The Ed25519 instruction goes directly before it. Costs
 * the user one credit.
 */
export const validateOddsV4 = /* @__PURE__ */ oracle(
  'validate_odds_v4',
  () => struct({ payload: oddsValidationInput }),
  { user: 'ws', userValidationState: 'w', instructionsSysvar: '', dailyOddsMerkleRoots: '', config: '' },
);

/** Tests a predicate on one proven stat, or on the sum or difference of two. Returns one byte: 1 true, 0 false. */
export const validateStat = /* @__PURE__ */ oracle(
  'validate_stat',
  () =>
    struct({
      ts: i64,
      fixtureSummary: scoresBatchSummary,
      fixtureProof: path,
      mainTreeProof: path,
      predicate: traderPredicate,
      statA: statTerm,
      statB: option(statTerm),
      op: option(binaryExpression),
    }),
  { dailyScoresMerkleRoots: '' },
);

/** Tests a strategy on 1 to 5 stats, each proven by its own path. Returns one byte: 1 true, 0 false. */
export const validateStatV2 = /* @__PURE__ */ oracle(
  'validate_stat_v2',
  () => struct({ payload: statValidationInput, strategy: nDimensionalStrategy }),
  { dailyScoresMerkleRoots: '' },
);

/** Tests a strategy on 1 to 5 stats, proven together by a multiproof. Returns one byte: 1 true, 0 false. */
export const validateStatV3 = /* @__PURE__ */ oracle(
  'validate_stat_v3',
  () => struct({ payload: statValidationInputV4, strategy: nDimensionalStrategy }),
  { dailyScoresMerkleRoots: '' },
);

/**
 * Like `validate_stat_v3`, for a payload that the oracle signed. The Ed25519 instruction goes directly before it. Costs
 * the user one credit. Returns one byte: 1 true, 0 false.
 */
export const validateStatV4 = /* @__PURE__ */ oracle(
  'validate_stat_v4',
  () => struct({ payload: statValidationInputV4, strategy: nDimensionalStrategy }),
  { user: 'ws', userValidationState: 'w', instructionsSysvar: '', dailyScoresMerkleRoots: '', config: '' },
);

/**
 * Verifies a signature for the v4 instruction directly after it, as the Ed25519 program does. `validateInstructions`
 * builds it for `verifiedBy: 'program'`.
 */
export const verifySignature = /* @__PURE__ */ oracle(
  'verify_signature',
  () => struct({ key: publicKey, signature: bytes(64), message: hash32 }),
  {},
);

/** Withdraws `amount` base units of the stablecoin to a token account of the admin. Admin only. */
export const withdrawUsdt = /* @__PURE__ */ oracle('withdraw_usdt', () => struct({ amount: u64 }), {
  authority: 'ws',
  adminDestination: 'w',
  usdtTreasuryVault: 'w',
  usdtTreasuryPda: '',
  usdtMint: '',
  tokenProgram: '',
  associatedTokenProgram: '',
  systemProgram: '',
  config: '',
});
