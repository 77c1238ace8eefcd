import * as code from '../codes/operation.js';
import { clipped, quoted } from '../quoted.js';
import { archiveConflictText, archiveDamagedText, chainDiffersText, dayNotSealedText } from './archiveFaults.js';
import { type ErrorText, problems, text, wordsWith } from './text.js';

export interface EmbeddedChainContext {
  /** The package with the chain for this platform; null where none exists. */
  readonly package: string | null;
  /** As Node names them: `linux x64`. */
  readonly platform: string;
  readonly platforms: readonly string[];
}

const NO_SUCH_STREAM = 'Create the stream with the subject of the records, and check the names.';
/** A consumer stores how far records were read, and is deleted with its stream. */
const GONE =
  'Start again once the stream exists. A lost consumer is created again, as with a new --durable: it reads ' +
  'everything that the stream still contains, and stored records count as repeated. Send again what a lost stream ' +
  'contained.';

/** Texts of ../codes/operation.ts. */
export const OPERATION_TEXTS = {
  [code.SERVICE_RUNNING]: text(
    'Another service already accepts records on that socket.',
    'Stop the service that runs in the folder, or use another folder.',
    'Another service already accepts records on {path:clipped}.',
  ),
  [code.SERVICE_NOT_RUNNING]: text(
    'No service is running in the folder.',
    'Start `linesman serve`, or pass --store.',
    serviceNotRunningText,
  ),
  [code.STORE_IN_USE]: text(
    'The store is in use by a running service.',
    'Send the records through the service: --data <folder>.',
    ['A running service has {store:clipped} open.', 'Send the records through the service: --data {data:clipped}.'],
  ),
  [code.INTAKE_LOST]: text(
    'The connection to the service broke before every record was answered.',
    'Send the same records again: stored ones count as repeated.',
    ({ answer }: { readonly answer?: string }) =>
      answer === undefined ? {} : `The service sent ${quoted(answer)}, which is not an answer to a record.`,
  ),
  [code.STORE_NOT_REACHABLE]: text(
    'The records cannot be stored.',
    'Check the database, then send the same records again: stored ones count as repeated.',
    ({ reason }: { readonly reason?: string | undefined }) =>
      reason === undefined ? {} : `The records cannot be stored: ${clipped(reason)}.`,
  ),
  [code.BROKER_NOT_REACHABLE]: text(
    'The NATS server cannot be used.',
    'Check its address, that JetStream is enabled, and the permissions of the user.',
    problems({
      'no connection': ({ reason, servers }: { readonly reason: string; readonly servers: readonly string[] }) =>
        `The NATS server ${clipped(servers.join(', '))} cannot be used: ${clipped(reason)}.`,
      'no JetStream': 'JetStream cannot be used: {reason:clipped}.',
      'connection lost': 'The connection to NATS ended: {reason:clipped}.',
    }),
  ),
  [code.UNSUITABLE_STREAM]: text(
    'The stream or its consumer does not keep records until they are stored.',
    'Use a pull consumer with explicit acknowledgement and unlimited deliveries. A new --durable creates one, ' +
      'which reads everything that the stream still contains; stored records count as repeated.',
    problems({
      'no stream': ['There is no stream {stream:clipped}.', NO_SUCH_STREAM],
      'refused by NATS': ['{reason:clipped}.', NO_SUCH_STREAM],
      'no stream for refused': [
        'No stream has the subject {subject:clipped}.',
        'Create a stream with that subject, or omit --refused-subject.',
      ],
      'consumer ended': ['The consumer {durable:clipped} can no longer be read: {reason:clipped}.', GONE],
      'push consumer': 'The consumer {durable:clipped} is a push consumer.',
      acknowledgement: 'The consumer {durable:clipped} has the acknowledgement policy {policy:clipped}.',
      deliveries: 'The consumer {durable:clipped} gives up after {deliveries} deliveries.',
      pending: 'The consumer {durable:clipped} has a max_ack_pending of {pending}, not 1 to {limit}.',
      'other subject': 'The consumer {durable:clipped} has the subject {subject:clipped}, not {expected:clipped}.',
    }),
  ),
  [code.INVALID_SOCKET_PATH]: text(
    'No socket can be created at that path.',
    'Use a folder with a shorter path, or a relative path from inside it; remove whatever is at the path.',
    problems({
      'too long': '{path:clipped} has {bytes} bytes; a socket path can have {limit}.',
      'no socket': '{path:clipped} exists and is not a socket.',
      refused: ({ path, errno }: { readonly path: string; readonly errno: string | undefined }) =>
        `No socket can be created at ${clipped(path)}: ${errno}.`,
    }),
  ),
  [code.MIGRATIONS_MISSING]: text(
    'The database is older than this version of the service.',
    'Run `linesman migrate --store <url>` once; concurrent runs are safe.',
    ({ versions }: { readonly versions: readonly number[] }) =>
      `The database lacks the migrations ${versions.join(', ')}.`,
  ),
  [code.SERVICE_STOPPING]: text('The service is stopping.', 'Retry after the seconds in Retry-After.'),
  [code.DATABASE_NOT_USABLE]: text(
    'The database cannot be used.',
    'Check that it is running, that the address is right and that the user may create tables.',
    'The database cannot be used: {reason:clipped}.',
  ),
  [code.DAY_NOT_SEALED]: text(
    'The day is not sealed yet.',
    'Wait until the service has sealed its last slot; `linesman audit` shows the state of each slot.',
    dayNotSealedText,
  ),
  [code.ARCHIVE_DAMAGED]: text(
    'The archive is damaged.',
    'Use another copy, or export the day again. Nothing was stored.',
    archiveDamagedText,
  ),
  [code.EMPTY_DAY]: text(
    'The store has no data of that day.',
    'Check the day and --store.',
    'The store has no data of day {day}.',
  ),
  [code.ARCHIVE_EXISTS]: text(
    'The destination of the archive already exists.',
    'Remove it, or choose another folder.',
    '{path:clipped} already exists.',
  ),
  [code.ARCHIVE_CONFLICT]: text(
    'The store contradicts the archive.',
    'Find out which of the two is wrong: `linesman audit` checks the store against the chain, `linesman import ' +
      '--roots` the ' +
      'archive.',
    archiveConflictText,
  ),
  [code.UNKNOWN_ARCHIVE_VERSION]: text(
    'The version of the archive is not known.',
    'Use a newer linesman.',
    '{path:clipped}: "version" is {version:shown}, not {expected}.',
  ),
  [code.ARCHIVE_NOT_ON_CHAIN]: text(
    'A root of the archive differs from the one on chain.',
    'Check --oracle and --rpc: the archive is from another deployment, or someone changed it.',
    chainDiffersText,
  ),
  [code.UNSEALED_RECORDS]: text(
    'The store has unsealed records from before the end of that day.',
    'Let the service seal them first, then import again.',
    'The store has {kind:text} from {ts}, in a slot that is not sealed.',
  ),
  [code.STORE_NOT_OPENED]: text(
    'The store cannot be opened.',
    'Check --store, and that the database server is running.',
    ({ folder, reason }: { readonly folder: string | null; readonly reason: string }) =>
      folder === null
        ? `The database server of --store cannot be used: ${clipped(reason)}.`
        : `The store ${clipped(folder)} cannot be opened: ${clipped(reason)}.`,
  ),
  [code.ARCHIVE_NOT_WRITTEN]: text(
    'The archive cannot be written.',
    'Check the folder, its permissions and the space on the disk.',
    ({ path, errno }: { readonly path: string; readonly errno: string | undefined }) =>
      `${clipped(path)} cannot be written: ${errno}.`,
  ),
  [code.NO_EMBEDDED_CHAIN]: text(
    'There is no embedded chain on this machine.',
    'Publish to a cluster with --rpc.',
    ({ package: name, platform, platforms }: EmbeddedChainContext) =>
      name === null
        ? `The embedded chain runs on ${platforms.join(', ')}, not on ${platform}.`
        : {
            sentence: `The embedded chain for ${platform}, ${name}, is not installed.`,
            hint: `Run npm install --include=optional ${name}, or publish to a cluster with --rpc.`,
          },
  ),
  [code.PORT_TAKEN]: text(
    'The command cannot listen on a port.',
    'Choose another port; 0 picks a free one.',
    'The command cannot listen on {host:clipped}:{port}: {reason:clipped}.',
  ),
  [code.EMBEDDED_CHAIN_FAILED]: text(
    'The embedded chain refused a request.',
    'Stop `linesman serve` and start it again with the same --data: published roots are stored. If it happens again, ' +
      'start with a new --data, and report the reason.',
    'The embedded chain refused {method:text}: {reason:clipped}.',
  ),
  [code.FOLDER_IN_USE]: text(
    'Another process uses the data folder.',
    'Stop it first, or choose another folder. To send records to a running service, use `linesman ingest --data`.',
    ({ folder, holder }: { readonly folder: string; readonly holder: number | null }) =>
      `${clipped(folder)} is in use by ${holder === null ? 'another process' : `process ${holder}`}.`,
  ),
  [code.DEPLOYMENT_DIFFERS]: text(
    'The configuration of the oracle on chain differs from that of the service.',
    'Use the keys of the deployment, or change its configuration.',
    (
      context:
        | { readonly name: string; readonly onChain: string; readonly ours: string }
        | { readonly oracleKey: string },
    ) =>
      'oracleKey' in context
        ? `This service signs with ${context.oracleKey}, which is not an oracle key in the configuration on chain.`
        : `The configuration on chain has ${context.onChain} as ${context.name}; this service has ${context.ours}.`,
  ),
  [code.INVALID_DATA_FOLDER]: text(
    'A file in the data folder cannot be used.',
    'Restore it, or start with a new folder.',
    (
      context: { readonly file: string } & (
        | { readonly problem: 'not readable'; readonly errno: string }
        | { readonly problem: 'not ours' }
        | {
            readonly problem: 'other world';
            readonly name: string;
            readonly found: string | undefined;
            readonly asked: string;
          }
      ),
    ) => {
      const file = clipped(context.file);
      if (context.problem === 'not readable') return `${file} cannot be read: ${context.errno}.`;
      if (context.problem === 'not ours') return `${file} is not in the format that this version writes.`;
      return {
        sentence:
          `${file} was created with ${context.name} ${clipped(context.found ?? 'none')}, not ` +
          `${clipped(context.asked)}.`,
        hint: 'Omit the option to continue, or start with another folder: --data.',
      };
    },
  ),
  [code.WORLD_IN_THE_PAST]: text(
    'The embedded chain cannot start in the past.',
    'Omit --at to start now, or pass a future time.',
    'The embedded chain cannot start at {start:time}, which is in the past.',
  ),
  [code.PROGRAM_NOT_DEPLOYED]: text(
    'The program is not on this chain.',
    "Deploy it as an upgradeable program first, or check the address; pass an oracle's with --oracle.",
    'There is no upgradeable program at {program:text}.',
  ),
  [code.NOT_UPGRADE_AUTHORITY]: text(
    'Only the upgrade authority of a program can configure it, upgrade it, or hand it over.',
    "Pass the authority's key, or ask its owner to hand it over: linesman upgrade-authority.",
    ({ program, found, given }: { readonly program: string; readonly found: string | null; readonly given: string }) =>
      found === null
        ? `The program ${program} has no upgrade authority any more.`
        : `The upgrade authority of ${program} is ${found}, not ${given}.`,
  ),
  [code.UNUSABLE_MINT]: text(
    'A mint cannot be used for the oracle.',
    'Check the addresses and the cluster: the service token must be a Token-2022 mint, and the stablecoin an SPL ' +
      'Token mint.',
    (
      context: { readonly what: string; readonly address: string } & (
        | { readonly problem: 'missing' }
        | { readonly problem: 'other program'; readonly tokenProgram: string }
      ),
    ) =>
      context.problem === 'missing'
        ? `There is no ${context.what} at ${context.address}, and the keys to create it are not given.`
        : `The ${context.what} ${context.address} is not a mint of the program ${context.tokenProgram}.`,
  ),
  [code.PROGRAM_DIFFERS]: text(
    'There is another program at the address.',
    'Compare it with `linesman check-program`. Replace it with --upgrade, use another address, or omit --program ' +
      'to keep it.',
    'What is at {program:text} is not the program of the file (sha256 {expected:text}).',
  ),
  [code.SBPF_NOT_TAKEN]: text(
    'The cluster does not deploy programs in this format.',
    'Build the program in the other format (SBPF=0 bash tools/sbf/build.sh for v0), and pass both with --program; ' +
      '--sbpf overrides the check. Nothing was sent.',
    ({ given, ...context }: SbpfNotTaken) => {
      const formats = given.map((version) => `v${version}`).join(' and ');
      if (context.problem === 'refused') return `The file is in SBPF ${formats}, and ${context.by.join(', ')}.`;
      return `The file is in SBPF ${formats}, not in v${context.told}.`;
    },
  ),
  [code.LAMPORTS_MISSING]: text(
    'A payer has too few lamports for the whole deployment.',
    'Send the missing lamports, then run the command again; --dry-run shows what each payer needs. Nothing was sent.',
    '{payer:text} has {found:bigint} lamports of the {needed:bigint} that it needs.',
  ),
  [code.PUBLISHER_FUNDS_LOW]: text(
    'The publisher will soon have no lamports for roots.',
    'Send it lamports. Without them, it publishes no roots, and they become late.',
    '{publisher:text} has {balance:bigint} lamports, enough for about {days} days.',
  ),
  [code.PROGRAM_KEY_DIFFERS]: text(
    'The program is for another address.',
    "Put your program key's address into declare_id! and build again, or pass the key of the declared address.",
    (
      context:
        | { readonly problem: 'other address'; readonly key: string; readonly oracle: string }
        | { readonly problem: 'not declared'; readonly key: string; readonly file: string }
        | { readonly problem: 'other kind'; readonly kind: string; readonly file: string },
    ) => {
      if (context.problem === 'other address')
        return `--program-key is the key of ${context.key}, not of ${context.oracle}, the program of --oracle.`;
      const file = clipped(context.file);
      if (context.problem === 'not declared')
        return `${file} does not declare ${context.key} as its address: it would refuse every instruction.`;
      return {
        sentence: `${file} is the other program of Linesman, not the ${context.kind} program.`,
        hint: 'Pass the file of this program, or choose the other program: linesman deploy settlement.',
      };
    },
  ),
  [code.TRANSACTION_NOT_KNOWN]: text(
    'It is unknown whether the transaction has landed.',
    'Look up the transaction, or check for its effects, before you send anything again.',
    'It is not known whether transaction {signature:clipped} has landed.',
  ),
  [code.CLOCK_AHEAD]: text(
    'The clocks of the machine and the database differ.',
    "Correct the wrong clock. Until then, only the database's time counts.",
    wordsWith<{ readonly tolerance: number }>()(
      'The clock of this machine shows {now:time}, and that of the database {databaseTime:time}.',
    ),
  ),
  [code.RECORD_NOT_STORABLE]: text(
    'The database refuses the record.',
    "Correct the record, and resend it with the later records of its match. Please report the database's message.",
    wordsWith<{ readonly path: string }>()(
      'The database refuses the record (SQLSTATE {state:text}): {reason:clipped}.',
    ),
  ),
} as const;

/** Why no service accepts records on the socket in a folder. */
export interface ServiceNotRunning {
  readonly path: string;
  readonly folder: string;
  readonly problem: 'nobody listens' | 'other user' | 'not reachable';
  readonly errno?: string | undefined;
}

function serviceNotRunningText({ folder, problem, errno }: ServiceNotRunning): string | ErrorText {
  const where = clipped(folder);
  if (problem === 'other user')
    return {
      sentence: `The service in ${where} accepts records only from the user that runs it.`,
      hint: 'Run this as that user.',
    };
  return `No service is running in ${where}${problem === 'not reachable' ? ` (${errno})` : ''}.`;
}

/** `by` names the features that decide. */
type SbpfNotTaken = { readonly given: readonly number[] } & (
  | { readonly problem: 'refused'; readonly by: readonly string[] }
  | { readonly problem: 'not given'; readonly told: number }
);
