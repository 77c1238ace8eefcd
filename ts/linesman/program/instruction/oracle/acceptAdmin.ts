import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Completes the change of admin. The proposed admin signs. */
export const acceptAdmin = defineInstruction({
  program: 'oracle',
  name: 'accept_admin',
  args: struct({}),
  accounts: [
    ['newAdmin', 's'],
    ['config', 'w'],
  ],
});
