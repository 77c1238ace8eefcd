import { struct, u32, type ValueOf } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';
import { defineAccount } from './define.js';

const codec = struct({ owner: publicKey, credits: u32 });
export type UserValidationState = ValueOf<typeof codec>;

/** How many v4 validations a user may still ask for. */
export const userValidationStateAccount = defineAccount('UserValidationState', codec);
