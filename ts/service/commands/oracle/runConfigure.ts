import { EXIT, json, type Row, showTable, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { programsOfFlags } from '@linesman/keeper/internal/commands/deploymentOf';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { fail, OPTION_NEEDED } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import {
  type Address,
  acceptAdmin as acceptAdminInstruction,
  addressBytes,
  addressOf,
  type ConfigUpdate,
  configAddress,
  fetchOracleConfig,
  type Instruction,
  type KeyPair,
  type OracleConfig,
  type ProgramIds,
  proposeAdmin,
  sendTransaction,
  UNCHANGED_CONFIG,
  updateConfig,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import { refuseSeeds } from '../../edge/auth/seeds.js';
import type { ConfigureFlags } from './configure.js';
import { checkRole, vaultOf, writeForVault } from './forVault.js';

/** The fields that can be shown and changed; the mints are fixed with the treasuries. */
const FIELDS = [
  'admin',
  'pendingAdmin',
  'publisher',
  'backendAdmin',
  'oracleKey',
  'nextOracleKey',
  'serviceMint',
  'stablecoinMint',
  'creditPackPrice',
  'lateAfter',
] as const;
type Field = (typeof FIELDS)[number];
type Value = Address | Uint8Array | bigint | number;

const NONE = new Uint8Array(32);

/** The options that take a public key, and so could get a seed. */
const KEY_OPTIONS: readonly (readonly [Field, string])[] = [
  ['publisher', '--publisher'],
  ['backendAdmin', '--backend-admin'],
  ['oracleKey', '--oracle-key'],
  ['nextOracleKey', '--next-oracle-key'],
  ['pendingAdmin', '--propose-admin'],
];

/**
 * Prints the configuration of an oracle, or its changes. Returns the exit code. Errors: OPTION_NEEDED,
 * OPTION_NOT_APPLICABLE, and those of `writeForVault` for --for;
 * INVALID_SERVICE_KEY for a seed given as a public key; INVALID_KEYPAIR_FILE;
 * ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT and CHAIN_NOT_REACHABLE when the configuration cannot be read; those of
 * `sendTransaction` when the program refuses a change.
 */
export async function runConfigure(flags: ConfigureFlags, terminal: Terminal): Promise<number> {
  const programs = programsOfFlags(flags);
  const wanted = wantedOf(flags);
  const { acceptAdmin } = flags;
  const acceptFile = typeof acceptAdmin === 'string' ? acceptAdmin : undefined;
  const vault = vaultOf(flags, { admin: flags.admin, acceptAdmin: acceptFile });
  if (vault === undefined && acceptAdmin === true)
    fail(OPTION_NEEDED, { problem: 'not alone', option: '--accept-admin', needed: ['the file of a key pair'] });
  if (vault !== undefined && acceptAdmin === undefined && Object.keys(wanted).length === 0)
    fail(OPTION_NEEDED, { problem: 'not alone', option: '--for', needed: ['a change'] });
  const admin = flags.admin === undefined ? undefined : signerOf(flags.admin, flags, terminal);
  const nextAdmin = acceptFile === undefined ? undefined : signerOf(acceptFile, flags, terminal);
  const chain = openChain(flags);
  const config = await fetchOracleConfig(chain, programs.oracle);
  const known: Value[] = [
    ...Object.values(pick(config, FIELDS)),
    ...[admin, nextAdmin].flatMap((one) => one?.address ?? []),
  ];
  refuseSeeds(
    KEY_OPTIONS.flatMap(([field, what]) => keysIn([wanted[field]]).map((bytes) => ({ what, bytes }))),
    keysIn(known),
  );
  const changes = FIELDS.filter((field) => wanted[field] !== undefined && !same(config[field], wanted[field]));
  const accepting = vault && acceptAdmin ? vault.address : nextAdmin?.address;
  const accepts = accepting !== undefined && accepting !== config.admin;
  if (vault && changes.length > 0) checkRole(vault, 'admin', config.admin);
  if (vault && accepts) checkRole(vault, 'proposed admin', config.pendingAdmin);
  if (changes.length > 0 && admin === undefined && vault === undefined)
    fail(OPTION_NEEDED, { problem: 'no admin', changes, admin: config.admin });

  const changing = (by: Address): Instruction[] => instructionsOf(programs, by, pick(wanted, changes));
  const acceptance = (newAdmin: Address): Instruction =>
    acceptAdminInstruction.build(programs.oracle, { newAdmin, config: configAddress(programs.oracle).address }, {});
  if (!flags.dryRun && vault === undefined) {
    const send = (payer: KeyPair, ...instructions: Instruction[]): Promise<unknown> =>
      whileWaiting(terminal, 'the transaction', () =>
        sendTransaction({ chain, programs, payer, instructions, sleep: wait }),
      );
    if (admin && changes.length > 0) await send(admin, ...changing(admin.address));
    if (accepts && nextAdmin) await send(nextAdmin, acceptance(nextAdmin.address));
  }
  const after: Record<Field, Value> = { ...pick(config, FIELDS), ...pick(wanted, changes) };
  if (accepts) Object.assign(after, { admin: accepting, pendingAdmin: ZERO_ADDRESS });
  if (!flags.json) showTable(terminal, rowsOf(vault !== undefined || !!flags.dryRun, config, after));
  const forVault =
    vault &&
    writeForVault(
      vault,
      [
        ...(changes.length > 0 ? [{ what: 'change the configuration', instructions: changing(vault.address) }] : []),
        ...(accepts ? [{ what: 'become the admin', instructions: [acceptance(vault.address)] }] : []),
      ],
      flags,
      terminal,
    );
  if (flags.json) terminal.out(json({ ...documentOf(flags, programs, config, after), ...(forVault && { forVault }) }));
  return EXIT.valid;
}

function wantedOf(flags: ConfigureFlags): Partial<Record<Field, Value>> {
  const { publisher, backendAdmin, oracleKey, nextOracleKey, creditPackPrice, lateAfter } = flags;
  const { proposeAdmin: proposed } = flags;
  return {
    ...(publisher !== undefined && { publisher }),
    ...(backendAdmin !== undefined && { backendAdmin }),
    ...(oracleKey !== undefined && { oracleKey }),
    ...(nextOracleKey !== undefined && { nextOracleKey: nextOracleKey ?? NONE }),
    ...(creditPackPrice !== undefined && { creditPackPrice }),
    ...(lateAfter !== undefined && { lateAfter }),
    ...(proposed !== undefined && { pendingAdmin: proposed ?? ZERO_ADDRESS }),
  };
}

function instructionsOf(
  programs: ProgramIds,
  admin: Address,
  { pendingAdmin, ...changed }: Partial<Record<Field, Value>>,
): Instruction[] {
  const accounts = { admin, config: configAddress(programs.oracle).address };
  return [
    ...(Object.keys(changed).length > 0
      ? [updateConfig.build(programs.oracle, accounts, { update: { ...UNCHANGED_CONFIG, ...changed } as ConfigUpdate })]
      : []),
    ...(pendingAdmin ? [proposeAdmin.build(programs.oracle, accounts, { newAdmin: pendingAdmin as Address })] : []),
  ];
}

const same = (one: Value, other: Value | undefined): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array ? equalBytes(one, other) : one === other;

/** Keys in Base58, like addresses. */
function textOf(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return value === 0 ? 'none' : String(value);
  const key = value instanceof Uint8Array ? addressOf(value) : value;
  return key === ZERO_ADDRESS ? 'none' : key;
}

const keysIn = (values: readonly (Value | undefined)[]): Uint8Array[] =>
  values.flatMap((value) => {
    if (value instanceof Uint8Array) return [value];
    return typeof value === 'string' ? [addressBytes(value)] : [];
  });

const pick = <T extends Partial<Record<Field, Value>>, Name extends Field>(
  all: T,
  names: readonly Name[],
): Pick<T, Name> => Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, Name>;

const rowsOf = (isPlanned: boolean, before: OracleConfig, after: Record<Field, Value>): readonly Row[] =>
  FIELDS.map((field) => {
    const [was, is] = [textOf(before[field]), textOf(after[field])];
    return [field, was === is ? is : `${is}  (${isPlanned ? 'now' : 'was'} ${was})`] as const;
  });

const documentOf = (
  { dryRun }: ConfigureFlags,
  { oracle }: ProgramIds,
  before: OracleConfig,
  after: Record<Field, Value>,
): object => ({
  dryRun: !!dryRun,
  oracle,
  configuration: Object.fromEntries(FIELDS.map((field) => [field, textOf(after[field])])),
  changed: FIELDS.filter((field) => !same(before[field], after[field])),
});
