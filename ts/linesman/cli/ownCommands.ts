import type { CommandTable } from './commands.js';

/** The commands of this package. */
export const COMMANDS: CommandTable = {
  verify: async () => (await import('./proof/verify.js')).addVerify,
  inspect: async () => (await import('./proof/inspect.js')).addInspect,
  roots: async () => (await import('./proof/roots.js')).addRoots,
  encode: async () => (await import('./proof/encode.js')).addEncode,
  decode: async () => (await import('./proof/decode.js')).addDecode,
  error: async () => (await import('./tool/error.js')).addError,
  config: async () => (await import('./tool/config.js')).addConfig,
  completions: async () => (await import('./tool/completions.js')).addCompletions,
};
