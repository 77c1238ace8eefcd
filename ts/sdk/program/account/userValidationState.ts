import { publicKey, struct, u32, type ValueOf } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({ owner: publicKey, credits: u32 });
export type UserValidationState = ValueOf<typeof codec>;

/** The v4 validation credits that a user has left. */
export const userValidationStateAccount = defineAccount('UserValidationState', codec);
