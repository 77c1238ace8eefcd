import { base58 } from '@scure/base';
import { DEPLOYMENT_DIFFERS, fail, NOT_UPGRADE_AUTHORITY, PROGRAM_NOT_DEPLOYED, UNUSABLE_MINT } from 'linesman/error';
import { equalBytes } from 'linesman/format';
import {
  type Address,
  addressOf,
  configAddress,
  createAccountInstruction,
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

/** The keys of a deployment. Those that sign need lamports. */
export interface OracleRoles {
  /** Writes the configuration. */
  readonly upgradeAuthority: KeyPair;
  readonly admin: KeyPair;
  readonly publisher: Address;
  readonly backendAdmin: Address;
  /** 32 bytes; signs v4 answers. */
  readonly oracleKey: Uint8Array;
}

/** The two tokens. A mint given as a key pair is created if missing; one given by address must exist. */
export interface OracleMints {
  readonly service: KeyPair | Address;
  readonly stablecoin: KeyPair | Address;
  /** Mint authority of new mints; pays for them and stocks the treasury. */
  readonly issuer?: KeyPair | undefined;
}

export interface OraclePlan {
  readonly chain: Pick<SendingChain, 'account'>;
  readonly programs: ProgramIds;
  readonly roles: OracleRoles;
  readonly mints: OracleMints;
  readonly rows: readonly ServiceRow[];
  /** Initial base units of the service token in the treasury; 0 leaves the treasury as it is. */
  readonly stock: bigint;
  /** Base units of the service token for 100 credits. */
  readonly creditPackPrice: bigint;
}

export interface SetUpOptions extends OraclePlan {
  readonly chain: SendingChain;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Called at each step with what it does. */
  readonly onStep?: (what: string) => void;
}

/** A step of setting up an oracle: one transaction. */
export interface SetUpStep {
  /** What the step creates. */
  readonly name: 'service token' | 'stablecoin' | 'configuration' | 'treasuries' | 'stock' | 'price list';
  /** What the step does, such as "writing the price list". */
  readonly what: string;
  /** Whether it is already on chain; it then stays as it is. */
  readonly isThere: boolean;
  /** Pays and signs. */
  readonly payer: KeyPair;
  readonly signers: readonly KeyPair[];
  readonly instructions: readonly Instruction[];
}

const DECIMALS = 6;

/**
 * Sets up an oracle program: mints, configuration, treasuries and price list. Skips what exists, so it can be repeated
 * after an interruption. Returns the configuration.
 *
 * Errors: those of `planOracle`, before any change; those of the programs.
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
 * The steps of setting up an oracle, in order, including completed ones. Only reads the chain. Errors:
 * DEPLOYMENT_DIFFERS when the configuration on chain names other keys or mints; PROGRAM_NOT_DEPLOYED;
 * NOT_UPGRADE_AUTHORITY when another upgrade authority must configure the program; UNUSABLE_MINT.
 */
export async function planOracle(options: OraclePlan): Promise<readonly SetUpStep[]> {
  const { chain, programs, roles, mints, rows, stock } = options;
  const { oracle } = programs;
  const { issuer } = mints;
  const parameters = parametersOf(options);
  const deployment = { oracle, config: parameters };
  const isThere = async (address: Address): Promise<boolean> => {
    const account = await chain.account(address);
    // An address that merely holds lamports is not an account yet.
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
        what: `creating the ${what}`,
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
        // The treasury may freeze accounts, because service tokens must be spent on subscriptions only.
        freezeAuthority: service.authority,
      }),
    ])),
    ...(await mintStep('stablecoin', TOKEN_PROGRAM_ID, (payer) => [
      createMint(payer.address, stablecoin.mint, MINT_SIZE, TOKEN_PROGRAM_ID),
      initializeMint(stablecoin.mint, DECIMALS, payer.address),
    ])),
    {
      name: 'configuration',
      what: 'configuring the oracle',
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
      what: 'creating the treasuries',
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
            what: 'stocking the treasury with service tokens',
            isThere: isStocked,
            payer: issuer,
            signers: [],
            instructions: [mintTo(service.mint, service.vault, issuer.address, stock, TOKEN_2022_PROGRAM_ID)],
          },
        ]),
    {
      name: 'price list',
      what: 'writing the price list',
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

const createMint = (payer: Address, mint: Address, space: number, programId: Address): Instruction =>
  // Rent exemption of a mint with its extension, generously rounded up.
  createAccountInstruction({ payer, account: mint, space, lamports: 10_000_000n, owner: programId });

type Expected = Pick<
  OracleConfig,
  'admin' | 'publisher' | 'backendAdmin' | 'oracleKey' | 'nextOracleKey' | 'serviceMint' | 'stablecoinMint'
>;

/** With keys other than the deployment's, whatever the service publishes, quotes or signs would be refused on chain. */
function checkConfig(found: OracleConfig, expected: Expected): void {
  for (const name of ['admin', 'publisher', 'backendAdmin', 'serviceMint', 'stablecoinMint'] as const)
    if (found[name] !== expected[name]) fail(DEPLOYMENT_DIFFERS, { name, onChain: found[name], ours: expected[name] });
  // During a key rotation the next key may already sign.
  if (![found.oracleKey, found.nextOracleKey].some((key) => equalBytes(key, expected.oracleKey)))
    fail(DEPLOYMENT_DIFFERS, { oracleKey: base58.encode(expected.oracleKey) });
}

const HAS_AUTHORITY = 12;

/** Checks the program data account of the loader: kind, slot, upgrade authority. */
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
