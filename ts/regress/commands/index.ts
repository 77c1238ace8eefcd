import type { CommandTable } from '@linesman/cli';
import type { executeCase as execute } from '../inspect/executeCase.js';

/** For `linesman inspect --logs`. */
export const executeCase: typeof execute = async (request) =>
  (await import('../inspect/executeCase.js')).executeCase(request);

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: CommandTable = {
  record: async () => (await import('./record.js')).recordCommand,
  regress: async () => (await import('./regress.js')).regressCommand,
  replay: async () => (await import('./replay.js')).replayCommand,
  conform: async () => (await import('./conform.js')).conformCommand,
  'check-program': async () => (await import('./checkProgram.js')).checkProgramCommand,
  init: async () => (await import('./init.js')).initCommand,
};
