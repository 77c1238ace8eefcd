import { struct } from '../../borsh/codec.js';
import { configUpdate } from '../../wire/configParameters.js';
import { defineInstruction } from '../define.js';

/** Changes any part of the configuration except the admin. Admin only. */
export const updateConfig = defineInstruction({
  program: 'oracle',
  name: 'update_config',
  args: struct({ update: configUpdate }),
  accounts: [
    ['admin', 's'],
    ['config', 'w'],
  ],
});
