import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Makes the proposed admin the admin. By the proposed admin. */
export const acceptAdmin = defineInstruction({
  program: 'oracle',
  name: 'accept_admin',
  args: struct({}),
  accounts: [
    ['newAdmin', 's'],
    ['config', 'w'],
  ],
});
