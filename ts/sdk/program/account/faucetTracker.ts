import { i64, struct, type ValueOf } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({ lastRequestTime: i64 });
export type FaucetTracker = ValueOf<typeof codec>;

/** When a user last used the faucet of a test build, in Unix seconds. */
export const faucetTrackerAccount = defineAccount('FaucetTracker', codec);
