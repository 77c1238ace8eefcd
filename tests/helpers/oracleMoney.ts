import {
  ACCOUNT_SIZE,
  AccountLayout,
  AccountState,
  createInitializeDefaultAccountStateInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  ExtensionType,
  getMintLen,
} from '@solana/spl-token';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { initializePricingMatrixInstruction } from '../../ts/sdk/program/oracle/pricingMatrixInstructions.js';
import {
  type Deployment,
  serviceTokenAddress,
  serviceTreasury,
  stablecoinAddress,
  stablecoinTreasury,
} from '../../ts/sdk/program/oracle/treasury.js';
import { initializeTreasuryInstructions } from '../../ts/sdk/program/oracle/treasuryInstructions.js';
import { createAccountInstruction } from '../../ts/sdk/program/systemInstructions.js';
import type { ConfigParameters } from '../../ts/sdk/program/wire/configParameters.js';
import type { ServiceRow } from '../../ts/sdk/program/wire/serviceRow.js';
import { fromTransactionInstruction, toPublicKey } from '../../ts/sdk/web3/convert.js';
import { LiteBank } from './liteBank.js';
import { ORACLE, PARAMETERS, putConfig, ROLES } from './oracleBank.js';
import { tokenAccountData } from './settlement/tokens.js';

const keypair = (number: number) => KeyPair.fromSeed(new Uint8Array(32).fill(number));
const SERVICE_MINT = keypair(120);
const STABLECOIN_MINT = keypair(121);
/** Issues tokens of both mints. */
export const ISSUER = keypair(122);

export const MONEY_PARAMETERS: ConfigParameters = {
  ...PARAMETERS,
  serviceMint: SERVICE_MINT.address,
  stablecoinMint: STABLECOIN_MINT.address,
};

export const DEPLOYMENT: Deployment = { oracle: ORACLE.programId, config: MONEY_PARAMETERS };
export const SERVICE = serviceTreasury(DEPLOYMENT);
export const STABLECOIN = stablecoinTreasury(DEPLOYMENT);
export const serviceAccountOf = (owner: Address) => serviceTokenAddress(owner, DEPLOYMENT);
export const stablecoinAccountOf = (owner: Address) => stablecoinAddress(owner, DEPLOYMENT);

/** Service levels of every kind: free, priced, real time, and prices at the limit of a u64. */
export const ROWS: ServiceRow[] = [
  { rowId: 0, pricePerWeekToken: 0n, samplingIntervalSec: 60, leagueBundleId: 1, marketBundleId: 0 },
  { rowId: 1, pricePerWeekToken: 1n, samplingIntervalSec: 60, leagueBundleId: 1, marketBundleId: 0 },
  { rowId: 2, pricePerWeekToken: 125_000n, samplingIntervalSec: 60, leagueBundleId: 10, marketBundleId: 0 },
  { rowId: 21, pricePerWeekToken: 187_500n, samplingIntervalSec: 0, leagueBundleId: -5, marketBundleId: 0 },
  // At 4 weeks the price is the largest that a u64 holds; one more token overflows.
  { rowId: 100, pricePerWeekToken: 4_611_686_018_427n, samplingIntervalSec: 60, leagueBundleId: 0, marketBundleId: 0 },
  { rowId: 101, pricePerWeekToken: 4_611_686_018_428n, samplingIntervalSec: 60, leagueBundleId: 0, marketBundleId: 0 },
  { rowId: 65_535, pricePerWeekToken: 2n ** 64n - 1n, samplingIntervalSec: 0, leagueBundleId: 0, marketBundleId: 0 },
];

export interface MoneyOptions {
  /** Whether new accounts of the service token start frozen, by an extension of the mint. */
  readonly frozen?: boolean;
  readonly program?: typeof ORACLE;
  /** The authority that issues the stablecoin. */
  readonly stablecoinIssuer?: Address;
}

/** A chain with the oracle program and both mints, created by the token programs, without vaults or price list. */
export async function startWithMints(options: MoneyOptions = {}): Promise<LiteBank> {
  const { frozen = true, program = ORACLE, stablecoinIssuer = ISSUER.address } = options;
  const bank = new LiteBank([program]);
  for (const { address } of [...Object.values(ROLES), ISSUER]) bank.fund(address);
  putConfig(bank, MONEY_PARAMETERS);
  const mint = (key: KeyPair, space: number, owner: Address) =>
    createAccountInstruction({ payer: ISSUER.address, account: key.address, lamports: 10n ** 8n, space, owner });
  const initialize = (mint: Address, issuer: Address, freezer: Address | null, program: Address) =>
    fromTransactionInstruction(
      createInitializeMint2Instruction(
        toPublicKey(mint),
        6,
        toPublicKey(issuer),
        freezer && toPublicKey(freezer),
        toPublicKey(program),
      ),
    );
  const frozenAccounts = () =>
    fromTransactionInstruction(
      createInitializeDefaultAccountStateInstruction(toPublicKey(SERVICE.mint), AccountState.Frozen),
    );
  succeeded(
    await bank.send(
      [
        mint(SERVICE_MINT, getMintLen(frozen ? [ExtensionType.DefaultAccountState] : []), TOKEN_2022_PROGRAM_ID),
        ...(frozen ? [frozenAccounts()] : []),
        initialize(SERVICE.mint, ISSUER.address, SERVICE.authority, TOKEN_2022_PROGRAM_ID),
      ],
      [ISSUER, SERVICE_MINT],
    ),
  );
  succeeded(
    await bank.send(
      [
        mint(STABLECOIN_MINT, getMintLen([]), TOKEN_PROGRAM_ID),
        initialize(STABLECOIN.mint, stablecoinIssuer, null, TOKEN_PROGRAM_ID),
      ],
      [ISSUER, STABLECOIN_MINT],
    ),
  );
  return bank;
}

/** The same with both vaults, the price list {@link ROWS}, and `stock` base units of the service token in the vault. */
export async function startMoney({
  stock = 0n,
  ...options
}: MoneyOptions & { stock?: bigint } = {}): Promise<LiteBank> {
  const bank = await startWithMints(options);
  const admin = ROLES.admin.address;
  succeeded(
    await bank.send(
      [
        ...initializeTreasuryInstructions({ ...DEPLOYMENT, admin }),
        initializePricingMatrixInstruction(ORACLE.programId, admin, ROWS),
      ],
      [ROLES.admin],
    ),
  );
  if (stock > 0n) await issue(bank, stock, SERVICE.vault);
  return bank;
}

/** Issues service tokens to an account that is not frozen. */
export async function issue(bank: LiteBank, amount: bigint, to: Address): Promise<void> {
  succeeded(await bank.send([mintTo(SERVICE.mint, to, amount, TOKEN_2022_PROGRAM_ID)], [ISSUER]));
}

/** Issues tokens of one of the mints. */
export const mintTo = (mint: Address, to: Address, amount: bigint, program: Address) =>
  fromTransactionInstruction(
    createMintToInstruction(
      toPublicKey(mint),
      toPublicKey(to),
      toPublicKey(ISSUER.address),
      amount,
      [],
      toPublicKey(program),
    ),
  );

interface PutOptions {
  readonly at?: Address;
  readonly mint?: Address;
  readonly owner?: Address;
  readonly frozen?: boolean;
  readonly program?: Address;
}

/** Puts a frozen account of the service token, by default the user's associated one. */
export function putServiceTokens(bank: LiteBank, amount: bigint, options: PutOptions = {}): Address {
  const { owner = ROLES.user.address, mint = SERVICE.mint, frozen = true, program = TOKEN_2022_PROGRAM_ID } = options;
  const at = options.at ?? serviceAccountOf(owner);
  bank.put(at, program, tokenAccountData({ mint, owner, amount, frozen }));
  return at;
}

/** Puts an account of the stablecoin, by default the user's associated one. */
export function putStablecoin(bank: LiteBank, amount: bigint, options: PutOptions = {}): Address {
  const { owner = ROLES.user.address, mint = STABLECOIN.mint, frozen = false, program = TOKEN_PROGRAM_ID } = options;
  const at = options.at ?? stablecoinAccountOf(owner);
  bank.put(at, program, tokenAccountData({ mint, owner, amount, frozen }));
  return at;
}

/** The balance of a token account and whether it is frozen; `null` when there is none. */
export async function tokens(bank: LiteBank, at: Address): Promise<{ amount: bigint; frozen: boolean } | null> {
  const account = await bank.account(at);
  if (!account || account.data.length < ACCOUNT_SIZE) return null;
  const { amount, state } = AccountLayout.decode(account.data);
  return { amount, frozen: state === AccountState.Frozen };
}

/** All accounts that hold money or record it, as bytes: a failed instruction must not change them. */
export async function moneyState(bank: LiteBank, ...more: Address[]): Promise<(string | null)[]> {
  const { user, admin } = ROLES;
  const keys = [SERVICE.vault, STABLECOIN.vault, SERVICE.mint, STABLECOIN.mint];
  for (const { address } of [user, admin]) keys.push(serviceAccountOf(address), stablecoinAccountOf(address));
  const accounts = await Promise.all([...keys, ...more].map((key) => bank.account(key)));
  return accounts.map((account) =>
    account ? `${account.lamports} ${Buffer.from(account.data).toString('hex')}` : null,
  );
}

function succeeded({ failure, logs }: { failure: string | null; logs: readonly string[] }): void {
  if (failure !== null) throw new Error(`${failure}\n${logs.join('\n')}`);
}
