import { struct } from '../../borsh/codec.js';
import { configParameters } from '../../wire/configParameters.js';
import { defineInstruction } from '../define.js';

/**
 * Writes the configuration of a deployment, once. Only the upgrade authority, which `programData` names, may send it.
 */
export const initializeConfig = defineInstruction({
  program: 'oracle',
  name: 'initialize_config',
  args: struct({ parameters: configParameters }),
  accounts: [
    ['authority', 'ws'],
    ['config', 'w'],
    ['programData', ''],
    ['systemProgram', ''],
  ],
});
