import { hexToBytes } from '@linesman/sdk/format';
import {
  fixturesRootsAddress,
  oddsRootsAddress,
  scoresRootsAddress,
} from '@linesman/sdk/internal/program/address/oracle';
import {
  ACCOUNT_ROLE,
  type Address,
  address,
  addressBytes,
  addressOf,
  COMPUTE_BUDGET_PROGRAM_ID,
  configAddress,
  DEFAULT_ORACLE_PROGRAM_ID,
  DEFAULT_SETTLEMENT_PROGRAM_ID,
  ED25519_PROGRAM_ID,
  INSTRUCTIONS_SYSVAR,
  type Instruction,
  KeyPair,
  userValidationStateAddress,
} from '@linesman/sdk/program';
import type { PlacedAccount, Scene } from '../engine/engine.js';
import { signedAccounts } from '../judge/signedAccounts.js';
import { accountBytes } from './corpus.js';
import type { InstructionBefore, Vector } from './vector.js';

/** What the transaction of a vector is made of. */
type Called = Pick<Vector, 'data' | 'roots' | 'v4'>;

const PROGRAMS: Record<InstructionBefore['program'], Address> = {
  ed25519: ED25519_PROGRAM_ID,
  secp256k1: address('KeccakSecp256k11111111111111111111111111111'),
  computeBudget: COMPUTE_BUDGET_PROGRAM_ID,
};

/** Where a vector puts a copy of the instructions sysvar. */
const SYSVAR_COPY = addressOf(new Uint8Array(32).fill(251));
/** Spends the credits of the version 4 vectors. */
export const USER = KeyPair.fromSeed(new Uint8Array(32).fill(3));

const ADDRESSES = { scores: scoresRootsAddress, odds: oddsRootsAddress, fixtures: fixturesRootsAddress };

/** A vector as a transaction: its instruction is the last one. */
export const sceneOfVector = (vector: Called, oracle: Address = DEFAULT_ORACLE_PROGRAM_ID): Scene => ({
  instructions: [...instructionsBefore(vector), instructionOf(vector, oracle)],
  accounts: accountsOf(vector, oracle),
});

function instructionOf({ data, roots: { kind, day, tamper }, v4 }: Called, oracle: Address): Instruction {
  const roots = ADDRESSES[kind](day, oracle).address;
  const read = (at: Address) => ({ address: at, role: ACCOUNT_ROLE.readonly });
  const passed = tamper?.missing !== true;
  const accounts = v4
    ? [
        { address: USER.address, role: ACCOUNT_ROLE.writableSigner },
        { address: userValidationStateAddress(USER.address, oracle).address, role: ACCOUNT_ROLE.writable },
        read(v4.tamper?.sysvar ? SYSVAR_COPY : INSTRUCTIONS_SYSVAR),
        ...(passed ? [read(roots), read(configAddress(oracle).address)] : []),
      ]
    : passed
      ? [read(roots)]
      : [];
  return { programAddress: oracle, accounts, data: hexToBytes(data) };
}

const instructionsBefore = ({ v4 }: Called): Instruction[] =>
  (v4?.before ?? []).map(({ program, data }) => ({
    programAddress: PROGRAMS[program],
    accounts: [],
    data: hexToBytes(data),
  }));

/** The accounts of a vector: roots, and for version 4 configuration, credits and their user. */
function accountsOf(vector: Called, oracle: Address): PlacedAccount[] {
  const { roots, v4 } = vector;
  const ownerOf = (tamper: 'other' | undefined) => (tamper === 'other' ? DEFAULT_SETTLEMENT_PROGRAM_ID : oracle);
  const published = {
    address: ADDRESSES[roots.kind](roots.day, oracle).address,
    owner: ownerOf(roots.tamper?.owner),
    data: accountBytes(roots),
  };
  if (v4 === null) return [published];
  const [key, next] = v4.keys;
  const keys = [hexToBytes(key), next === null ? new Uint8Array(32) : hexToBytes(next)] as const;
  const [user, config, credits] = signedAccounts(oracle, USER.address, keys, v4.credits);
  return [
    published,
    user,
    { ...config, owner: ownerOf(v4.tamper?.configOwner) },
    credits,
    ...(v4.tamper?.sysvar
      ? [
          {
            address: SYSVAR_COPY,
            owner: DEFAULT_SETTLEMENT_PROGRAM_ID,
            data: sysvarOf(instructionsBefore(vector), oracle),
          },
        ]
      : []),
  ];
}

/** The bytes of the instructions sysvar: these instructions, which have no accounts, then the program's own. */
function sysvarOf(before: readonly Instruction[], oracle: Address): Uint8Array {
  const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
  const own = { programAddress: oracle, data: new Uint8Array(0) };
  const bodies = [...before, own].map(({ programAddress, data }) =>
    Buffer.concat([u16(0), addressBytes(programAddress), u16(data.length), data]),
  );
  const first = 2 + 2 * bodies.length;
  const offsets = bodies.map((_, i) => u16(first + Buffer.concat(bodies.slice(0, i)).length));
  return Buffer.concat([u16(bodies.length), ...offsets, ...bodies, u16(before.length)]);
}
