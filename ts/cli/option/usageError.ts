import {
  ARGUMENT_MISSING,
  COMMAND_NOT_UNDERSTOOD,
  errorOf,
  type LinesmanError,
  NO_SUCH_OPTION,
  OPTION_WITHOUT_VALUE,
  REQUIRED_OPTION_MISSING,
  TOO_MANY_ARGUMENTS,
  UNKNOWN_COMMAND,
} from '@linesman/sdk/error';
import type { CommanderError } from 'commander';

const CODES = {
  'commander.unknownCommand': UNKNOWN_COMMAND,
  'commander.unknownOption': NO_SUCH_OPTION,
  'commander.missingMandatoryOptionValue': REQUIRED_OPTION_MISSING,
  'commander.missingArgument': ARGUMENT_MISSING,
  'commander.optionMissingArgument': OPTION_WITHOUT_VALUE,
  'commander.excessArguments': TOO_MANY_ARGUMENTS,
} as const;

const isKnown = (code: string): code is keyof typeof CODES => Object.hasOwn(CODES, code);

/** Converts an error of commander into one of ours. */
export const usageError = ({ code, message }: CommanderError): LinesmanError =>
  errorOf(
    isKnown(code) ? CODES[code] : COMMAND_NOT_UNDERSTOOD,
    {},
    { text: { sentence: message.replace(/^error: /, '') } },
  );
