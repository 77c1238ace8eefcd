import type { CommandAdder } from 'linesman/cli';
import { addCheckProgram } from './checkProgram.js';
import { addConform } from './conform.js';
import { addRecord } from './record.js';
import { addRegress } from './regress.js';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  record: addRecord,
  regress: addRegress,
  conform: addConform,
  'check-program': addCheckProgram,
};
