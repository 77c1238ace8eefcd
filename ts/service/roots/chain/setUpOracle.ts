import { setMaxListeners } from 'node:events';
import {
  CHAIN_NOT_REACHABLE,
  DEPLOYMENT_DIFFERS,
  fail,
  LAMPORTS_MISSING,
  LinesmanError,
  NOT_UPGRADE_AUTHORITY,
  UNUSABLE_MINT,
} from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import { fetchUpgradeAuthority } from '@linesman/sdk/internal/program/account/fetchUpgradeAuthority';
import { versionFor } from '@linesman/sdk/internal/program/transaction/compileFor';
import {
  type Address,
  configAddress,
  fetchOracleConfig,
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
  type ProgramIds,
  pricingMatrixAccount,
  pricingMatrixAddress,
  programDataAddress,
  type ServiceRow,
  type Signer,
  SYSTEM_PROGRAM_ID,
  sendTransaction,
  serviceTreasury,
  stablecoinTreasury,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  type Treasury,
  tokenBalance,
} from '@linesman/sdk/program';
import { base58 } from '@scure/base';
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
  readonly upgradeAuthority: Signer;
  readonly admin: Signer;
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
  /** The oracle program, which is deployed if it is not on chain yet. If left out, it must be on chain. */
  readonly program?: ProgramUpload;
  readonly roles: OracleRoles;
  readonly mints: OracleMints;
  readonly rows: readonly ServiceRow[];
  /** Initial base units of the service token in the treasury; 0 leaves the treasury unchanged. */
  readonly stock: bigint;
  /** Base units of the service token for 100 credits. */
  readonly creditPackPrice: bigint;
  /**
   * Seconds after the end of a slot in which the publisher may publish its root without the admin's signature, 600 to
   * 604,800; 0 = no bound.
   */
  readonly lateAfter: number;
}

export interface SetUpOptions extends OraclePlan {
  readonly chain: PlanChain & OutboxChain;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Called at each step with its description. */
  readonly onStep?: (what: string) => void;
  /** Called when one of several transactions of a step has landed, with the number that have landed. */
  readonly onProgress?: (what: string, landed: number, all: number) => void;
}

const DECIMALS = 6;

/** The maximum number of an upload's transactions in flight, and of those that the node has not answered yet. */
const IN_FLIGHT = 64;
const UNANSWERED = 8;
/** The number of attempts for a transaction of an upload while the node does not answer, and the ms in between. */
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
  await executeSteps(steps, options);
  const config = await fetchOracleConfig(options.chain, options.programs.oracle);
  checkConfig(config, parametersOf(options));
  return config;
}

/** What sending needs to know. */
export type Execution = Pick<SetUpOptions, 'chain' | 'programs' | 'sleep' | 'onStep' | 'onProgress'>;

/** The same for a part of a plan, or for the program alone: without a look at the configuration. */
export async function executeSteps(steps: readonly SetUpStep[], options: Execution): Promise<void> {
  await checkBalances(options.chain, costOf(steps));
  for (const step of steps) {
    if (step.transactions.length === 0) continue;
    options.onStep?.(step.what);
    await sendStep(step, options);
  }
}

/** With less, the deployment would stop half-way. An account that pays keeps its own rent. */
async function checkBalances(chain: PlanChain, costs: readonly PayerCost[]): Promise<void> {
  const own = BigInt(await chain.rent(0));
  for (const { payer, needed } of costs) {
    const found = await chain.lamports(payer);
    if (found < needed + own) fail(LAMPORTS_MISSING, { payer, found, needed: needed + own });
  }
}

async function sendStep(step: SetUpStep, { chain, programs, sleep, onProgress }: Execution): Promise<void> {
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
  // Each transaction adds a listener to the signal.
  setMaxListeners(0, stop.signal);
  let landed = 0;
  let failure: { readonly cause: unknown } | undefined;
  /** A node that did not answer has not received it, because nodes limit requests. */
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
  const { chain, programs, program, roles } = options;
  const version = await versionFor(chain, 'auto');
  const upload = program ? await planUpload(chain, program, roles.upgradeAuthority, version) : [];
  const deployment = { oracle: programs.oracle, config: parametersOf(options) };
  const planning: Planning = { ...options, version, deployment };
  const configuration = await configurationStep(planning);
  if (!configuration.isThere && upload.every((step) => step.isThere))
    await checkUpgradeAuthority(chain, programs.oracle, roles.upgradeAuthority.address);
  return [
    ...upload,
    ...(await serviceTokenSteps(planning)),
    ...(await stablecoinSteps(planning)),
    configuration,
    await treasuriesStep(planning),
    ...(await stockSteps(planning)),
    await priceListStep(planning),
  ];
}

/** The facts for planning every step. */
interface Planning extends OraclePlan {
  readonly version: PlannedTransaction['version'];
  readonly deployment: { readonly oracle: Address; readonly config: ReturnType<typeof parametersOf> };
}

/** A step of one transaction. */
interface OneTransaction {
  readonly name: SetUpStep['name'];
  /** The texts of the step while it runs, and of the transaction's effect. */
  readonly what: readonly [doing: string, does: string];
  readonly isThere: boolean;
  readonly payer: Signer;
  readonly instructions: readonly Instruction[];
  readonly creates?: readonly NewAccount[];
  readonly signers?: readonly Signer[];
}

function stepOf({ version }: Planning, step: OneTransaction): SetUpStep {
  const { name, what, isThere, payer, instructions, creates = [], signers = [] } = step;
  return {
    name,
    what: what[0],
    isThere,
    payer,
    signers,
    transactions: isThere ? [] : [planned(version, what[1], payer.address, instructions)],
    creates: isThere ? [] : creates,
    returned: 0n,
  };
}

/** An address that merely holds lamports is not an account yet. */
async function isAccount({ chain }: Planning, address: Address): Promise<boolean> {
  const account = await chain.account(address);
  return account !== null && account.data.length > 0;
}

/** Errors: DEPLOYMENT_DIFFERS. */
async function configurationStep(planning: Planning): Promise<SetUpStep> {
  const { chain, roles, deployment } = planning;
  const { oracle, config: parameters } = deployment;
  const config = configAddress(oracle).address;
  const isThere = await isAccount(planning, config);
  if (isThere) checkConfig(await fetchOracleConfig(chain, oracle), parameters);
  const accounts = {
    authority: roles.upgradeAuthority.address,
    config,
    programData: programDataAddress(oracle).address,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
  const account = await newAccount(chain, {
    name: 'configuration',
    address: config,
    owner: oracle,
    size: CONFIG_SIZE,
    authority: roles.admin.address,
    comesBack: null,
  });
  return stepOf(planning, {
    name: 'configuration',
    what: ['configuring the oracle', 'write the configuration'],
    isThere,
    payer: roles.upgradeAuthority,
    instructions: [initializeConfig.build(oracle, accounts, { parameters })],
    creates: [account],
  });
}

const serviceTokenSteps = (planning: Planning): Promise<SetUpStep[]> => {
  const { mint, authority: freezeAuthority } = serviceTreasury(planning.deployment);
  const tokenProgram = TOKEN_2022_PROGRAM_ID;
  return mintSteps(planning, 'service', MINT_WITH_STATE_SIZE, tokenProgram, (authority) => [
    freezeAccountsAtFirst(mint),
    // The treasury may freeze accounts, because service tokens must be spent on subscriptions only.
    initializeMint(mint, DECIMALS, authority, { tokenProgram, freezeAuthority }),
  ]);
};

const stablecoinSteps = (planning: Planning): Promise<SetUpStep[]> =>
  mintSteps(planning, 'stablecoin', MINT_SIZE, TOKEN_PROGRAM_ID, (authority) => [
    initializeMint(stablecoinTreasury(planning.deployment).mint, DECIMALS, authority),
  ]);

/** Errors: UNUSABLE_MINT. */
async function mintSteps(
  planning: Planning,
  name: 'service' | 'stablecoin',
  size: number,
  tokenProgram: Address,
  make: (issuer: Address) => readonly Instruction[],
): Promise<SetUpStep[]> {
  const { chain, mints } = planning;
  const { [name]: given, issuer } = mints;
  const address = addressOfMint(given);
  const account = await chain.account(address);
  const isMint = account !== null && account.data.length >= MINT_SIZE && account.owner === tokenProgram;
  const what = name === 'service' ? 'service token' : 'stablecoin';
  if (account !== null && account.data.length > 0 && !isMint)
    return fail(UNUSABLE_MINT, { problem: 'other program', what, address, tokenProgram });
  if (typeof given === 'string' || !issuer)
    return isMint ? [] : fail(UNUSABLE_MINT, { problem: 'missing', what, address });
  const authority = issuer.address;
  const mint = await newAccount(chain, {
    name: `mint of the ${what}`,
    address,
    owner: tokenProgram,
    size,
    authority,
    comesBack: null,
  });
  const step = stepOf(planning, {
    name: what,
    what: [`creating the ${what}`, `create the ${what}`],
    isThere: isMint,
    payer: issuer,
    instructions: [...createInstructions(mint, authority), ...make(authority)],
    creates: [mint],
    signers: [given],
  });
  return [step];
}

async function treasuriesStep(planning: Planning): Promise<SetUpStep> {
  const { chain, roles, deployment } = planning;
  const missing = async (what: string, { vault, authority }: Treasury, owner: Address, size: number) => {
    const name = `treasury of the ${what}`;
    const account = { name, address: vault, owner, size, authority, comesBack: null };
    return (await isAccount(planning, vault)) ? [] : [await newAccount(chain, account)];
  };
  const [service, stablecoin] = [serviceTreasury(deployment), stablecoinTreasury(deployment)];
  const vaults = [
    ...(await missing('service token', service, TOKEN_2022_PROGRAM_ID, TOKEN_2022_ACCOUNT_SIZE)),
    ...(await missing('stablecoin', stablecoin, TOKEN_PROGRAM_ID, TOKEN_ACCOUNT_SIZE)),
  ];
  return stepOf(planning, {
    name: 'treasuries',
    what: ['creating the treasuries', 'create the treasuries'],
    isThere: vaults.length === 0,
    payer: roles.admin,
    instructions: initializeTreasuryInstructions({ ...deployment, admin: roles.admin.address }),
    creates: vaults,
  });
}

async function stockSteps(planning: Planning): Promise<SetUpStep[]> {
  const { chain, stock, deployment, mints } = planning;
  const { issuer } = mints;
  if (issuer === undefined) return [];
  const { mint, vault } = serviceTreasury(deployment);
  const step = stepOf(planning, {
    name: 'stock',
    what: ['stocking the treasury with service tokens', `mint ${stock} base units of the service token`],
    isThere: stock === 0n || (await tokenBalance(chain, vault)) > 0n,
    payer: issuer,
    instructions: [mintTo(mint, vault, issuer.address, stock, TOKEN_2022_PROGRAM_ID)],
  });
  return [step];
}

async function priceListStep(planning: Planning): Promise<SetUpStep> {
  const { chain, rows, deployment, roles } = planning;
  const { oracle } = deployment;
  const { address: admin } = roles.admin;
  const { address } = pricingMatrixAddress(oracle);
  const account = await newAccount(chain, {
    name: 'price list',
    address,
    owner: oracle,
    size: pricingMatrixAccount.encode({ admin, rows: [...rows] }).length,
    authority: admin,
    comesBack: 'to the admin who closes it (close_pricing_matrix)',
  });
  return stepOf(planning, {
    name: 'price list',
    what: ['writing the price list', `write the price list of ${rows.length} rows`],
    isThere: await isAccount(planning, address),
    payer: roles.admin,
    instructions: [initializePricingMatrixInstruction(oracle, admin, rows)],
    creates: [account],
  });
}

const addressOfMint = (mint: KeyPair | Address): Address => (typeof mint === 'string' ? mint : mint.address);

const parametersOf = ({ roles, mints, creditPackPrice, lateAfter }: OraclePlan) => ({
  admin: roles.admin.address,
  publisher: roles.publisher,
  backendAdmin: roles.backendAdmin,
  oracleKey: roles.oracleKey,
  nextOracleKey: new Uint8Array(32),
  serviceMint: addressOfMint(mints.service),
  stablecoinMint: addressOfMint(mints.stablecoin),
  creditPackPrice,
  lateAfter,
});

type Expected = Pick<
  OracleConfig,
  'admin' | 'publisher' | 'backendAdmin' | 'oracleKey' | 'nextOracleKey' | 'serviceMint' | 'stablecoinMint'
>;

/**
 * With keys other than the deployment's, everything that the service publishes, quotes or signs would be refused on
 * chain.
 */
function checkConfig(found: OracleConfig, expected: Expected): void {
  for (const name of ['admin', 'publisher', 'backendAdmin', 'serviceMint', 'stablecoinMint'] as const)
    if (found[name] !== expected[name]) fail(DEPLOYMENT_DIFFERS, { name, onChain: found[name], ours: expected[name] });
  // During a key rotation the next key may already sign.
  if (![found.oracleKey, found.nextOracleKey].some((key) => equalBytes(key, expected.oracleKey)))
    fail(DEPLOYMENT_DIFFERS, { oracleKey: base58.encode(expected.oracleKey) });
}

/** Errors: PROGRAM_NOT_DEPLOYED, NOT_UPGRADE_AUTHORITY. */
async function checkUpgradeAuthority(chain: OraclePlan['chain'], oracle: Address, authority: Address): Promise<void> {
  const found = await fetchUpgradeAuthority(chain, oracle);
  if (found !== authority) fail(NOT_UPGRADE_AUTHORITY, { program: oracle, found, given: authority });
}
