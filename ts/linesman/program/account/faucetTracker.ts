import { i64, struct, type ValueOf } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({ lastRequestTime: i64 });
export type FaucetTracker = ValueOf<typeof codec>;

/** When a user last asked the faucet of a test build, s. */
export const faucetTrackerAccount = defineAccount('FaucetTracker', codec);
