import { readFileSync } from 'node:fs';
import {
  EXIT,
  errnoOf,
  flagOf,
  json,
  progressTo,
  type Row,
  readJsonOption,
  rows,
  sayPayer,
  showTable,
  type Terminal,
  whileWaiting,
} from '@linesman/cli';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import {
  FILE_NOT_READABLE,
  fail,
  KEY_MISSING,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
  PROGRAM_KEY_DIFFERS,
  terminalText,
} from '@linesman/sdk/error';
import { securityText } from '@linesman/sdk/internal/node/securityText';
import { findProgramData } from '@linesman/sdk/internal/program/account/programData';
import { ACCOUNT_OVERHEAD } from '@linesman/sdk/internal/program/network/changes';
import { featureText } from '@linesman/sdk/internal/program/network/featureState';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import { versionFor } from '@linesman/sdk/internal/program/transaction/compileFor';
import { readKeypair } from '@linesman/sdk/node';
import {
  type Address,
  addressBytes,
  configAddress,
  type KeyPair,
  LOCALNET_PROGRAM_IDS,
  type ProgramIds,
  type RpcNode,
  type SendingChain,
  type ServiceRow,
  type Signer,
  serviceTreasury,
  stablecoinTreasury,
} from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import { DEFAULT_PRICING } from '../../roots/chain/pricing.js';
import { fetchLoader, formatFor, refusalOf } from '../../roots/chain/programFormat.js';
import {
  type Execution,
  executePlan,
  executeSteps,
  type OraclePlan,
  planOracle,
} from '../../roots/chain/setUpOracle.js';
import { planned, type SetUpStep } from '../../roots/chain/setUpStep.js';
import { shippedProgramAt } from '../../roots/chain/shippedProgram.js';
import { type ProgramUpload, planUpload } from '../../roots/chain/uploadProgram.js';
import { KeyFolder, type PairName } from '../../serve/keyFolder.js';
import type { DeployFlags } from './deploy.js';
import { type DeployReport, planJson, planText } from './deployReport.js';
import { type Vault, vaultOf, writeForVault } from './forVault.js';

/**
 * Sets up an oracle program on a cluster, or puts the settlement program there, or upgrades either, and reports which
 * parts were created and which existed. Returns the exit code.
 *
 * Errors: FILE_NOT_READABLE; INVALID_KEYPAIR_FILE, INVALID_ORACLE_KEY and INVALID_SERVICE_KEY for keys, KEY_MISSING for
 * --make-keys, PROGRAM_KEY_DIFFERS for --program, OPTION_NEEDED and OPTION_NOT_APPLICABLE for the settlement program
 * and upgrades, CHAIN_NOT_REACHABLE; those of `planOracle`, `planUpload` and `executePlan` and, for --for, of `vaultOf`
 * and `writeForVault`.
 */
export async function runDeploy(flags: DeployFlags, terminal: Terminal): Promise<number> {
  const chain = openChain(flags);
  const program = programOf(flags);
  if (program && flags.program === undefined) terminal.err(`${SHIPPED}\n`);
  await warnOfFormat(chain, program, terminal);
  const what =
    flags.kind === 'settlement' || flags.upgrade
      ? programAlone(flags, chain, program)
      : await oracleOf(flags, chain, program);
  const { programs, made, madeUp } = what;
  const { vault } = what;
  const steps = (await whileWaiting(terminal, 'the chain', what.plan)).map((step) => asWritten(step, vault));
  const isTheirs = ({ payer, transactions }: SetUpStep): boolean =>
    payer.address === vault?.address && transactions.length > 0;
  const first = steps.findIndex(isTheirs);
  const ours = first < 0 ? steps : steps.slice(0, first);
  const payers = [...new Set(steps.flatMap(({ isThere, payer }) => (isThere ? [] : [payer.address])))];
  // A placeholder address pays nothing.
  for (const payer of payers) if (!madeUp.has(payer) && payer !== vault?.address) sayPayer(payer, flags, terminal);
  // The plan from before the execution, because the output reports what was done.
  const report = await reportOf(chain, steps, payers, what.unknown);
  if (!flags.dryRun) {
    const progress = progressTo(terminal);
    await what.execute(ours, {
      chain,
      programs,
      sleep: wait,
      ...(terminal.isWatched && { onStep: (doing: string) => terminal.err(`${doing}\n`) }),
      onProgress: (doing, landed, all) => progress(() => `${doing}: ${landed} of ${all} transactions`, landed === all),
    });
  }
  const would = flags.dryRun ? 'would be ' : '';
  const states = steps.map((step) => {
    const { name, isThere, transactions } = step;
    if (isTheirs(step)) return { name, state: 'for the vault to sign' };
    if (!isThere && !ours.includes(step)) return { name, state: 'left until the vault has signed' };
    // An earlier run has written a part of it.
    const isPartly = !isThere && name === 'program bytes' && isResumed(steps);
    const done = would + (flags.upgrade && name === 'program' ? 'upgraded' : 'made');
    return { name, state: isThere ? 'there' : isPartly ? `${done}, ${transactions.length} writes left` : done };
  });
  const contacts = program && contactsIn(program.files);
  const cluster = flags.dryRun ? await clusterOf(chain, steps.some(isUpload) ? program : undefined) : [];
  const written = steps.filter(isTheirs).flatMap(({ transactions }) => transactions);
  if (flags.json) {
    const forVault = vault && writeForVault(vault, written, flags, terminal);
    const about = {
      dryRun: !!flags.dryRun,
      [flags.kind]: programs[flags.kind],
      ...(contacts !== undefined && { contacts }),
      ...(flags.dryRun && { cluster: Object.fromEntries(cluster) }),
    };
    terminal.out(
      json({ ...about, keysMade: made, steps: states, plan: planJson(report), ...(forVault && { forVault }) }),
    );
    return EXIT.valid;
  }
  const list = [
    ...made.map((file) => [file, 'made'] as const),
    ...states.map(({ name, state }) => [name, state] as const),
    ...(contacts === undefined
      ? []
      : [['weaknesses to', terminalText(contacts ?? 'no one: no security.txt')] as const]),
  ];
  showTable(terminal, list);
  if (flags.dryRun) terminal.out(`\n${rows(cluster)}${planText(report)}`);
  if (vault) writeForVault(vault, written, flags, terminal);
  return EXIT.valid;
}

/** A vault's transactions are planned as they are written. */
const asWritten = (step: SetUpStep, vault: Vault | undefined): SetUpStep =>
  step.payer.address !== vault?.address
    ? step
    : {
        ...step,
        transactions: step.transactions.map(({ what, instructions }) =>
          planned(0, what, step.payer.address, instructions, true),
        ),
      };

/**
 * In a plan, a vault stands where a key signs; its steps are written and not sent. So does the address of a program
 * that is upgraded, which signs nothing.
 */
const signsElsewhere = ({ address }: Pick<Signer, 'address'>): Signer => ({
  address,
  sign: () => {
    throw new Error(`${address} signs elsewhere`);
  },
});

/** What is deployed. */
interface Deployed {
  readonly programs: ProgramIds;
  /** Files of keys that this run has made. */
  readonly made: readonly string[];
  /** The file names of keys that a run would make, by placeholder address. */
  readonly madeUp: ReadonlyMap<Address, string>;
  /** The same with the addresses that follow from them. */
  readonly unknown: ReadonlyMap<Address, string>;
  /** The admin, if it signs elsewhere. */
  readonly vault?: Vault | undefined;
  readonly plan: () => Promise<readonly SetUpStep[]>;
  readonly execute: (steps: readonly SetUpStep[], how: Execution) => Promise<unknown>;
}

const ORACLE_ONLY = [
  ...(['rows', 'serviceMint', 'stablecoinMint', 'stock', 'creditPackPrice', 'lateAfter'] as const),
  ...(['makeKeys', 'for', 'out'] as const),
];

/** Errors: OPTION_NEEDED, OPTION_NOT_APPLICABLE; INVALID_KEYPAIR_FILE. */
function programAlone(flags: DeployFlags, chain: RpcNode, program: ProgramUpload | undefined): Deployed {
  const { kind, upgrade } = flags;
  const other = upgrade ? '--upgrade' : 'settlement';
  const only = upgrade ? 'a first deployment' : 'an oracle';
  for (const key of kind === 'settlement' ? (['oracle', ...ORACLE_ONLY] as const) : ORACLE_ONLY)
    if (flags[key] !== undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option: flagOf(key), for: only, other });
  if (!program) return fail(OPTION_NEEDED, { problem: 'not alone', option: other, needed: ['--program-key'] });
  const authority = new KeyFolder(flags.keys).pair('upgradeAuthority');
  return {
    programs: { ...LOCALNET_PROGRAM_IDS, [kind]: program.key.address },
    made: [],
    madeUp: new Map(),
    unknown: new Map(),
    plan: async () => planUpload(chain, program, authority, await versionFor(chain, 'auto')),
    execute: executeSteps,
  };
}

async function oracleOf(flags: DeployFlags, chain: RpcNode, program: ProgramUpload | undefined): Promise<Deployed> {
  const oracle = flags.oracle ?? program?.key.address ?? LOCALNET_PROGRAM_IDS.oracle;
  const { serviceMint, stablecoinMint, stock = STOCK, creditPackPrice = PACK_PRICE, lateAfter = LATE_AFTER } = flags;
  const vault = vaultOf(flags, {});
  const isUpgrader = vault !== undefined && (await isUpgradeAuthority(chain, oracle, vault.address));
  const given = { serviceMint, stablecoinMint, admin: vault?.address };
  const rows = flags.rows === undefined ? DEFAULT_PRICING : readRows(flags.rows);
  const folder = new KeyFolder(flags.keys);
  // No flag creates this key, and the plan needs it.
  if (flags.dryRun && !isUpgrader) folder.pair('upgradeAuthority');
  if (flags.makeKeys) await refuseNewKeys(chain, oracle, folder.missing(notNeeded(given)));
  const made = flags.makeKeys && !flags.dryRun ? folder.complete(notNeeded(given)) : [];
  const keys = flags.makeKeys && flags.dryRun ? folder.completed(notNeeded(given)) : folder;
  const mint = (name: 'serviceMint' | 'stablecoinMint'): KeyPair | Address => given[name] ?? keys.pair(name);
  const plan: OraclePlan = {
    chain,
    programs: { ...LOCALNET_PROGRAM_IDS, oracle },
    ...(program && { program }),
    roles: {
      upgradeAuthority: isUpgrader ? signsElsewhere(vault) : keys.pair('upgradeAuthority'),
      admin: vault ? signsElsewhere(vault) : keys.pair('admin'),
      publisher: keys.pair('publisher').address,
      backendAdmin: keys.pair('backendAdmin').address,
      oracleKey: keys.oraclePublicKey(),
    },
    mints: {
      service: mint('serviceMint'),
      stablecoin: mint('stablecoinMint'),
      ...(!(given.serviceMint && given.stablecoinMint) && { issuer: keys.pair('issuer') }),
    },
    rows,
    // Only the issuer of a token can fill the treasury with it.
    stock: given.serviceMint ? 0n : stock,
    creditPackPrice,
    lateAfter,
  };
  return {
    programs: plan.programs,
    made,
    madeUp: keys.madeUp,
    unknown: unknownIn(keys.madeUp, plan),
    vault,
    plan: () => planOracle(plan),
    // What a vault signs is not on chain yet.
    execute: vault ? executeSteps : (steps, how) => executePlan(steps, { ...plan, ...how }),
  };
}

const isUpgradeAuthority = async (chain: RpcNode, program: Address, authority: Address): Promise<boolean> =>
  (await findProgramData(chain, program))?.upgradeAuthority === authority;

/** Base units of the service token in a new treasury, and for 100 credits. */
const STOCK = 1_000_000_000_000_000n;
const PACK_PRICE = 5_000_000n;
/** Seconds. */
const LATE_AFTER = 21_600;

/** The contact for vulnerabilities that the program names; `null` if it does not name one. */
const contactsIn = ([program = new Uint8Array()]: readonly Uint8Array[]): string | null =>
  securityText(program)?.contacts ?? null;

const ELF = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46);

const isUpload = ({ name, isThere }: SetUpStep): boolean => name === 'program' && !isThere;

/** What the plan depends on and the cluster may change, as `linesman check-chain` shows it. */
async function clusterOf(chain: RpcNode, program: ProgramUpload | undefined): Promise<Row[]> {
  const loader = await fetchLoader(chain);
  const format = program && formatFor(loader, program.files, program.sbpf);
  return [
    ...(format ? [['format', `SBPF v${sbpfOf(format)}, ${format.length} bytes`] as const] : []),
    ['rent', `${(await chain.rent(0)) / ACCOUNT_OVERHEAD} lamports a byte`],
    ...loader.map((feature) => [feature.number, featureText(feature)] as const),
  ];
}

/** A format that was told for is deployed; only the cluster can refuse it then, after its rent was paid. */
async function warnOfFormat(chain: RpcNode, program: ProgramUpload | undefined, terminal: Terminal): Promise<void> {
  if (program?.sbpf === undefined) return;
  const loader = await fetchLoader(chain);
  const why = refusalOf(loader, formatFor(loader, program.files, program.sbpf));
  if (why !== null) terminal.err(`--sbpf ${program.sbpf} overrides the check, but ${why}: the loader will refuse.\n`);
}

const SHIPPED =
  'The program of this package is used, with the address of --program-key instead of its own: for a trial, ' +
  'because no one can build these bytes from the source. For everything else, build it and pass --program.';

/**
 * The program to put on chain. Errors: OPTION_NEEDED, FILE_NOT_READABLE, INVALID_KEYPAIR_FILE; PROGRAM_KEY_DIFFERS,
 * because a program at another address than the declared one refuses every instruction, after its rent was paid.
 */
function programOf(flags: DeployFlags): ProgramUpload | undefined {
  const { kind, program: paths, sbpf: told, programKey, oracle, upgrade } = flags;
  const isByAddress = programKey === undefined && upgrade && paths !== undefined && oracle !== undefined;
  if (programKey === undefined && !isByAddress) {
    if (told !== undefined)
      return fail(OPTION_NEEDED, { problem: 'not alone', option: '--sbpf', needed: ['--program-key'] });
    if (paths === undefined) return undefined;
    return fail(OPTION_NEEDED, { problem: 'not alone', option: '--program', needed: ['--program-key'] });
  }
  const given = paths?.map((file) => ({ file, bytes: readProgram(file) }));
  const key = isByAddress ? signsElsewhere({ address: oracle }) : readKeypair(programKey ?? '');
  if (oracle !== undefined && oracle !== key.address)
    fail(PROGRAM_KEY_DIFFERS, { problem: 'other address', key: key.address, oracle });
  const how = { key, isUpgrade: !!upgrade, ...(told !== undefined && { sbpf: Number(told) }) };
  if (given === undefined)
    return { ...how, files: ([3, 0] as const).map((one) => shippedProgramAt(key.address, kind, one)) };
  for (const { file, bytes } of given) {
    if (isOtherKind(bytes, kind)) fail(PROGRAM_KEY_DIFFERS, { problem: 'other kind', kind, file });
    if (bytes.indexOf(addressBytes(key.address)) < 0)
      fail(PROGRAM_KEY_DIFFERS, { problem: 'not declared', key: key.address, file });
  }
  return { ...how, files: given.map(({ bytes }) => bytes) };
}

/** The names of source files in a program's texts tell it; a program without any is taken for what it is given as. */
function isOtherKind(program: Buffer, kind: DeployFlags['kind']): boolean {
  const isOf = (one: DeployFlags['kind']): boolean => program.includes(`programs/${one}/src/`);
  return isOf(kind === 'oracle' ? 'settlement' : 'oracle') && !isOf(kind);
}

/** Errors: FILE_NOT_READABLE. */
function readProgram(file: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  if (bytes.subarray(0, ELF.length).equals(ELF)) return bytes;
  return fail(FILE_NOT_READABLE, {
    problem: 'wrong content',
    file,
    option: '--program',
    what: 'it',
    expected: 'a compiled program (.so)',
  });
}

const isResumed = (steps: readonly SetUpStep[]): boolean =>
  steps.some(({ name, isThere }) => name === 'program buffer' && isThere);

async function reportOf(
  chain: Pick<RpcNode, 'lamports' | 'rent'>,
  steps: readonly SetUpStep[],
  payers: readonly Address[],
  unknown: ReadonlyMap<Address, string>,
): Promise<DeployReport> {
  const balances = new Map<Address, bigint>();
  for (const payer of payers) balances.set(payer, await chain.lamports(payer));
  return { steps, balances, least: BigInt(await chain.rent(0)), unknown };
}

/** Keys that do not exist yet, with the treasuries of their mints. */
function unknownIn(
  madeUp: ReadonlyMap<Address, string>,
  { programs: { oracle }, mints }: OraclePlan,
): ReadonlyMap<Address, string> {
  const unknown = new Map(madeUp);
  const addressOf = (mint: KeyPair | Address): Address => (typeof mint === 'string' ? mint : mint.address);
  const [serviceMint, stablecoinMint] = [addressOf(mints.service), addressOf(mints.stablecoin)];
  const deployment = { oracle, config: { serviceMint, stablecoinMint } };
  for (const { mint, vault } of [serviceTreasury(deployment), stablecoinTreasury(deployment)]) {
    const from = madeUp.get(mint);
    if (from !== undefined) unknown.set(vault, from);
  }
  return unknown;
}

/** Refuses to create keys for an oracle that is already configured. Errors: KEY_MISSING, CHAIN_NOT_REACHABLE. */
async function refuseNewKeys(chain: SendingChain, oracle: Address, missing: readonly string[]): Promise<void> {
  if (missing.length === 0 || (await chain.account(configAddress(oracle).address)) === null) return;
  fail(KEY_MISSING, { missing, oracle });
}

/**
 * Does not create an upgrade authority, which must be the one that deployed the program, nor an issuer for existing
 * tokens.
 */
const notNeeded = (
  given: Readonly<Record<'serviceMint' | 'stablecoinMint' | 'admin', Address | undefined>>,
): PairName[] => [
  'upgradeAuthority',
  'wallet',
  ...(given.admin ? (['admin'] as const) : []),
  ...(given.serviceMint ? (['serviceMint'] as const) : []),
  ...(given.stablecoinMint ? (['stablecoinMint'] as const) : []),
  ...(given.serviceMint && given.stablecoinMint ? (['issuer'] as const) : []),
];

const FIELDS = {
  rowId: [0, 0xffff],
  samplingIntervalSec: [0, 0xffff_ffff],
  leagueBundleId: [-0x8000, 0x7fff],
  marketBundleId: [-0x8000, 0x7fff],
} as const;

function readRows(file: string): ServiceRow[] {
  const wrong = (what: string, expected: string): never =>
    fail(FILE_NOT_READABLE, { problem: 'wrong content', file, option: '--rows', what, expected });
  const list = readJsonOption('--rows', file) as Record<string, unknown>[];
  if (!Array.isArray(list) || list.length === 0) return wrong('it', 'a list of rows');
  return list.map((row, i) => {
    const number = (name: keyof typeof FIELDS): number => {
      const value = row?.[name];
      const [least, most] = FIELDS[name];
      if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
      return wrong(`${name} of row ${i}`, `an integer from ${least} to ${most}`);
    };
    const price = String(row?.pricePerWeekToken);
    if (!/^\d{1,19}$/.test(price)) wrong(`pricePerWeekToken of row ${i}`, 'a number of tokens');
    return {
      rowId: number('rowId'),
      pricePerWeekToken: BigInt(price),
      samplingIntervalSec: number('samplingIntervalSec'),
      leagueBundleId: number('leagueBundleId'),
      marketBundleId: number('marketBundleId'),
    };
  });
}
