import type { CommandAdder } from 'linesman/cli';
import { addCheckProgram } from './checkProgram.js';
import { addConform } from './conform.js';
import { addInit } from './init.js';
import { addRecord } from './record.js';
import { addRegress } from './regress.js';
import { addReplay } from './replay.js';

export { executeCase } from '../inspect/executeCase.js';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  record: addRecord,
  regress: addRegress,
  replay: addReplay,
  conform: addConform,
  'check-program': addCheckProgram,
  init: addInit,
};
