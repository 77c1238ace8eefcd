import * as code from '../codes/usage.js';
import { clipped, quoted } from '../quoted.js';
import { reasonOf } from './files.js';
import { type ErrorText, howToInstall, joined, text } from './text.js';

/** An option as typed (`--market`), or an argument as its help names it (`<amount>`). */
export interface Given {
  readonly option: string;
  readonly value: string;
}

const LEVELS = 'linesman subscribe --help lists the levels of a new deployment.';
const HELP = 'Add --help to the command to see what it takes.';

const isNot = ({ option, value }: Given, what: string): string => `${option} ${quoted(value)} is not ${what}.`;

type Needed =
  | { readonly problem: 'no store' | 'no API token' | 'no wallet' | 'no kick-off' | 'no order' | 'no proof' }
  | { readonly problem: 'no source' | 'no service' | 'no stats' | 'nothing to record' }
  | { readonly problem: 'no weeks'; readonly level: number }
  | { readonly problem: 'no level'; readonly weeks: number }
  | { readonly problem: 'no condition'; readonly form: string }
  | { readonly problem: 'no admin'; readonly changes: readonly string[]; readonly admin: string }
  /** `needed`: the options without which `option` cannot be used. */
  | { readonly problem: 'not alone'; readonly option: string; readonly needed: readonly string[] };

function needed(context: Needed): ErrorText {
  switch (context.problem) {
    case 'no store':
      return { sentence: 'No store is given.', hint: 'Give --store, or set LINESMAN_STORE.' };
    case 'no API token':
      return {
        sentence: 'No API token is given.',
        hint: 'Give --api-token-file, or set LINESMAN_API_TOKEN_FILE or LINESMAN_API_TOKEN.',
      };
    case 'no wallet':
      return { sentence: 'No wallet is given.', hint: 'Give its address, or --keypair.' };
    case 'no kick-off':
      return {
        sentence: '--stakes-close is needed, because there is no service to ask for the kick-off.',
        hint: 'Give the time, or --service with --api-token-file.',
      };
    case 'no order':
      return {
        sentence: '--level and --weeks are needed, or --activate with a transaction.',
        hint: `Give both to subscribe, or --activate to repeat an activation; ${LEVELS}`,
      };
    case 'no proof':
      return {
        sentence: 'There is nothing to post.',
        hint: 'Give --keys with --service to ask for a proof, or --proof with a saved answer.',
      };
    case 'no weeks':
      return {
        sentence: `--level ${context.level} needs --weeks.`,
        hint: 'Add the number of weeks: --weeks 4, 8, … 252.',
      };
    case 'no level':
      return {
        sentence: `--weeks ${context.weeks} needs --level.`,
        hint: `Add --level; ${LEVELS}`,
      };
    case 'no source':
      return {
        sentence: 'An attester needs records to rebuild roots from.',
        hint: 'Give --service with --api-token-file, or --store; several must agree.',
      };
    case 'no service':
      return { sentence: 'A proof is fetched from a service.', hint: 'Add --service with its address.' };
    case 'no stats':
      return { sentence: '--fixture needs stats to prove.', hint: 'Add --keys, or --where with a condition.' };
    case 'nothing to record':
      return {
        sentence: 'There is nothing to record.',
        hint: 'Add --fixture with --keys or --where, or --market with its address.',
      };
    case 'no condition':
      return { sentence: `The form ${context.form} needs a condition.`, hint: 'Add it with --where.' };
    case 'no admin':
      return {
        sentence: `Only the admin can change ${joined(context.changes)}.`,
        hint: `Give --admin with the key pair of ${context.admin}.`,
      };
    case 'not alone':
      return {
        sentence: `${context.option} needs ${joined(context.needed)}.`,
        hint: `Add ${joined(context.needed)}; --help explains them.`,
      };
  }
}

type NotApplicable =
  | { readonly problem: 'counted elsewhere' }
  /** `for`: a noun. */
  | { readonly problem: 'needs'; readonly option: string; readonly for: string; readonly other: string }
  | { readonly problem: 'excluded'; readonly option: string; readonly for: string; readonly other: string }
  | { readonly problem: 'other role'; readonly role: string; readonly found: string; readonly given: string }
  | {
      readonly problem: 'other form';
      readonly options: readonly string[];
      readonly forms: readonly string[];
      readonly form: string;
    }
  | { readonly problem: 'no condition'; readonly form: string };

function notApplicable(context: NotApplicable): ErrorText {
  switch (context.problem) {
    case 'counted elsewhere':
      return {
        sentence: '--metrics is for a process that reads records from --nats into a --store.',
        hint: 'A running service counts these records itself: linesman serve --metrics.',
      };
    case 'needs':
      return {
        sentence: `${clipped(context.option)} is for ${context.for}, with ${context.other}.`,
        hint: `Add ${context.other}, or leave it out.`,
      };
    case 'excluded':
      return {
        sentence: `${clipped(context.option)} is for ${context.for}, without ${context.other}.`,
        hint: `Leave it out, or ${context.other}.`,
      };
    case 'other role':
      return {
        sentence: `The ${context.role} is ${context.found}, not ${context.given}, which --for names.`,
        hint: 'Name the vault that has the role, or hand the role over to it first.',
      };
    case 'other form':
      return {
        sentence:
          `${joined(context.options)} ${context.options.length === 1 ? 'belongs' : 'belong'} to --form ` +
          `${joined(context.forms, 'or')}, not to ${context.form}.`,
        hint: 'See linesman encode --help.',
      };
    case 'no condition':
      return {
        sentence: `The form ${context.form} takes no condition: the market has one.`,
        hint: 'Leave --where out.',
      };
  }
}

type InvalidConfiguration = { readonly file: string } & (
  | { readonly problem: 'not readable'; readonly errno: string }
  | { readonly problem: 'too large'; readonly kibibytes: number }
  | { readonly problem: 'no file' | 'not JSON' | 'no object' }
  | { readonly problem: 'unknown key' | 'no text'; readonly key: string }
  | { readonly problem: 'wrong value'; readonly key: string; readonly form: string | null }
);

function invalidConfiguration(context: InvalidConfiguration): string {
  const file = clipped(context.file);
  switch (context.problem) {
    case 'not readable':
      return `${file} cannot be read: ${reasonOf(context.errno)}.`;
    case 'no file':
      return `${file} is not a file.`;
    case 'too large':
      return `${file} is larger than ${context.kibibytes} KiB.`;
    case 'not JSON':
      return `${file} is not JSON.`;
    case 'no object':
      return `${file} is not a JSON object.`;
    case 'unknown key':
      return `${file} has the unknown key ${quoted(context.key)}.`;
    case 'no text':
      return `${quoted(context.key)} in ${file} is not a string.`;
    case 'wrong value':
      return `${quoted(context.key)} in ${file} is not ${context.form ?? 'true'}.`;
  }
}

/** Texts of ../codes/usage.ts. */
export const USAGE_TEXTS = {
  [code.UNKNOWN_COMMAND]: text('There is no such command.', 'List the commands with linesman --help.'),
  [code.NO_SUCH_OPTION]: text('The command has no such option.', HELP),
  [code.REQUIRED_OPTION_MISSING]: text('A required option is missing.', HELP),
  [code.ARGUMENT_MISSING]: text('A required argument is missing.', HELP),
  [code.OPTION_WITHOUT_VALUE]: text('An option is missing its value.', HELP),
  [code.TOO_MANY_ARGUMENTS]: text('The command takes fewer arguments.', HELP),
  [code.COMMAND_NOT_UNDERSTOOD]: text('The command line does not parse.', HELP),
  [code.OPTION_NEEDED]: text('This use of the command needs another option.', HELP, needed),
  [code.CONFLICTING_OPTIONS]: text(
    'Two options exclude each other.',
    'Leave one of them out.',
    ({ option, others }: { readonly option: string; readonly others: readonly string[] }) =>
      `${option} cannot be combined with ${joined(others, 'or')}.`,
  ),
  [code.OPTION_NOT_APPLICABLE]: text('The option does not apply to this use of the command.', HELP, notApplicable),
  [code.UNKNOWN_CHOICE]: text(
    'The value is not one of the choices of the option.',
    'Choose one of them; --help explains them.',
    ({ choices, ...given }: Given & { readonly choices: readonly (string | number)[] }) =>
      isNot(given, `one of ${choices.join(', ')}`),
  ),
  [code.NUMBER_OUT_OF_RANGE]: text(
    'The value is not a number in its range.',
    'Write it in decimal digits, without a sign.',
    ({
      kind = 'an integer',
      minimum,
      maximum,
      ...given
    }: Given & {
      readonly kind?: 'an integer' | 'a number' | 'max, or a number' | 'a duration such as 45m or 2h, in seconds';
      readonly minimum: number;
      readonly maximum?: number | string;
    }) => isNot(given, `${kind} ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`),
  ),
  [code.MALFORMED_ADDRESS]: text(
    'The value is not an address.',
    'Give 32 bytes in Base58.',
    // A long value is not quoted, because it may be a secret key.
    (given: Given | (Pick<Given, 'option'> & { readonly characters: number })) =>
      'characters' in given
        ? `${given.option}, of ${given.characters} characters, is not an address.`
        : isNot(given, 'an address'),
  ),
  [code.MALFORMED_TIME]: text(
    'The value is not a time.',
    'Write ISO 8601, such as 2026-07-09T18:00:00Z, or Unix time in milliseconds.',
    (given: Given) => isNot(given, 'a time'),
  ),
  [code.MALFORMED_DAY]: text(
    'The value is not a day.',
    'Write it like 2026-07-09, or as the number of days since 1970, 0 to 65535.',
    ({ value }: { readonly value: string }) => `${quoted(value)} is not a day.`,
  ),
  [code.MALFORMED_AMOUNT]: text(
    'The value is not an amount of whole tokens.',
    'Write for example 5 or 0.25.',
    ({ decimals, mayBeZero, ...given }: Given & { readonly decimals: number; readonly mayBeZero: boolean }) => ({
      sentence: isNot(given, `an amount ${mayBeZero ? '' : 'above 0 '}with up to ${decimals} decimal places`),
      ...(mayBeZero && { hint: 'Write for example 5 or 0.25; 0 for none.' }),
    }),
  ),
  [code.MALFORMED_LISTEN_ADDRESS]: text(
    'The value is not a port from 0 to 65535, or an address with a port.',
    'Write for example 9464, 0.0.0.0:9464 or [::]:9464.',
    (given: Given) => isNot(given, 'a port from 0 to 65535, or an address with a port'),
  ),
  [code.MALFORMED_NETWORK]: text(
    'The value is not a network.',
    'Write for example 10.0.0.0/8 or 192.0.2.7; separate several with commas. A network of all addresses is refused.',
    ({ named, ...given }: Given & { readonly named: readonly string[] }) => ({
      sentence: isNot(given, 'a network'),
      hint: `Write for example 10.0.0.0/8 or 192.0.2.7, or ${named.join(', ')}; separate several with commas.`,
    }),
  ),
  [code.MALFORMED_HOST]: text(
    'The value is not a host name or address.',
    'Write for example oracle.example or 192.0.2.7:8080, in lower case; separate several with commas.',
    (given: Given) => isNot(given, 'a host name or address'),
  ),
  [code.MALFORMED_TOKEN]: text(
    'The API token is not one printable word.',
    'Give the token alone, as the activation returned it.',
    // The value is not quoted, because even a malformed one may be a secret.
    ({ from }: { readonly from: string }) => `The API token in ${clipped(from)} is not one printable word.`,
  ),
  [code.NOT_AN_ERROR_NUMBER]: text(
    'The value is not an error number.',
    'Write it like 6023, or like 0x1787.',
    ({ value }: { readonly value: string }) => `${quoted(value)} is not an error number.`,
  ),
  [code.STORE_FOLDER_NOT_USABLE]: text(
    'The folder of --store cannot hold a store.',
    'Name a new folder, an empty one, or one with a store.',
    (
      context:
        | { readonly problem: 'holds something else'; readonly folder: string }
        | { readonly problem: 'unusable'; readonly folder: string; readonly errno: string },
    ) =>
      context.problem === 'unusable'
        ? `--store ${clipped(context.folder)} cannot be used as a folder: ${reasonOf(context.errno)}.`
        : `--store ${clipped(context.folder)} contains something else than a store.`,
  ),
  [code.FORM_NOT_ENCODABLE]: text(
    'The answer cannot be encoded in that form.',
    'See linesman encode --help.',
    ({ answer, form }: { readonly answer: string; readonly form: string }) =>
      `An answer of the form ${answer} cannot be encoded as ${form}.`,
  ),
  [code.WITNESS_NOT_USABLE]: text(
    'The answer in --witness cannot serve as a witness.',
    'Ask for one nonzero stat of the same event, or for several in version 1 or 2.',
    ({ problem }: { readonly problem: 'no paths' | 'other event' | 'no present stat' }) =>
      ({
        'no paths':
          'The answer in --witness has several stats and is not of version 1 or 2, so no stat in it has its own ' +
          'path.',
        'other event': 'The answer in --witness is about a different event than the proof.',
        'no present stat': 'Every stat in the answer in --witness is zero.',
      })[problem],
  ),
  [code.ADDRESS_NOT_OF_KEYPAIR]: text(
    'The address does not match the key pair.',
    'Give one of the two.',
    ({ address, wallet }: { readonly address: string; readonly wallet: string }) =>
      `The address ${address} does not match --keypair, whose address is ${wallet}.`,
  ),
  [code.SENT_TO_SENDER]: text(
    'The sender and the recipient are the same wallet.',
    'Give another wallet with --to.',
    ({ wallet }: { readonly wallet: string }) => `--to ${wallet} is the wallet of the sender.`,
  ),
  [code.BELOW_RENT]: text(
    'The recipient would hold less SOL than the rent-exempt minimum.',
    'Send more.',
    ({ wallet, least }: { readonly wallet: string; readonly least: string }) =>
      `${wallet} would hold less than the rent-exempt minimum of ${least} SOL.`,
  ),
  [code.NO_STATS_TO_SETTLE]: text('The demo needs a proof of stats.', 'Give a stat validation answer with --proof.'),
  [code.PACKAGE_NOT_INSTALLED]: text(
    'The package of that command is not installed.',
    'Install the package that the message names.',
    ({ package: name, command }: { readonly package: string; readonly command: string }) => ({
      sentence: `linesman ${command} is in ${name}, which is not installed.`,
      hint: `${howToInstall([name])}.`,
    }),
  ),
  [code.INVALID_CONFIGURATION]: text(
    'The configuration file cannot be used.',
    'It must be a JSON object. linesman.json has "service", "rpc" or both, each a string. A file of --config has ' +
      'options of the command by name: texts or numbers, true for one without a value, lists for repeated ones.',
    invalidConfiguration,
  ),
  [code.SECRET_IN_CONFIGURATION]: text(
    'The configuration file names a key or a token.',
    'Remove it: otherwise a folder from another person could choose the key that signs or the token that is sent. ' +
      'Use a flag or the environment.',
    ({ file, key }: { readonly file: string; readonly key: string }) =>
      `${file} sets ${quoted(key)}, which a configuration file must not set.`,
  ),
  [code.TOKEN_NOT_SENT]: text(
    'A token from the environment is not sent to a service that only the configuration file names.',
    'If the service is yours, name it with --service or LINESMAN_SERVICE.',
    ({ variable, service, file }: { readonly variable: string; readonly service: string; readonly file: string }) =>
      `The token in ${variable} is not sent to ${clipped(service)}, which only ${file} names.`,
  ),
  [code.FILE_NOT_WRITABLE]: text(
    'The file cannot be written.',
    'Name another file.',
    ({ file, errno }: { readonly file: string; readonly errno: string }) =>
      `${clipped(file)} cannot be written: ${reasonOf(errno)}.`,
  ),
  [code.FAULT_OF_LINESMAN]: text(
    'An unexpected error occurred.',
    'This is a bug in linesman; please report it.',
    ({ reason }: { readonly reason: string }) => clipped(reason),
  ),
} as const;
