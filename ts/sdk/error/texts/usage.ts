import * as code from '../codes/usage.js';
import { clipped, quoted } from '../quoted.js';
import { reasonOf } from './files.js';
import { howToInstall, joined, problems, text } from './text.js';

/** An option as typed (`--market`), or an argument as its help names it (`<amount>`). */
export interface Given {
  readonly option: string;
  readonly value: string;
}

const LEVELS = 'linesman subscribe --help lists the levels of a new deployment.';
const HELP = 'Run the command with --help to see its options.';

const isNot = ({ option, value }: Given, what: string): string => `${option} ${quoted(value)} is not ${what}.`;

/** Texts of ../codes/usage.ts. */
export const USAGE_TEXTS = {
  [code.UNKNOWN_COMMAND]: text('There is no such command.', 'List the commands with linesman --help.'),
  [code.NO_SUCH_OPTION]: text('The command has no such option.', HELP),
  [code.REQUIRED_OPTION_MISSING]: text('A required option is missing.', HELP),
  [code.ARGUMENT_MISSING]: text('A required argument is missing.', HELP),
  [code.OPTION_WITHOUT_VALUE]: text('An option is missing its value.', HELP),
  [code.TOO_MANY_ARGUMENTS]: text('The command accepts fewer arguments.', HELP),
  [code.COMMAND_NOT_UNDERSTOOD]: text('The command line does not parse.', HELP),
  [code.OPTION_NEEDED]: text(
    'This use of the command needs another option.',
    HELP,
    problems({
      'no store': ['No store is given.', 'Pass --store, or set LINESMAN_STORE.'],
      'no API token': [
        'No API token is given.',
        'Pass --api-token-file, or set LINESMAN_API_TOKEN_FILE or LINESMAN_API_TOKEN.',
      ],
      'no wallet': ['No wallet is given.', 'Pass its address, or --keypair.'],
      'no start': [
        '--stakes-close is needed, because there is no service that knows when the match starts.',
        'Pass the time, or --service with --api-token-file.',
      ],
      'no outcomes': [
        'There is nothing to bet on.',
        'Pass --line, --total or --three-way, or a condition with --where.',
      ],
      'no order': [
        '--level and --weeks are needed, or --activate with a transaction.',
        `Pass both to subscribe, or --activate to repeat an activation; ${LEVELS}`,
      ],
      'no proof': [
        'There is nothing to post.',
        'Pass --keys with --service to request a proof, or --proof with a saved answer.',
      ],
      'no weeks': ['--level {level} needs --weeks.', 'Add the number of weeks: --weeks 4, 8, … 252.'],
      'no level': ['--weeks {weeks} needs --level.', `Add --level; ${LEVELS}`],
      'no source': [
        'An attester needs records to rebuild roots from.',
        'Pass --service with --api-token-file, or --store; if you pass several, they must agree.',
      ],
      'no service': ['A proof is fetched from a service.', 'Add --service with its address.'],
      'no stats': ['--fixture needs stats to prove.', 'Add --keys, or --where with a condition.'],
      'nothing to record': [
        'There is nothing to record.',
        'Add --fixture with --keys or --where, or --market with its address.',
      ],
      'no condition': ['The form {form:text} needs a condition.', 'Add it with --where.'],
      'no admin': (context: { readonly changes: readonly string[]; readonly admin: string }) => ({
        sentence: `Only the admin can change ${joined(context.changes)}.`,
        hint: `Pass --admin with the key pair of ${context.admin}.`,
      }),
      'not alone': (context: { readonly option: string; readonly needed: readonly string[] }) => ({
        sentence: `${context.option} needs ${joined(context.needed)}.`,
        hint: `Add ${joined(context.needed)}; --help explains them.`,
      }),
    }),
  ),
  [code.CONFLICTING_OPTIONS]: text(
    'Two options exclude each other.',
    'Omit one of them.',
    ({ option, others }: { readonly option: string; readonly others: readonly string[] }) =>
      `${option} cannot be combined with ${joined(others, 'or')}.`,
  ),
  [code.OPTION_NOT_APPLICABLE]: text(
    'The option does not apply to this use of the command.',
    HELP,
    problems({
      'counted elsewhere': [
        '--metrics is for a process that reads records from --nats into a --store.',
        'A running service counts these records itself: linesman serve --metrics.',
      ],
      needs: ['{option:clipped} is for {for:text}, with {other:text}.', 'Add {other:text}, or omit this option.'],
      excluded: ['{option:clipped} is for {for:text}, without {other:text}.', 'Omit this option, or {other:text}.'],
      'other role': [
        'The {role:text} is {found:text}, not {given:text}, the value of --for.',
        'Pass the vault that has the role, or transfer the role to it first.',
      ],
      'other form': (context: {
        readonly options: readonly string[];
        readonly forms: readonly string[];
        readonly form: string;
      }) => ({
        sentence:
          `${joined(context.options)} ${context.options.length === 1 ? 'belongs' : 'belong'} to --form ` +
          `${joined(context.forms, 'or')}, not to ${context.form}.`,
        hint: 'See linesman encode --help.',
      }),
      'no condition': ['The form {form:text} accepts no condition: the market has one.', 'Omit --where.'],
    }),
  ),
  [code.UNKNOWN_CHOICE]: text(
    'The value is not one of the choices of the option.',
    'Choose one of the listed values; --help explains them.',
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
    'Pass 32 bytes in Base58.',
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
    '{value:quoted} is not a day.',
  ),
  [code.MALFORMED_AMOUNT]: text(
    'The value is not an amount of whole tokens.',
    'Write, for example, 5 or 0.25.',
    ({ decimals, mayBeZero, ...given }: Given & { readonly decimals: number; readonly mayBeZero: boolean }) => ({
      sentence: isNot(given, `an amount ${mayBeZero ? '' : 'above 0 '}with up to ${decimals} decimal places`),
      ...(mayBeZero && { hint: 'Write for example 5 or 0.25; 0 for none.' }),
    }),
  ),
  [code.MALFORMED_LISTEN_ADDRESS]: text(
    'The value is not a port from 0 to 65535, or an address with a port.',
    'Write, for example, 9464, 0.0.0.0:9464 or [::]:9464.',
    (given: Given) => isNot(given, 'a port from 0 to 65535, or an address with a port'),
  ),
  [code.MALFORMED_NETWORK]: text(
    'The value is not a network.',
    'Write, for example, 10.0.0.0/8 or 192.0.2.7; separate several with commas. A network of all addresses is refused.',
    ({ named, ...given }: Given & { readonly named: readonly string[] }) => ({
      sentence: isNot(given, 'a network'),
      hint: `Write for example 10.0.0.0/8 or 192.0.2.7, or ${named.join(', ')}; separate several with commas.`,
    }),
  ),
  [code.MALFORMED_HOST]: text(
    'The value is not a host name or address.',
    'Write, for example, oracle.example or 192.0.2.7:8080, in lower case; separate several with commas.',
    (given: Given) => isNot(given, 'a host name or address'),
  ),
  [code.MALFORMED_TOKEN]: text(
    'The API token is not one printable word.',
    'Pass only the token that the activation returned.',
    // The value is not quoted, because even a malformed one may be a secret.
    'The API token in {from:clipped} is not one printable word.',
  ),
  [code.NOT_AN_ERROR_NUMBER]: text(
    'The value is not an error number.',
    'Write it like 6023, or like 0x1787.',
    '{value:quoted} is not an error number.',
  ),
  [code.STORE_FOLDER_NOT_USABLE]: text(
    'The folder of --store cannot hold a store.',
    'Choose a new folder, an empty one, or one that contains a store.',
    (
      context:
        | { readonly problem: 'holds something else'; readonly folder: string }
        | { readonly problem: 'unusable'; readonly folder: string; readonly errno: string },
    ) =>
      context.problem === 'unusable'
        ? `--store ${clipped(context.folder)} cannot be used as a folder: ${reasonOf(context.errno)}.`
        : `--store ${clipped(context.folder)} contains something other than a store.`,
  ),
  [code.FORM_NOT_ENCODABLE]: text(
    'The answer cannot be encoded in that form.',
    'See linesman encode --help.',
    'An answer of the form {answer:text} cannot be encoded as {form:text}.',
  ),
  [code.WITNESS_NOT_USABLE]: text(
    'The answer in --witness cannot serve as a witness.',
    'Request one nonzero stat of the same score record, or several in version 1 or 2.',
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
    'Pass one of the two.',
    'The address {address:text} does not match --keypair, whose address is {wallet:text}.',
  ),
  [code.SENT_TO_SENDER]: text(
    'The sender and the recipient are the same wallet.',
    'Pass another wallet with --to.',
    '--to {wallet:text} is the wallet of the sender.',
  ),
  [code.BELOW_RENT]: text(
    'The recipient would hold less SOL than the rent-exempt minimum.',
    'Send more.',
    '{wallet:text} would hold less than the rent-exempt minimum of {least:text} SOL.',
  ),
  [code.NO_STATS_TO_SETTLE]: text('The demo needs a proof of stats.', 'Pass a stat validation answer with --proof.'),
  [code.PACKAGE_NOT_INSTALLED]: text(
    'The package of that command is not installed.',
    'Install the package in the message.',
    ({ package: name, command }: { readonly package: string; readonly command: string }) => ({
      sentence: `linesman ${command} is in ${name}, which is not installed.`,
      hint: `${howToInstall([name])}.`,
    }),
  ),
  [code.INVALID_CONFIGURATION]: text(
    'The configuration file cannot be used.',
    'Write a JSON object. linesman.json has "service", "rpc" or both, each a string. A file of --config has ' +
      'options of the command by name: texts or numbers, true for one without a value, lists for repeated ones.',
    problems({
      'not readable': '{file:clipped} cannot be read: {errno:reason}.',
      'no file': '{file:clipped} is not a file.',
      'too large': '{file:clipped} is larger than {kibibytes} KiB.',
      'not JSON': '{file:clipped} is not JSON.',
      'no object': '{file:clipped} is not a JSON object.',
      'unknown key': '{file:clipped} has the unknown key {key:quoted}.',
      'no text': '{key:quoted} in {file:clipped} is not a string.',
      'wrong value': (context: { readonly file: string; readonly key: string; readonly form: string | null }) => {
        const file = clipped(context.file);
        return `${quoted(context.key)} in ${file} is not ${context.form ?? 'true'}.`;
      },
    }),
  ),
  [code.SECRET_IN_CONFIGURATION]: text(
    'The configuration file contains a key or a token.',
    "Remove it, and use a flag or the environment: otherwise, someone else's folder could choose the key that " +
      'signs or the token that is sent.',
    '{file:text} sets {key:quoted}, which a configuration file must not set.',
  ),
  [code.TOKEN_NOT_SENT]: text(
    'A token from the environment is not sent to a service that comes only from the configuration file.',
    'If you trust the service, pass it with --service or LINESMAN_SERVICE.',
    'The token in {variable:text} is not sent to {service:clipped}, which comes only from {file:text}.',
  ),
  [code.FILE_NOT_WRITABLE]: text(
    'The file cannot be written.',
    'Choose another file.',
    '{file:clipped} cannot be written: {errno:reason}.',
  ),
  [code.FAULT_OF_LINESMAN]: text(
    'An unexpected error occurred.',
    'Please report this bug in linesman.',
    ({ reason }: { readonly reason: string }) => clipped(reason),
  ),
} as const;
