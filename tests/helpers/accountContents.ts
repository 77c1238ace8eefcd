import fc from 'fast-check';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { POOL_VERSION } from '../../ts/sdk/program/account/pool.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { marketTerms, parlayTerms } from './instructionArguments.js';

// Arbitrary account contents over the whole range of every type.

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const u32 = fc.nat(2 ** 32 - 1);
const moment = fc.record({ seconds: u32, slot: u32 });
const key = hash.map((bytes) => addressOf(bytes));

const pool = {
  totals: fc.array(u64, { minLength: 8, maxLength: 8 }),
  owed: u64,
  openPositions: u64,
  fee: u64,
  paying: u64,
  refund: fc.boolean(),
};

export const market = fc.record({
  version: fc.constant(POOL_VERSION),
  bump: fc.nat(255),
  vaultBump: fc.nat(255),
  creator: key,
  id: u64,
  termsHash: hash,
  state: fc.constantFrom('Open' as const, 'Proposed' as const, 'Final' as const, 'Void' as const),
  ...pool,
  proposal: fc.record({ outcome: fc.nat(255), orderKey: u64, since: moment, void: fc.boolean() }),
  parlays: fc.nat(),
  terms: marketTerms,
});

export const parlay = fc.record({
  version: fc.constant(POOL_VERSION),
  bump: fc.nat(255),
  vaultBump: fc.nat(255),
  creator: key,
  id: u64,
  termsHash: hash,
  state: fc.constantFrom('Open' as const, 'Final' as const, 'Void' as const),
  ...pool,
  outcome: fc.nat(255),
  results: fc.array(fc.constantFrom('Open' as const, 'Won' as const, 'Lost' as const, 'Void' as const), {
    minLength: 8,
    maxLength: 8,
  }),
  terms: parlayTerms,
});

export const position = fc.record({ bump: fc.nat(255), pool: key, owner: key, outcome: fc.nat(255), amount: u64 });

export const attesterSet = fc.record({
  version: fc.constant(1),
  bump: fc.nat(255),
  creator: key,
  id: u64,
  keys: fc.array(key, { maxLength: 16 }),
});

export const proofBuffer = fc.record({
  bump: fc.nat(255),
  owner: key,
  id: u64,
  sha256: hash,
  bytes: fc.uint8Array({ maxLength: 60 }),
});

export const oracleConfig = fc.record({
  admin: key,
  pendingAdmin: key,
  publisher: key,
  backendAdmin: key,
  oracleKey: hash,
  nextOracleKey: hash,
  serviceMint: key,
  stablecoinMint: key,
  creditPackPrice: u64,
  bump: fc.nat(255),
  lateAfter: fc.nat(2 ** 31 - 1),
  before: fc.nat(2 ** 31 - 1),
  changed: fc.maxSafeInteger(),
  reserved: fc.constant(new Uint8Array(47)),
});

export const matchResult = fc.record({
  version: fc.constant(POOL_VERSION),
  bump: fc.nat(255),
  payer: key,
  oracleProgram: key,
  fixtureId: fc.maxSafeInteger(),
  sport: fc.constantFrom(...SPORTS),
  finality: fc.constantFrom('finalised' as const, 'regular-time' as const, 'half-time' as const),
  attesters: fc.option(fc.record({ set: key, least: fc.integer({ min: 1, max: 16 }) })),
  orderKey: u64,
  minTimestamp: fc.maxSafeInteger(),
  maxTimestamp: fc.maxSafeInteger(),
  eventNode: hash,
  period: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  contradicted: fc.boolean(),
  facts: fc.array(
    fc.record({
      key: fc.nat(2 ** 32 - 1),
      present: fc.boolean(),
      value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      since: moment,
      current: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
});
