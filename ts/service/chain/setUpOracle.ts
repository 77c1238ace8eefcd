import { base58 } from '@scure/base';
import { DEPLOYMENT_DIFFERS, fail, NOT_UPGRADE_AUTHORITY, PROGRAM_NOT_DEPLOYED, UNUSABLE_MINT } from 'linesman/error';
import { equalBytes } from 'linesman/format';
import {
  type Address,
  addressOf,
  configAddress,
  createAccountInstruction,
  createTokenAccount,
  fetchAccount,
  freezeAccountsAtFirst,
  type Instruction,
  initializeConfig,
  initializeMint,
  initializePricingMatrixInstruction,
  initializeTreasuryInstructions,
  type KeyPair,
  MINT_SIZE,
  MINT_WITH_STATE_SIZE,
  mintTo,
  type OracleConfig,
  oracleConfigAccount,
  type ProgramIds,
  pricingMatrixAddress,
  programDataAddress,
  type SendingChain,
  type ServiceRow,
  SYSTEM_PROGRAM_ID,
  sendTransaction,
  serviceTreasury,
  stablecoinTreasury,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  tokenBalance,
} from 'linesman/program';

/** Who a deployment belongs to. All of them need lamports for what they sign. */
export interface OracleRoles {
  /** Writes the configuration. */
  readonly upgradeAuthority: KeyPair;
  readonly admin: KeyPair;
  readonly publisher: Address;
  readonly backendAdmin: Address;
  /** 32 bytes; signs v4 answers. */
  readonly oracleKey: Uint8Array;
}

/** The two tokens. A mint of which the key is given is made when it is missing; one given by its address has to be there. */
export interface OracleMints {
  readonly service: KeyPair | Address;
  readonly stablecoin: KeyPair | Address;
  /** May mint those that are made, pays for them, and stocks the treasury. */
  readonly issuer?: KeyPair | undefined;
}

export interface OraclePlan {
  readonly chain: Pick<SendingChain, 'account'>;
  readonly programs: ProgramIds;
  readonly roles: OracleRoles;
  readonly mints: OracleMints;
  readonly rows: readonly ServiceRow[];
  /** Base units of the service token in the treasury at first; 0 leaves the treasury as it is. */
  readonly stock: bigint;
  /** Base units of the service token for 100 credits. */
  readonly creditPackPrice: bigint;
}

export interface SetUpOptions extends OraclePlan {
  readonly chain: SendingChain;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Told what is done. */
  readonly onStep?: (what: string) => void;
}

/** A part of an oracle: one transaction that makes it. */
export interface SetUpStep {
  /** What it is about. */
  readonly name: 'service token' | 'stablecoin' | 'configuration' | 'treasuries' | 'stock' | 'price list';
  /** What is done, or was: "the price list is written". */
  readonly what: string;
  /** It is on the chain already, and stays as it is. */
  readonly isThere: boolean;
  /** Pays and signs. */
  readonly payer: KeyPair;
  readonly signers: readonly KeyPair[];
  readonly instructions: readonly Instruction[];
}

const DECIMALS = 6;

/**
 * Makes an oracle program ready: mints, configuration, treasuries, price list; what is there already stays as it is, so it can be run
 * again after it was broken off. Gives the configuration.
 *
 * Errors: those of `planOracle`, before anything is done, and of the programs.
 */
export async function setUpOracle(options: SetUpOptions): Promise<OracleConfig> {
  const { chain, programs, sleep, onStep } = options;
  for (const { what, isThere, payer, signers, instructions } of await planOracle(options)) {
    if (isThere) continue;
    onStep?.(what);
    await sendTransaction({ chain, programs, payer, signers, instructions, sleep });
  }
  const config = await fetchAccount(
    chain,
    oracleConfigAccount,
    configAddress(programs.oracle).address,
    programs.oracle,
  );
  checkConfig(config, parametersOf(options));
  return config;
}

/**
 * The parts of an oracle in their order, those that are there already too. Asks the chain only. Errors:
 * DEPLOYMENT_DIFFERS when the configuration on chain names other keys or mints, PROGRAM_NOT_DEPLOYED the program is not
 * there, NOT_UPGRADE_AUTHORITY it is to be configured by another upgrade authority, UNUSABLE_MINT a mint that cannot be
 * used.
 */
export async function planOracle(options: OraclePlan): Promise<readonly SetUpStep[]> {
  const { chain, programs, roles, mints, rows, stock } = options;
  const { oracle } = programs;
  const { issuer } = mints;
  const parameters = parametersOf(options);
  const deployment = { oracle, config: parameters };
  const isThere = async (address: Address): Promise<boolean> => {
    const account = await chain.account(address);
    // An address that only holds lamports is nothing yet.
    return account !== null && account.data.length > 0;
  };
  const service = serviceTreasury(deployment);
  const stablecoin = stablecoinTreasury(deployment);
  const config = configAddress(oracle).address;
  const isConfigured = await isThere(config);
  if (isConfigured) checkConfig(await fetchAccount(chain, oracleConfigAccount, config, oracle), parameters);
  else await checkUpgradeAuthority(chain, oracle, roles.upgradeAuthority.address);

  const mintStep = async (
    name: 'service' | 'stablecoin',
    tokenProgram: Address,
    make: (issuer: KeyPair) => readonly Instruction[],
  ): Promise<SetUpStep[]> => {
    const given = mints[name];
    const address = addressOfMint(given);
    const account = await chain.account(address);
    const isMint = account !== null && account.data.length >= MINT_SIZE && account.owner === tokenProgram;
    const what = name === 'service' ? 'service token' : 'stablecoin';
    if (account !== null && account.data.length > 0 && !isMint)
      return fail(UNUSABLE_MINT, {
        problem: 'other program',
        what,
        address,
        tokenProgram,
      });
    if (isMint && (typeof given === 'string' || !issuer)) return [];
    if (typeof given === 'string' || !issuer) return fail(UNUSABLE_MINT, { problem: 'missing', what, address });
    return [
      {
        name: what,
        what: `the ${what} is made`,
        isThere: isMint,
        payer: issuer,
        signers: [given],
        instructions: make(issuer),
      },
    ];
  };
  const isStocked = stock === 0n || (await tokenBalance(chain, service.vault)) > 0n;
  return [
    ...(await mintStep('service', TOKEN_2022_PROGRAM_ID, (payer) => [
      createMint(payer.address, service.mint, MINT_WITH_STATE_SIZE, TOKEN_2022_PROGRAM_ID),
      freezeAccountsAtFirst(service.mint),
      initializeMint(service.mint, DECIMALS, payer.address, {
        tokenProgram: TOKEN_2022_PROGRAM_ID,
        // The treasury may freeze: service tokens are spent for subscriptions and for nothing else.
        freezeAuthority: service.authority,
      }),
    ])),
    ...(await mintStep('stablecoin', TOKEN_PROGRAM_ID, (payer) => [
      createMint(payer.address, stablecoin.mint, MINT_SIZE, TOKEN_PROGRAM_ID),
      initializeMint(stablecoin.mint, DECIMALS, payer.address),
    ])),
    {
      name: 'configuration',
      what: 'the oracle is configured',
      isThere: isConfigured,
      payer: roles.upgradeAuthority,
      signers: [],
      instructions: [
        initializeConfig.build(
          oracle,
          {
            authority: roles.upgradeAuthority.address,
            config,
            programData: programDataAddress(oracle).address,
            systemProgram: SYSTEM_PROGRAM_ID,
          },
          { parameters },
        ),
      ],
    },
    {
      name: 'treasuries',
      what: 'the treasuries are made',
      isThere: (await isThere(service.vault)) && (await isThere(stablecoin.vault)),
      payer: roles.admin,
      signers: [],
      instructions: initializeTreasuryInstructions({ ...deployment, admin: roles.admin.address }),
    },
    ...(issuer === undefined
      ? []
      : [
          {
            name: 'stock' as const,
            what: 'the treasury is stocked with service tokens',
            isThere: isStocked,
            payer: issuer,
            signers: [],
            instructions: [mintTo(service.mint, service.vault, issuer.address, stock, TOKEN_2022_PROGRAM_ID)],
          },
        ]),
    {
      name: 'price list',
      what: 'the price list is written',
      isThere: await isThere(pricingMatrixAddress(oracle).address),
      payer: roles.admin,
      signers: [],
      instructions: [initializePricingMatrixInstruction(oracle, roles.admin.address, rows)],
    },
  ];
}

const addressOfMint = (mint: KeyPair | Address): Address => (typeof mint === 'string' ? mint : mint.address);

const parametersOf = ({ roles, mints, creditPackPrice }: OraclePlan) => ({
  admin: roles.admin.address,
  publisher: roles.publisher,
  backendAdmin: roles.backendAdmin,
  oracleKey: roles.oracleKey,
  nextOracleKey: new Uint8Array(32),
  serviceMint: addressOfMint(mints.service),
  stablecoinMint: addressOfMint(mints.stablecoin),
  creditPackPrice,
});

/** Mints stablecoins, base units, to the associated account of a wallet, which is made when it is missing. The issuer pays. */
export const issueStablecoin = (
  { stablecoin, issuer }: { readonly stablecoin: Address; readonly issuer: Address },
  owner: Address,
  account: Address,
  amount: bigint,
): Instruction[] => [createTokenAccount(stablecoin, owner, issuer), mintTo(stablecoin, account, issuer, amount)];

const createMint = (payer: Address, mint: Address, space: number, programId: Address): Instruction =>
  // Rent exemption of a mint with room for its extension; a few lamports more do no harm.
  createAccountInstruction({ payer, account: mint, space, lamports: 10_000_000n, owner: programId });

type Expected = Pick<
  OracleConfig,
  'admin' | 'publisher' | 'backendAdmin' | 'oracleKey' | 'nextOracleKey' | 'serviceMint' | 'stablecoinMint'
>;

/** A service whose keys are not those of the deployment would publish, quote and sign what the chain refuses. */
function checkConfig(found: OracleConfig, expected: Expected): void {
  for (const name of ['admin', 'publisher', 'backendAdmin', 'serviceMint', 'stablecoinMint'] as const)
    if (found[name] !== expected[name]) fail(DEPLOYMENT_DIFFERS, { name, onChain: found[name], ours: expected[name] });
  // While keys rotate, the next one may sign already.
  if (![found.oracleKey, found.nextOracleKey].some((key) => equalBytes(key, expected.oracleKey)))
    fail(DEPLOYMENT_DIFFERS, { oracleKey: base58.encode(expected.oracleKey) });
}

const HAS_AUTHORITY = 12;

/** What the loader keeps of a program: its kind, a slot, and who may upgrade it. */
async function checkUpgradeAuthority(chain: OraclePlan['chain'], oracle: Address, authority: Address): Promise<void> {
  const account = await chain.account(programDataAddress(oracle).address);
  if (account === null || account.data.length <= HAS_AUTHORITY + 32)
    return fail(PROGRAM_NOT_DEPLOYED, { program: oracle });
  const found =
    account.data[HAS_AUTHORITY] === 1
      ? addressOf(account.data.slice(HAS_AUTHORITY + 1, HAS_AUTHORITY + 33))
      : undefined;
  if (found !== authority)
    fail(NOT_UPGRADE_AUTHORITY, {
      program: oracle,
      found: found === undefined ? null : found,
      given: authority,
    });
}
