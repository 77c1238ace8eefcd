import { setMaxListeners } from 'node:events';
import { base58 } from '@scure/base';
import {
  CHAIN_NOT_REACHABLE,
  DEPLOYMENT_DIFFERS,
  fail,
  LAMPORTS_MISSING,
  LinesmanError,
  NOT_UPGRADE_AUTHORITY,
  PROGRAM_NOT_DEPLOYED,
  UNUSABLE_MINT,
} from 'linesman/error';
import { equalBytes } from 'linesman/format';
import { versionFor } from 'linesman/internal';
import {
  type Address,
  configAddress,
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
  Outbox,
  type OutboxChain,
  oracleConfigAccount,
  type ProgramIds,
  pricingMatrixAccount,
  pricingMatrixAddress,
  programDataAddress,
  type ServiceRow,
  SYSTEM_PROGRAM_ID,
  sendTransaction,
  serviceTreasury,
  stablecoinTreasury,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  type Treasury,
  tokenBalance,
} from 'linesman/program';
import { authorityIn } from './loader.js';
import { createInstructions, newAccount } from './newAccount.js';
import {
  costOf,
  type NewAccount,
  type PayerCost,
  type PlanChain,
  type PlannedTransaction,
  planned,
  type SetUpStep,
} from './setUpStep.js';
import { type ProgramUpload, planUpload } from './uploadProgram.js';

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
  readonly chain: PlanChain;
  readonly programs: ProgramIds;
  /** The oracle program, to be put on chain if it is not there. Without it, it must be there. */
  readonly program?: ProgramUpload;
  readonly roles: OracleRoles;
  readonly mints: OracleMints;
  readonly rows: readonly ServiceRow[];
  /** Initial base units of the service token in the treasury; 0 leaves the treasury as it is. */
  readonly stock: bigint;
  /** Base units of the service token for 100 credits. */
  readonly creditPackPrice: bigint;
}

export interface SetUpOptions extends OraclePlan {
  readonly chain: PlanChain & OutboxChain;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Called at each step with what it does. */
  readonly onStep?: (what: string) => void;
  /** Called when one of several transactions of a step has landed, with how many have. */
  readonly onProgress?: (what: string, landed: number, all: number) => void;
}

const DECIMALS = 6;

/** Transactions of an upload at once, and how many of them a node may owe an answer. */
const IN_FLIGHT = 64;
const UNANSWERED = 8;
/** How often a transaction of an upload is tried while the node does not answer, and the ms in between. */
const TRIES = 10;
const RETRY = 2_000;

/** Bytes of a token account. */
const TOKEN_ACCOUNT_SIZE = 165;
/** The same under Token-2022: the associated token program adds the extension "immutable owner". */
const TOKEN_2022_ACCOUNT_SIZE = 170;
/** Bytes of the configuration. */
const CONFIG_SIZE = 336;

/**
 * Sets up an oracle program: the program itself if it is given, mints, configuration, treasuries and price list. Skips
 * what exists, so it can be repeated after an interruption. Returns the configuration.
 *
 * Errors: those of `planOracle` and `executePlan`; those of the programs.
 */
export async function setUpOracle(options: SetUpOptions): Promise<OracleConfig> {
  return executePlan(await planOracle(options), options);
}

/**
 * Sends exactly the transactions of the steps, in their order; those within a step together. Returns the configuration.
 * Errors: LAMPORTS_MISSING, before anything is sent; those of the programs.
 */
export async function executePlan(steps: readonly SetUpStep[], options: SetUpOptions): Promise<OracleConfig> {
  const { chain, programs, onStep } = options;
  await checkBalances(chain, costOf(steps));
  for (const step of steps) {
    if (step.transactions.length === 0) continue;
    onStep?.(step.what);
    await sendStep(step, options);
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

/** With less, the deployment would stop half-way. An account that pays keeps its own rent. */
async function checkBalances(chain: PlanChain, costs: readonly PayerCost[]): Promise<void> {
  const own = BigInt(await chain.rent(0));
  for (const { payer, needed } of costs) {
    const found = await chain.lamports(payer);
    if (found < needed + own) fail(LAMPORTS_MISSING, { payer, found, needed: needed + own });
  }
}

async function sendStep(step: SetUpStep, { chain, programs, sleep, onProgress }: SetUpOptions): Promise<void> {
  const { what, payer, signers, transactions } = step;
  const [first] = transactions;
  if (first && transactions.length === 1 && !first.withoutBudget) {
    const { instructions, version } = first;
    await sendTransaction({ chain, programs, payer, signers, instructions, version, sleep });
    return;
  }
  const timers = { now: () => performance.now(), sleep };
  const outbox = new Outbox({ chain, programs, payer, timers, inFlight: IN_FLIGHT, unanswered: UNANSWERED });
  const stop = new AbortController();
  // Each transaction listens to it.
  setMaxListeners(0, stop.signal);
  let landed = 0;
  let failure: { readonly cause: unknown } | undefined;
  /** A node that did not answer has not got it: nodes limit how much they are asked. */
  const send = async (planned: PlannedTransaction, tries = TRIES): Promise<void> => {
    const { instructions, version, withoutBudget } = planned;
    try {
      await outbox.send({ instructions, signers, version, withoutBudget, signal: stop.signal });
    } catch (cause) {
      const isUnanswered = cause instanceof LinesmanError && cause.number === CHAIN_NOT_REACHABLE;
      if (!isUnanswered || tries === 1 || stop.signal.aborted) throw cause;
      await sleep(RETRY);
      await send(planned, tries - 1);
    }
  };
  const sending = transactions.map(async (planned) => {
    try {
      await send(planned);
      onProgress?.(what, ++landed, transactions.length);
    } catch (cause) {
      failure ??= { cause };
      stop.abort();
    }
  });
  await Promise.all(sending);
  if (failure) throw failure.cause;
}

/**
 * The steps of setting up an oracle, in order, including completed ones. Only reads the chain. Errors: PROGRAM_DIFFERS;
 * DEPLOYMENT_DIFFERS when the configuration on chain names other keys or mints; PROGRAM_NOT_DEPLOYED;
 * NOT_UPGRADE_AUTHORITY when another upgrade authority must configure the program; UNUSABLE_MINT.
 */
export async function planOracle(options: OraclePlan): Promise<readonly SetUpStep[]> {
  const { chain, programs, program, roles, mints, rows, stock } = options;
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
  const version = await versionFor(chain, 'auto');
  const upload = program ? await planUpload(chain, program, roles.upgradeAuthority, version) : [];
  const isConfigured = await isThere(config);
  if (isConfigured) checkConfig(await fetchAccount(chain, oracleConfigAccount, config, oracle), parameters);
  else if (upload.every((step) => step.isThere))
    await checkUpgradeAuthority(chain, oracle, roles.upgradeAuthority.address);

  const stepOf = (
    name: SetUpStep['name'],
    what: readonly [doing: string, does: string],
    isDone: boolean,
    payer: KeyPair,
    instructions: readonly Instruction[],
    creates: readonly NewAccount[] = [],
    signers: readonly KeyPair[] = [],
  ): SetUpStep => ({
    name,
    what: what[0],
    isThere: isDone,
    payer,
    signers,
    transactions: isDone ? [] : [planned(version, what[1], payer.address, instructions)],
    creates: isDone ? [] : creates,
    returned: 0n,
  });

  const mintStep = async (
    name: 'service' | 'stablecoin',
    size: number,
    tokenProgram: Address,
    make: (issuer: Address) => readonly Instruction[],
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
    const authority = issuer.address;
    const mint = await newAccount(chain, {
      name: `mint of the ${what}`,
      address,
      owner: tokenProgram,
      size,
      authority,
      comesBack: null,
    });
    const instructions = [...createInstructions(mint, authority), ...make(authority)];
    const texts = [`creating the ${what}`, `create the ${what}`] as const;
    return [stepOf(what, texts, isMint, issuer, instructions, [mint], [given])];
  };
  const vaultOf = async (what: string, { vault, authority }: Treasury, owner: Address, size: number) =>
    (await isThere(vault))
      ? []
      : [
          await newAccount(chain, {
            name: `treasury of the ${what}`,
            address: vault,
            owner,
            size,
            authority,
            comesBack: null,
          }),
        ];
  const vaults = [
    ...(await vaultOf('service token', service, TOKEN_2022_PROGRAM_ID, TOKEN_2022_ACCOUNT_SIZE)),
    ...(await vaultOf('stablecoin', stablecoin, TOKEN_PROGRAM_ID, TOKEN_ACCOUNT_SIZE)),
  ];
  const configuration = await newAccount(chain, {
    name: 'configuration',
    address: config,
    owner: oracle,
    size: CONFIG_SIZE,
    authority: roles.admin.address,
    comesBack: null,
  });
  const prices = pricingMatrixAddress(oracle).address;
  const priceList = await newAccount(chain, {
    name: 'price list',
    address: prices,
    owner: oracle,
    size: pricingMatrixAccount.encode({ admin: roles.admin.address, rows: [...rows] }).length,
    authority: roles.admin.address,
    comesBack: 'to the admin who closes it (close_pricing_matrix)',
  });
  const isStocked = stock === 0n || (await tokenBalance(chain, service.vault)) > 0n;
  const initialize = initializeConfig.build(
    oracle,
    {
      authority: roles.upgradeAuthority.address,
      config,
      programData: programDataAddress(oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
    },
    { parameters },
  );
  return [
    ...upload,
    ...(await mintStep('service', MINT_WITH_STATE_SIZE, TOKEN_2022_PROGRAM_ID, (authority) => [
      freezeAccountsAtFirst(service.mint),
      initializeMint(service.mint, DECIMALS, authority, {
        tokenProgram: TOKEN_2022_PROGRAM_ID,
        // The treasury may freeze accounts, because service tokens must be spent on subscriptions only.
        freezeAuthority: service.authority,
      }),
    ])),
    ...(await mintStep('stablecoin', MINT_SIZE, TOKEN_PROGRAM_ID, (authority) => [
      initializeMint(stablecoin.mint, DECIMALS, authority),
    ])),
    stepOf(
      'configuration',
      ['configuring the oracle', 'write the configuration'],
      isConfigured,
      roles.upgradeAuthority,
      [initialize],
      [configuration],
    ),
    stepOf(
      'treasuries',
      ['creating the treasuries', 'create the treasuries'],
      vaults.length === 0,
      roles.admin,
      initializeTreasuryInstructions({ ...deployment, admin: roles.admin.address }),
      vaults,
    ),
    ...(issuer === undefined
      ? []
      : [
          stepOf(
            'stock',
            ['stocking the treasury with service tokens', `mint ${stock} base units of the service token`],
            isStocked,
            issuer,
            [mintTo(service.mint, service.vault, issuer.address, stock, TOKEN_2022_PROGRAM_ID)],
          ),
        ]),
    stepOf(
      'price list',
      ['writing the price list', `write the price list of ${rows.length} rows`],
      await isThere(prices),
      roles.admin,
      [initializePricingMatrixInstruction(oracle, roles.admin.address, rows)],
      [priceList],
    ),
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

/** Errors: PROGRAM_NOT_DEPLOYED, NOT_UPGRADE_AUTHORITY. */
async function checkUpgradeAuthority(chain: OraclePlan['chain'], oracle: Address, authority: Address): Promise<void> {
  const found = await upgradeAuthority(chain, oracle);
  if (found !== authority) fail(NOT_UPGRADE_AUTHORITY, { program: oracle, found, given: authority });
}

/** Who may upgrade a program; `null`: nobody any more. Errors: PROGRAM_NOT_DEPLOYED. */
export async function upgradeAuthority(chain: Pick<PlanChain, 'account'>, program: Address): Promise<Address | null> {
  const account = await chain.account(programDataAddress(program).address);
  const found = account === null ? undefined : authorityIn(account.data);
  return found === undefined ? fail(PROGRAM_NOT_DEPLOYED, { program }) : found;
}
