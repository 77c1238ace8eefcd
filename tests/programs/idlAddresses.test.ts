import { readFileSync } from 'node:fs';
import { BN, type Idl, Program } from '@coral-xyz/anchor';
import type { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import {
  attestationAddress,
  attesterSetAddress,
  configAddress,
  fixturesRootsAddress,
  oddsRootsAddress,
  pricingMatrixAddress,
  programDataAddress,
  scoresRootsAddress,
  tokenTreasuryAddress,
  usdtTreasuryAddress,
  userValidationStateAddress,
} from '../../ts/sdk/program/address/oracle.js';
import { INSTRUCTIONS_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import {
  bufferAddress,
  marketAddress,
  parlayAddress,
  positionAddress,
  vaultAddress,
} from '../../ts/sdk/program/address/settlement.js';
import { associatedTokenAddress } from '../../ts/sdk/program/address/token.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { fromPublicKey, toPublicKey } from '../../ts/sdk/web3/convert.js';

/**
 * The addresses that Anchor's client derives from the IDL alone equal those of our builders, in every instruction. An
 * Anchor user must pass the accounts without seeds.
 */

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const key = (number: number) => addressOf(new Uint8Array(32).fill(number));

/** Arguments used as seeds; the others are omitted. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  id: new BN(7),
  outcome: 1,
  epochDay: 20_830,
  kind: 1,
  period: 20_830,
  terms: { oracleProgram: toPublicKey(key(200)) },
};

type Accounts = Readonly<Record<string, Address>>;
/** The one of these accounts that the instruction has. */
function one(at: Accounts, ...names: string[]): Address {
  const found = names.map((name) => at[name]).find((address) => address !== undefined);
  if (!found) throw new Error(`no account ${names.join(' or ')}`);
  return found;
}
const associated = (at: Accounts, owner: string, program: string, mint: string) =>
  associatedTokenAddress(one(at, mint), one(at, owner), one(at, program));
const serviceMint = (at: Accounts) => ('tokenMint' in at ? 'tokenMint' : 'subscriptionTokenMint');
const serviceProgram = (at: Accounts) => ('token2022Program' in at ? 'token2022Program' : 'tokenProgram');

const DERIVED: Readonly<Record<string, (at: Accounts) => Address>> = {
  market: (at) => marketAddress(one(at, 'creator'), 7n, settlement).address,
  parlay: (at) => parlayAddress(one(at, 'creator'), 7n, settlement).address,
  vault: (at) => vaultAddress(one(at, 'pool', 'parlay', 'market'), settlement).address,
  position: (at) => positionAddress(one(at, 'pool'), one(at, 'owner'), 1, settlement).address,
  destination: (at) => associated(at, 'owner', 'tokenProgram', 'mint'),
  buffer: (at) => bufferAddress(one(at, 'owner'), 7n, settlement).address,
  oracleConfig: () => configAddress(key(200)).address,
  instructionsSysvar: () => INSTRUCTIONS_SYSVAR,
  config: () => configAddress(oracle).address,
  set: (at) => attesterSetAddress(one(at, 'creator'), 7n, oracle).address,
  attestation: (at) => attestationAddress(one(at, 'set'), 'odds', 20_830, oracle).address,
  pricingMatrix: () => pricingMatrixAddress(oracle).address,
  programData: () => programDataAddress(oracle).address,
  userValidationState: (at) => userValidationStateAddress(one(at, 'user', 'targetUser'), oracle).address,
  dailyScoresRoots: () => scoresRootsAddress(20_830, oracle).address,
  dailyBatchRoots: () => oddsRootsAddress(20_830, oracle).address,
  tenDailyFixturesRoots: () => fixturesRootsAddress(20_830, oracle).address,
  tokenTreasuryPda: () => tokenTreasuryAddress(oracle).address,
  usdtTreasuryPda: () => usdtTreasuryAddress(oracle).address,
  tokenTreasuryVault: (at) => associated(at, 'tokenTreasuryPda', serviceProgram(at), serviceMint(at)),
  usdtTreasuryVault: (at) => associated(at, 'usdtTreasuryPda', 'tokenProgram', 'usdtMint'),
  userTokenAccount: (at) => associated(at, 'user', 'tokenProgram', 'tokenMint'),
  buyerTokenAccount: (at) => associated(at, 'buyer', serviceProgram(at), serviceMint(at)),
};

/** The accounts that an Anchor user must pass, besides signers. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  oracle: [
    'adminDestination',
    'attestation',
    'buyerUsdtAccount',
    'dailyOddsMerkleRoots',
    'dailyScoresMerkleRoots',
    'roots',
    'set',
    'subscriptionTokenMint',
    'targetUser',
    'tenDailyFixturesRoots',
    'tokenMint',
    'usdtMint',
  ],
  settlement: [
    'buffer',
    'feeAccount',
    'market',
    'mint',
    'oracleConfig',
    'parlay',
    'pool',
    'position',
    'result',
    'roots',
    'source',
    'tokenProgram',
  ],
};

/** Accounts whose seeds are incomplete: passed in these instructions, derived in others. */
const WITHOUT_SEEDS: Readonly<Record<string, readonly string[]>> = {
  attestation: ['closeAttestation'],
  buffer: ['bufferClose', 'bufferWrite', 'createMarketFromBuffer', 'postResultFromBuffer', 'settleFromBuffer'],
  market: ['finalise', 'proposeVoid', 'settle', 'settleFromBuffer', 'settleParlay'],
  // The buffer holds the terms, and the terms name the oracle program.
  oracleConfig: ['createMarketFromBuffer'],
  parlay: ['settleParlay'],
  position: ['claim'],
  set: ['attest'],
  tenDailyFixturesRoots: ['validateFixture', 'validateFixtureBatch'],
};

interface Account {
  readonly name: string;
  readonly signer?: boolean;
  readonly address?: string;
  readonly pda?: object;
  /** Accounts read from the chain because they hold the address, so absent before they exist. */
  readonly relations?: readonly string[];
}

describe.each(['oracle', 'settlement'])('the IDL of the %s program', (name) => {
  const text = readFileSync(new URL(`../../programs/artifacts/${name}.json`, import.meta.url), 'utf8');
  const program = new Program(JSON.parse(text) as Idl, { connection: {} as never, publicKey: toPublicKey(key(255)) });
  const instructions = program.idl.instructions.map((one) => ({ ...one, accounts: one.accounts as Account[] }));
  const found = ({ address, pda }: Account) => address !== undefined || pda !== undefined;

  it.each(instructions.map((instruction) => [instruction.name, instruction] as const))(
    'has the addresses of %s',
    async (_, instruction) => {
      const given = instruction.accounts.filter((account) => !found(account));
      const args = instruction.args.map((arg) => ARGUMENTS[arg.name] ?? null);
      const call = program.methods[instruction.name]?.(...args);
      const named = Object.fromEntries(given.map((account, place) => [account.name, toPublicKey(key(place + 1))]));
      const keys = (await call?.accountsPartial(named).pubkeys()) as Readonly<Record<string, PublicKey>>;
      const at: Accounts = Object.fromEntries(
        Object.entries(keys).map(([account, key]) => [account, fromPublicKey(key)]),
      );
      const expected = instruction.accounts
        .filter((account) => found(account) && DERIVED[account.name])
        .map((account) => [account.name, DERIVED[account.name]?.(at)]);
      expect(expected).toEqual(expected.map(([account = '']) => [account, at[account]]));
      const unknown = instruction.accounts.filter((account) => account.pda && !DERIVED[account.name]);
      expect(unknown.map((account) => account.name)).toEqual([]);
    },
  );

  it('requires only accounts without seeds to be passed', () => {
    const passed = instructions.flatMap((instruction) =>
      instruction.accounts
        .filter((account) => !found(account) && !account.signer)
        .map((account) => ({ instruction: instruction.name, account: account.name })),
    );
    const owners = ['creator', 'owner', 'payer'];
    const names = new Set(passed.map(({ account }) => account).filter((account) => !owners.includes(account)));
    expect([...names].sort()).toEqual(GIVEN[name]);
    const alsoDerived = passed.filter(({ account }) => DERIVED[account]);
    for (const { account, instruction } of alsoDerived) expect(WITHOUT_SEEDS[account]).toContain(instruction);
  });
});
