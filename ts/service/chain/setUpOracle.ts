import {
  AccountState,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeDefaultAccountStateInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  ExtensionType,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { type Keypair, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { equalBytes } from '../../format/index.js';
import {
  configAddress,
  fetchAccount,
  initializeConfig,
  initializePricingMatrixInstruction,
  initializeTreasuryInstructions,
  type OracleConfig,
  oracleConfigAccount,
  type ProgramIds,
  pricingMatrixAddress,
  programDataAddress,
  type SendingChain,
  type ServiceRow,
  sendTransaction,
  serviceTreasury,
  stablecoinTreasury,
} from '../../program/index.js';

/** Who a deployment belongs to. All of them need lamports for what they sign. */
export interface OracleRoles {
  /** Writes the configuration. */
  readonly upgradeAuthority: Keypair;
  readonly admin: Keypair;
  readonly publisher: PublicKey;
  readonly backendAdmin: PublicKey;
  /** 32 bytes; signs v4 answers. */
  readonly oracleKey: Uint8Array;
}

/** The two tokens. Mints that are not there yet are made, which takes their keys and that of an issuer. */
export interface OracleMints {
  readonly service: Keypair;
  readonly stablecoin: Keypair;
  /** May mint both. */
  readonly issuer: Keypair;
}

export interface SetUpOptions {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly roles: OracleRoles;
  readonly mints: OracleMints;
  readonly rows: readonly ServiceRow[];
  /** Base units of the service token in the treasury at first. */
  readonly stock: bigint;
  /** Base units of the service token for 100 credits. */
  readonly creditPackPrice: bigint;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Told what is done. */
  readonly onStep?: (what: string) => void;
}

const DECIMALS = 6;

/**
 * Makes an oracle program ready: mints, configuration, treasuries, price list; what is there already stays as it is, so it can be run
 * again after it was broken off. Gives the configuration.
 *
 * Errors: 7134 when the configuration on chain names other keys or mints; those of the programs.
 */
export async function setUpOracle(options: SetUpOptions): Promise<OracleConfig> {
  const { chain, programs, roles, mints, rows, stock, creditPackPrice, sleep, onStep } = options;
  const { oracle } = programs;
  const parameters = {
    admin: roles.admin.publicKey,
    publisher: roles.publisher,
    backendAdmin: roles.backendAdmin,
    oracleKey: roles.oracleKey,
    nextOracleKey: new Uint8Array(32),
    serviceMint: mints.service.publicKey,
    stablecoinMint: mints.stablecoin.publicKey,
    creditPackPrice,
  };
  const deployment = { oracle, config: parameters };
  const isThere = async (address: PublicKey): Promise<boolean> => {
    const account = await chain.account(address);
    // An address that only holds lamports is nothing yet.
    return account !== null && account.data.length > 0;
  };
  const step = async (
    what: string,
    payer: Keypair,
    instructions: readonly TransactionInstruction[],
    signers: readonly Keypair[] = [],
  ): Promise<void> => {
    onStep?.(what);
    await sendTransaction({ chain, programs, payer, signers, instructions, sleep });
  };

  const service = serviceTreasury(deployment);
  const stablecoin = stablecoinTreasury(deployment);
  if (!(await isThere(service.mint)))
    await step(
      'the service token is made',
      mints.issuer,
      [
        ...createMint(mints.issuer.publicKey, mints.service.publicKey, TOKEN_2022_PROGRAM_ID),
        createInitializeDefaultAccountStateInstruction(service.mint, AccountState.Frozen),
        // The treasury may freeze: service tokens are spent for subscriptions and for nothing else.
        createInitializeMint2Instruction(
          service.mint,
          DECIMALS,
          mints.issuer.publicKey,
          service.authority,
          TOKEN_2022_PROGRAM_ID,
        ),
      ],
      [mints.service],
    );
  if (!(await isThere(stablecoin.mint)))
    await step(
      'the stablecoin is made',
      mints.issuer,
      [
        ...createMint(mints.issuer.publicKey, mints.stablecoin.publicKey, TOKEN_PROGRAM_ID),
        createInitializeMint2Instruction(stablecoin.mint, DECIMALS, mints.issuer.publicKey, null, TOKEN_PROGRAM_ID),
      ],
      [mints.stablecoin],
    );
  const config = configAddress(oracle).address;
  if (!(await isThere(config)))
    await step('the oracle is configured', roles.upgradeAuthority, [
      initializeConfig.build(
        oracle,
        {
          authority: roles.upgradeAuthority.publicKey,
          config,
          programData: programDataAddress(oracle).address,
          systemProgram: SystemProgram.programId,
        },
        { parameters },
      ),
    ]);
  const found = await fetchAccount(chain, oracleConfigAccount, config, oracle);
  checkConfig(found, parameters);
  if (!(await isThere(service.vault)) || !(await isThere(stablecoin.vault)))
    await step(
      'the treasuries are made',
      roles.admin,
      initializeTreasuryInstructions({ ...deployment, admin: roles.admin.publicKey }),
    );
  if (stock > 0n && (await balance(chain, service.vault)) === 0n)
    await step('the treasury is stocked with service tokens', mints.issuer, [
      createMintToInstruction(service.mint, service.vault, mints.issuer.publicKey, stock, [], TOKEN_2022_PROGRAM_ID),
    ]);
  if (!(await isThere(pricingMatrixAddress(oracle).address)))
    await step('the price list is written', roles.admin, [
      initializePricingMatrixInstruction(oracle, roles.admin.publicKey, rows),
    ]);
  return found;
}

/** Mints stablecoins, base units, to the associated account of a wallet, which is made when it is missing. The issuer pays. */
export const issueStablecoin = (
  { stablecoin, issuer }: { readonly stablecoin: PublicKey; readonly issuer: PublicKey },
  owner: PublicKey,
  account: PublicKey,
  amount: bigint,
): TransactionInstruction[] => [
  createAssociatedTokenAccountIdempotentInstruction(issuer, account, owner, stablecoin),
  createMintToInstruction(stablecoin, account, issuer, amount),
];

function createMint(payer: PublicKey, mint: PublicKey, programId: PublicKey): TransactionInstruction[] {
  const space = getMintLen(programId.equals(TOKEN_2022_PROGRAM_ID) ? [ExtensionType.DefaultAccountState] : []);
  // Rent exemption of a mint with room for its extension; a few lamports more do no harm.
  const lamports = 10_000_000;
  return [SystemProgram.createAccount({ fromPubkey: payer, newAccountPubkey: mint, space, lamports, programId })];
}

/** The amount of a token account is the u64 behind mint and owner. */
async function balance(chain: SendingChain, address: PublicKey): Promise<bigint> {
  const account = await chain.account(address);
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}

type Expected = Pick<
  OracleConfig,
  'admin' | 'publisher' | 'backendAdmin' | 'oracleKey' | 'serviceMint' | 'stablecoinMint'
>;

/** A service whose keys are not those of the deployment would publish, quote and sign what the chain refuses. */
function checkConfig(found: OracleConfig, expected: Expected): void {
  for (const name of ['admin', 'publisher', 'backendAdmin', 'serviceMint', 'stablecoinMint'] as const)
    if (!found[name].equals(expected[name]))
      fail(7134, {
        message: `The configuration on chain names ${found[name]} as ${name}, the service ${expected[name]}.`,
      });
  if (!equalBytes(found.oracleKey, expected.oracleKey))
    fail(7134, { message: 'The configuration on chain names another oracle key than that of the service.' });
}
