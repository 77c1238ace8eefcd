import type { Command } from 'commander';
import { type FlagsOf, flagOf, type Given, type OptionRow, type OptionRows } from '../option/row.js';
import type { Source } from '../option/settings.js';
import { CONFIGURATION_FILE, givenIn, readConfigurationFile, readNamedFile } from './configuration.js';

/**
 * The values of a command, as its rows read them. Errors: those of the rows; INVALID_CONFIGURATION and
 * SECRET_IN_CONFIGURATION for any command that the file could configure, even if nothing in it is needed: a hostile
 * file must not go unnoticed.
 */
export function readRows<R extends OptionRows>(command: Command, rows: R): FlagsOf<R> {
  const all = Object.entries(rows);
  const files = filesOf(
    command,
    all.some(([, { elsewhere }]) => elsewhere),
  );
  const flags: Record<string, unknown> = {};
  const from: Record<string, Source> = {};
  const words = command.processedArgs.values();
  for (const [key, row] of all) {
    const { source, given, name } = row.isArgument
      ? { source: 'flag' as const, given: words.next().value, name: row.value ?? '' }
      : found(command, key, row, files);
    const value = row.read(given, name);
    if (value === undefined) continue;
    flags[key] = value;
    from[key] = source;
  }
  return { ...flags, from } as FlagsOf<R>;
}

/** Whether an option has a value although no flag gives it. Errors: those of the file. */
export const isFoundElsewhere = (command: Command, key: string, row: OptionRow<unknown>): boolean =>
  found(command, key, row, filesOf(command, row.elsewhere !== undefined)).given !== undefined;

/** The values in the file that `--config` names, by option, or else in the one in the working folder. */
interface Files {
  readonly named?: { readonly file: string; readonly values: Readonly<Record<string, unknown>> };
  readonly inFolder: Readonly<Record<string, string>>;
}

function filesOf(command: Command, mayStandInFolder: boolean): Files {
  const option = command.options.find(({ long }) => long === flagOf('config'));
  const file = option && command.getOptionValue(option.attributeName());
  if (file === undefined) return { inFolder: mayStandInFolder ? readConfigurationFile() : {} };
  const known = command.options.filter((one) => one !== option).map(({ long }) => `${long}`.slice(2));
  return { named: { file, values: readNamedFile(file, known) }, inFolder: {} };
}

interface Found {
  readonly source: Source;
  readonly given: Given;
  /** Its name in errors. */
  readonly name: string;
}

function found(command: Command, key: string, row: OptionRow<unknown>, { named, inFolder }: Files): Found {
  const name = flagOf(key);
  const attribute = attributeOf(key);
  const given = command.getOptionValue(attribute);
  const isNamed = named && Object.hasOwn(named.values, name.slice(2));
  // `--no-results` is the value `false` of `results`.
  if (attribute !== key && (given === false || !isNamed))
    return { source: 'flag', given: given === false ? true : undefined, name };
  if (attribute === key && command.getOptionValueSource(attribute) === 'cli')
    return { source: 'flag', given: given === false ? undefined : given, name };
  const { variable, mayStandInFile } = row.elsewhere ?? {};
  // An empty variable counts as unset.
  if (variable && process.env[variable]) return { source: 'environment', given: process.env[variable], name: variable };
  if (isNamed) {
    const [{ file, values }, option] = [named, name.slice(2)];
    // Counts as a flag, because whoever calls the command has named the file.
    return { source: 'flag', given: givenIn(file, option, values[option], row), name: `${option} in ${file}` };
  }
  if (mayStandInFile && inFolder[key] !== undefined)
    return { source: 'file', given: inFolder[key], name: `${key} in ${CONFIGURATION_FILE}` };
  return { source: 'default', given: row.preset, name };
}

/** The name under which commander has the value of an option. */
const attributeOf = (key: string): string => key.replace(/^no([A-Z])/, (_, letter: string) => letter.toLowerCase());
