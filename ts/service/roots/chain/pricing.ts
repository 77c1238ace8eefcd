import type { ServiceRow } from '@linesman/sdk/program';

const row = (
  rowId: number,
  pricePerWeekToken: number,
  samplingIntervalSec: number,
  leagueBundleId: number,
): ServiceRow => ({
  rowId,
  pricePerWeekToken: BigInt(pricePerWeekToken),
  samplingIntervalSec,
  leagueBundleId,
  marketBundleId: 0,
});
/** Service tokens per week for 10, 25, 50, 100 and all leagues; the bundles are 2 to 5, and 0 for all leagues. */
const SAMPLED = [125_000, 187_500, 250_000, 312_500, 625_000] as const;
const BUNDLES = [2, 3, 4, 5, 0] as const;

/** The price list of a new deployment; see "Activation and entitlement" in service.md. */
export const DEFAULT_PRICING: readonly ServiceRow[] = [
  row(0, 0, 60, 1),
  row(1, 0, 60, 1),
  ...SAMPLED.map((price, i) => row(2 + i, price, 60, BUNDLES[i] as number)),
  ...SAMPLED.map((price, i) => row(7 + i, 10 * price, 0, BUNDLES[i] as number)),
  row(21, SAMPLED[0], 60, -5),
  row(22, SAMPLED[1], 60, -20),
];
