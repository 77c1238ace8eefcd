import type { CommandAdder } from './commands.js';
import { addDecode } from './proof/decode.js';
import { addEncode } from './proof/encode.js';
import { addInspect } from './proof/inspect.js';
import { addRoots } from './proof/roots.js';
import { addVerify } from './proof/verify.js';
import { addCompletions } from './tool/completions.js';
import { addConfig } from './tool/config.js';
import { addError } from './tool/error.js';

/** The commands of this package. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  verify: addVerify,
  inspect: addInspect,
  roots: addRoots,
  encode: addEncode,
  decode: addDecode,
  error: addError,
  config: addConfig,
  completions: addCompletions,
};
