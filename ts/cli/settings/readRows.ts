import type { Command } from 'commander';
import { type FlagsOf, flagOf, type Given, type OptionRow, type OptionRows } from '../option/row.js';
import type { Source } from '../option/settings.js';
import { CONFIGURATION_FILE, readConfigurationFile } from './configuration.js';

/**
 * The values of a command, as its rows read them. Errors: those of the rows; INVALID_CONFIGURATION and
 * SECRET_IN_CONFIGURATION for any command that the file could configure, even if nothing in it is needed: a hostile
 * file must not go unnoticed.
 */
export function readRows<R extends OptionRows>(command: Command, rows: R): FlagsOf<R> {
  const all = Object.entries(rows);
  const inFile = all.some(([, { elsewhere }]) => elsewhere) ? readConfigurationFile() : {};
  const flags: Record<string, unknown> = {};
  const from: Record<string, Source> = {};
  const words = command.processedArgs.values();
  for (const [key, row] of all) {
    const { source, given, name } = row.isArgument
      ? { source: 'flag' as const, given: words.next().value, name: row.value ?? '' }
      : found(command, key, row, inFile);
    const value = row.read(given, name);
    if (value === undefined) continue;
    flags[key] = value;
    from[key] = source;
  }
  return { ...flags, from } as FlagsOf<R>;
}

/** Whether an option has a value although no flag gives it. Errors: those of the file. */
export const isFoundElsewhere = (command: Command, key: string, row: OptionRow<unknown>): boolean =>
  row.elsewhere !== undefined && found(command, key, row, readConfigurationFile()).given !== undefined;

interface Found {
  readonly source: Source;
  readonly given: Given;
  /** Its name in errors. */
  readonly name: string;
}

function found(
  command: Command,
  key: string,
  row: OptionRow<unknown>,
  inFile: Readonly<Record<string, string>>,
): Found {
  const name = flagOf(key);
  const attribute = attributeOf(key);
  const given = command.getOptionValue(attribute);
  // `--no-results` is the value `false` of `results`.
  if (attribute !== key) return { source: 'flag', given: given === false ? true : undefined, name };
  if (command.getOptionValueSource(attribute) === 'cli')
    return { source: 'flag', given: given === false ? undefined : given, name };
  const { variable, mayStandInFile } = row.elsewhere ?? {};
  // An empty variable counts as unset.
  if (variable && process.env[variable]) return { source: 'environment', given: process.env[variable], name: variable };
  if (mayStandInFile && inFile[key] !== undefined)
    return { source: 'file', given: inFile[key], name: `${key} in ${CONFIGURATION_FILE}` };
  return { source: 'default', given: row.preset, name };
}

/** The name under which commander has the value of an option. */
const attributeOf = (key: string): string => key.replace(/^no([A-Z])/, (_, letter: string) => letter.toLowerCase());
