import { type OracleConfig, oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import { configAddress, scoresRootsAddress, userValidationStateAddress } from '../../ts/sdk/program/address/oracle.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import type { ConfigParameters } from '../../ts/sdk/program/wire/configParameters.js';
import { rootsAccount } from '../vectors/rootsAccount.js';
import { LiteBank } from './liteBank.js';

/** The committed program. `LINESMAN_ORACLE` is the path of another build, which takes its place. */
export const ORACLE = {
  programId: DEFAULT_ORACLE_PROGRAM_ID,
  path: process.env.LINESMAN_ORACLE ?? 'programs/artifacts/oracle.so',
};
export const CONFIG = configAddress(ORACLE.programId);

const keypair = (number: number) => KeyPair.fromSeed(new Uint8Array(32).fill(number));

/** Every role in a deployment, each with its own key. */
export const ROLES = {
  upgradeAuthority: keypair(101),
  admin: keypair(102),
  publisher: keypair(103),
  backendAdmin: keypair(104),
  user: keypair(105),
  stranger: keypair(106),
} as const;

export const PARAMETERS: ConfigParameters = {
  admin: ROLES.admin.address,
  publisher: ROLES.publisher.address,
  backendAdmin: ROLES.backendAdmin.address,
  oracleKey: new Uint8Array(32).fill(11),
  nextOracleKey: new Uint8Array(32),
  serviceMint: addressOf(new Uint8Array(32).fill(12)),
  stablecoinMint: addressOf(new Uint8Array(32).fill(13)),
  creditPackPrice: 5_000_000n,
  lateAfter: 0,
};

/** A chain with the oracle program, on which every role has lamports. */
export async function startOracle(oracle = ORACLE): Promise<LiteBank> {
  const bank = new LiteBank([oracle]);
  for (const { address } of Object.values(ROLES)) bank.fund(address);
  return bank;
}

/** The configuration as the program writes it. */
export const configBytes = (parameters: Partial<OracleConfig> = {}, pendingAdmin: Address = ZERO_ADDRESS): Uint8Array =>
  oracleConfigAccount.encode({
    ...PARAMETERS,
    before: 0,
    changed: 0,
    ...parameters,
    pendingAdmin,
    bump: CONFIG.bump,
    reserved: new Uint8Array(47),
  });

export function putConfig(bank: Pick<LiteBank, 'put'>, ...content: Parameters<typeof configBytes>): void {
  bank.put(CONFIG.address, ORACLE.programId, configBytes(...content));
}

/** Puts a scores roots account with one root at its address, as the program would write it. */
export function putScoresRoot(bank: Pick<LiteBank, 'put'>, day: number, slot: number, root: Uint8Array): Address {
  const { address, bump } = scoresRootsAddress(day, ORACLE.programId);
  const slots = { [slot]: Buffer.from(root).toString('hex') };
  bank.put(address, ORACLE.programId, rootsAccount({ kind: 'scores', day, bump, slots, tamper: null }));
  return address;
}

/** Puts a user's credits account at its address. */
export function putCredits(bank: Pick<LiteBank, 'put'>, user: Address, credits: number): Address {
  const { address } = userValidationStateAddress(user, ORACLE.programId);
  bank.put(address, ORACLE.programId, userValidationStateAccount.encode({ owner: user, credits }));
  return address;
}
