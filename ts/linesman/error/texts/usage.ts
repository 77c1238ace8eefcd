import * as code from '../codes/usage.js';
import { clipped, quoted } from '../quoted.js';
import { reasonOf } from './files.js';
import { type Told, text } from './text.js';

/** An option as it is typed (`--market`), or an argument by the name that its help has (`<amount>`). */
export interface Given {
  readonly option: string;
  readonly value: string;
}

const LEVELS = 'linesman subscribe --help lists the levels of a new deployment.';
const HELP = 'Add --help to the command to see what it takes.';

/** `a`, `a and b`, `a, b and c`. */
const joined = (words: readonly string[], by = 'and'): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1)}`;

const isNot = ({ option, value }: Given, what: string): string => `${option} ${quoted(value)} is not ${what}.`;

type Needed =
  | { readonly problem: 'no store' | 'no API token' | 'no wallet' | 'no kick-off' | 'no order' | 'no proof' }
  | { readonly problem: 'no weeks'; readonly level: string }
  | { readonly problem: 'no level'; readonly weeks: string }
  | { readonly problem: 'no condition'; readonly form: string }
  | { readonly problem: 'no admin'; readonly changes: readonly string[]; readonly admin: string }
  /** `needed`: how `option` is completed. */
  | { readonly problem: 'not alone'; readonly option: string; readonly needed: readonly string[] };

function needed(context: Needed): Told {
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
        sentence: '--stakes-close is needed, because no service tells the kick-off.',
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
        sentence: `--level ${clipped(context.level)} needs --weeks.`,
        hint: 'Say for how long: --weeks 4, 8, … 252.',
      };
    case 'no level':
      return {
        sentence: `--weeks ${clipped(context.weeks)} needs --level.`,
        hint: `Say which; ${LEVELS}`,
      };
    case 'no condition':
      return { sentence: `The form ${context.form} needs a condition.`, hint: 'Give it with --where.' };
    case 'no admin':
      return {
        sentence: `Only the admin can change ${joined(context.changes)}.`,
        hint: `Give --admin with the key pair of ${context.admin}.`,
      };
    case 'not alone':
      return {
        sentence: `${context.option} needs ${joined(context.needed)}.`,
        hint: `Add ${joined(context.needed)}; --help says more.`,
      };
  }
}

type NotApplicable =
  | { readonly problem: 'counted elsewhere' }
  /** `for`: a noun. */
  | { readonly problem: 'needs'; readonly option: string; readonly for: string; readonly other: string }
  | { readonly problem: 'excluded'; readonly option: string; readonly for: string; readonly other: string }
  | {
      readonly problem: 'other form';
      readonly options: readonly string[];
      readonly forms: readonly string[];
      readonly form: string;
    }
  | { readonly problem: 'no condition'; readonly form: string };

function notApplicable(context: NotApplicable): Told {
  switch (context.problem) {
    case 'counted elsewhere':
      return {
        sentence: '--metrics is for a process that takes records from --nats into a --store.',
        hint: 'What a running service takes in is counted there: linesman serve --metrics.',
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
    case 'other form':
      return {
        sentence:
          `${joined(context.options)} ${context.options.length === 1 ? 'belongs' : 'belong'} to --form ` +
          `${joined(context.forms, 'or')}, not to ${context.form}.`,
        hint: 'See linesman encode --help.',
      };
    case 'no condition':
      return {
        sentence: `The form ${context.form} takes no condition: the market has its own.`,
        hint: 'Leave --where out.',
      };
  }
}

type InvalidConfiguration = { readonly file: string } & (
  | { readonly problem: 'not readable'; readonly errno: string }
  | { readonly problem: 'too large'; readonly kibibytes: number }
  | { readonly problem: 'no file' | 'not JSON' | 'no object' }
  | { readonly problem: 'unknown key' | 'no text'; readonly key: string }
);

function invalidConfiguration(context: InvalidConfiguration): string {
  const { file } = context;
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
      return `${file} has the key ${quoted(context.key)}, which is none of a configuration.`;
    case 'no text':
      return `${quoted(context.key)} in ${file} is not a text.`;
  }
}

/** Texts of ../codes/usage.ts. */
export const USAGE_TEXTS = {
  [code.UNKNOWN_COMMAND]: text('There is no such command.', 'List the commands with linesman --help.'),
  [code.NO_SUCH_OPTION]: text('The command has no such option.', HELP),
  [code.REQUIRED_OPTION_MISSING]: text('A required option is missing.', HELP),
  [code.ARGUMENT_MISSING]: text('A required argument is missing.', HELP),
  [code.OPTION_WITHOUT_VALUE]: text('An option needs a value and has none.', HELP),
  [code.TOO_MANY_ARGUMENTS]: text('The command takes fewer arguments.', HELP),
  [code.COMMAND_NOT_UNDERSTOOD]: text('The command line does not parse.', HELP),
  [code.OPTION_NEEDED]: text('An option is missing that this call of the command needs.', HELP, needed),
  [code.CONFLICTING_OPTIONS]: text(
    'Two options exclude each other.',
    'Leave one of them out.',
    ({ option, others }: { readonly option: string; readonly others: readonly string[] }) =>
      `${option} cannot be combined with ${joined(others, 'or')}.`,
  ),
  [code.OPTION_NOT_APPLICABLE]: text('The option does not apply to this call of the command.', HELP, notApplicable),
  [code.UNKNOWN_CHOICE]: text(
    'The value is not one of those that the option knows.',
    'Take one of those; --help says what they mean.',
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
      readonly kind?: 'an integer' | 'a number';
      readonly minimum: number;
      readonly maximum?: number | string;
    }) => isNot(given, `${kind} ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`),
  ),
  [code.MALFORMED_ADDRESS]: text('The value is not an address.', 'Give 32 bytes in Base58.', (given: Given) =>
    isNot(given, 'an address'),
  ),
  [code.MALFORMED_URL]: text(
    'The value is not a URL of the right kind.',
    'Check the scheme, which stands before ://, and the host.',
    // No more of it than its scheme: it may hold a password or an access key.
    ({
      option,
      scheme,
      schemes,
      orFolder,
      names,
    }: {
      readonly option: string;
      readonly scheme?: string;
      readonly schemes: readonly string[];
      readonly orFolder?: boolean;
      /** What stands for one. */
      readonly names?: readonly string[];
    }) => ({
      sentence: `${option}${scheme === undefined ? '' : ` ${clipped(scheme)}://…`} is not ${schemes[0]?.startsWith('h') ? 'an' : 'a'} ${joined(
        schemes.map((one) => `${one}://`),
        'or',
      )} URL${orFolder ? ' or a folder' : ''}.`,
      ...(names && { hint: `Give the address of a node, or ${joined(names, 'or')}.` }),
    }),
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
    'The value is not a network of proxies.',
    'Write for example 10.0.0.0/8 or 192.0.2.7; several with commas. A network that everybody is in is refused.',
    ({ named, ...given }: Given & { readonly named: readonly string[] }) => ({
      sentence: isNot(given, 'a network of proxies'),
      hint: `Write for example 10.0.0.0/8 or 192.0.2.7, or ${named.join(', ')}; several with commas.`,
    }),
  ),
  [code.MALFORMED_HOST]: text(
    'The value is not a host as it stands in a URL.',
    'Write for example oracle.example or 192.0.2.7:8080, in lower case; several with commas.',
    (given: Given) => isNot(given, 'a host as it stands in a URL'),
  ),
  [code.MALFORMED_TOKEN]: text(
    'The API token is not one printable word.',
    'Give the token alone, as the activation returned it.',
    // Not the token itself: whatever it is, it may be a secret.
    ({ from }: { readonly from: string }) => `The API token in ${clipped(from)} is not one printable word.`,
  ),
  [code.NOT_AN_ERROR_NUMBER]: text(
    'The value is not an error number.',
    'Write it like 6023, or like 0x1787.',
    ({ value }: { readonly value: string }) => `${quoted(value)} is not an error number.`,
  ),
  [code.STORE_FOLDER_NOT_USABLE]: text(
    'The folder of --store cannot hold a store.',
    'Name a folder that is not there yet, an empty one, or one that holds a store.',
    (
      context:
        | { readonly problem: 'holds something else'; readonly folder: string }
        | { readonly problem: 'unusable'; readonly folder: string; readonly errno: string },
    ) =>
      context.problem === 'unusable'
        ? `--store ${clipped(context.folder)} cannot be a folder: ${reasonOf(context.errno)}.`
        : `--store ${clipped(context.folder)} is a folder with something else in it.`,
  ),
  [code.FORM_NOT_ENCODABLE]: text(
    'The answer cannot be encoded in that form.',
    'See linesman encode --help.',
    ({ answer, form }: { readonly answer: string; readonly form: string }) =>
      `An answer of the form ${answer} cannot be encoded as ${form}.`,
  ),
  [code.WITNESS_NOT_USABLE]: text(
    'The answer of --witness cannot serve as one.',
    'Ask for one stat of the same event that is not zero, or for several in version 1 or 2.',
    ({ problem }: { readonly problem: 'no paths' | 'other event' | 'no present stat' }) =>
      ({
        'no paths':
          'The answer of --witness has several stats and is not of version 1 or 2, so none of them ' +
          'has a path of its own.',
        'other event': 'The answer of --witness is about another event than the proof.',
        'no present stat': 'Every stat in the answer of --witness is zero.',
      })[problem],
  ),
  [code.ADDRESS_NOT_OF_KEYPAIR]: text(
    'The address is not that of the key pair.',
    'Give one of the two.',
    ({ address, wallet }: { readonly address: string; readonly wallet: string }) =>
      `The address ${address} is not that of --keypair, which is ${wallet}.`,
  ),
  [code.SENT_TO_SENDER]: text(
    'The recipient is the wallet that sends.',
    'Give the wallet of somebody else with --to.',
    ({ wallet }: { readonly wallet: string }) => `--to ${wallet} is the wallet that sends.`,
  ),
  [code.BELOW_RENT]: text(
    'The recipient would hold less SOL than the chain keeps an account for.',
    'Send more.',
    ({ wallet, least }: { readonly wallet: string; readonly least: string }) =>
      `${wallet} would hold less than ${least} SOL, which is the least that the chain keeps an account for.`,
  ),
  [code.NO_STATS_TO_SETTLE]: text(
    'The demo needs a proof of stats.',
    'Give an answer of stat validation with --proof.',
  ),
  [code.PACKAGE_NOT_INSTALLED]: text(
    'The package of that command is not installed.',
    'Install the package that the message names.',
    ({ package: name, command }: { readonly package: string; readonly command: string }) => ({
      sentence: `linesman ${command} is in ${name}, which is not installed.`,
      hint: `Run npm install ${name}, or npx --package ${name} linesman ${command}.`,
    }),
  ),
  [code.INVALID_CONFIGURATION]: text(
    'The configuration file cannot be used.',
    'It is a JSON object with "service", "rpc" or both, each a text.',
    invalidConfiguration,
  ),
  [code.SECRET_IN_CONFIGURATION]: text(
    'The configuration file names a key or a token.',
    'Take it out: a folder of somebody else must not say which key signs and which token is sent. ' +
      'Use a flag or the environment.',
    ({ file, key }: { readonly file: string; readonly key: string }) =>
      `${file} has the key ${quoted(key)}, which is not for it to say.`,
  ),
  [code.TOKEN_NOT_SENT]: text(
    'A token of the environment is not sent to a service that only the configuration file names.',
    'If the service is yours, name it with --service or LINESMAN_SERVICE.',
    ({ variable, service, file }: { readonly variable: string; readonly service: string; readonly file: string }) =>
      `The token of ${variable} is not sent to ${clipped(service)}, which only ${file} names.`,
  ),
  [code.FAULT_OF_LINESMAN]: text(
    'Something went wrong that was not foreseen.',
    'This is a fault of linesman; please report it.',
    ({ reason }: { readonly reason: string }) => clipped(reason),
  ),
} as const;
