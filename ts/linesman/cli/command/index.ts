import type { CommandAdder } from '../commands.js';
import { addCompletions } from '../tool/completions.js';
import { addConfig } from '../tool/config.js';
import { addDecode } from './decode.js';
import { addEncode } from './encode.js';
import { addError } from './error.js';
import { addVerify } from './verify.js';

/** The commands of this package. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  verify: addVerify,
  encode: addEncode,
  decode: addDecode,
  error: addError,
  config: addConfig,
  completions: addCompletions,
};
