import { i16, struct, u16, u32, u64, type ValueOf } from '../borsh/codec.js';

/**
 * One service level: price in whole service tokens per week, seconds between samples (0 for real time), and the bundles
 * of leagues and markets.
 */
export const serviceRow = struct({
  rowId: u16,
  pricePerWeekToken: u64,
  samplingIntervalSec: u32,
  leagueBundleId: i16,
  marketBundleId: i16,
});
export type ServiceRow = ValueOf<typeof serviceRow>;
