import type { CommandTable } from './commands.js';

/** The commands of this package. */
export const COMMANDS: CommandTable = {
  verify: async () => (await import('./proof/verify.js')).verifyCommand,
  inspect: async () => (await import('./proof/inspect.js')).inspectCommand,
  roots: async () => (await import('./proof/roots.js')).rootsCommand,
  encode: async () => (await import('./proof/encode.js')).encodeCommand,
  decode: async () => (await import('./proof/decode.js')).decodeCommand,
  error: async () => (await import('./tool/error.js')).errorCommand,
  'check-chain': async () => (await import('./chain/checkChain.js')).checkChainCommand,
  config: async () => (await import('./tool/config.js')).configCommand,
  completions: async () => (await import('./tool/completions.js')).completionsCommand,
};
