import type { CommandTable } from 'linesman/cli';
import type { executeCase as execute } from '../inspect/executeCase.js';

/** For `linesman inspect --logs`. */
export const executeCase: typeof execute = async (request) =>
  (await import('../inspect/executeCase.js')).executeCase(request);

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: CommandTable = {
  record: async () => (await import('./record.js')).addRecord,
  regress: async () => (await import('./regress.js')).addRegress,
  replay: async () => (await import('./replay.js')).addReplay,
  conform: async () => (await import('./conform.js')).addConform,
  'check-program': async () => (await import('./checkProgram.js')).addCheckProgram,
  init: async () => (await import('./init.js')).addInit,
};
