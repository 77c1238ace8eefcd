import { struct } from '../../borsh/codec.js';
import { publicKey } from '../../borsh/publicKey.js';
import { defineInstruction } from '../define.js';

/** Proposes the next admin, who takes over with `accept_admin`. Admin only; 32 zero bytes withdraw the proposal. */
export const proposeAdmin = defineInstruction({
  program: 'oracle',
  name: 'propose_admin',
  args: struct({ newAdmin: publicKey }),
  accounts: [
    ['admin', 's'],
    ['config', 'w'],
  ],
});
