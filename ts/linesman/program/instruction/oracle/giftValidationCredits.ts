import { struct, u32 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Gives `targetUser` packs of 100 validation credits. Admin only. */
export const giftValidationCredits = defineInstruction({
  program: 'oracle',
  name: 'gift_validation_credits',
  args: struct({ hundreds: u32 }),
  accounts: [
    ['authority', 'ws'],
    ['targetUser', ''],
    ['userValidationState', 'w'],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
