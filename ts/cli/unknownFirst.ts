import type { Command, Option } from 'commander';
import { RowOption } from './command.js';
import { isFoundElsewhere } from './settings/readRows.js';

/** Methods that commander calls on wrong usage; its types leave them out. */
interface Refusals {
  missingMandatoryOptionValue(option: Option): void;
  unknownOption(flag: string): never;
}

/**
 * Makes a command report an unknown option before a missing one: a user who types `--markett` must see the typo
 * reported, not that `--market` is missing. An option that the configuration sets is not missing.
 */
export function sayUnknownFirst(command: Command): void {
  const refusals = command as unknown as Refusals;
  const missing = refusals.missingMandatoryOptionValue.bind(command);
  refusals.missingMandatoryOptionValue = (option) => {
    const unknown = unknownIn(command);
    if (unknown !== undefined) refusals.unknownOption(unknown);
    if (!(option instanceof RowOption)) return missing(option);
    const { key, row } = option;
    if (isFoundElsewhere(command, key, row)) return;
    if (row.elsewhere) {
      const { variable } = row.elsewhere;
      command.error(`error: required option '${option.flags}' not specified, and ${variable} is not set`, {
        code: 'commander.missingMandatoryOptionValue',
      });
    }
    missing(option);
  };
  for (const inner of command.commands) sayUnknownFirst(inner);
}

/** The first word that looks like an option and is not one of the command's. */
function unknownIn(command: Command): string | undefined {
  let root = command;
  while (root.parent) root = root.parent;
  const { rawArgs } = root as unknown as { readonly rawArgs: readonly string[] };
  const end = rawArgs.indexOf('--');
  return rawArgs
    .slice(0, end < 0 ? undefined : end)
    .map((word) => word.split('=', 1)[0] ?? '')
    .find((word) => /^--[a-z]/.test(word) && word !== '--help' && !command.options.some(({ long }) => long === word));
}
