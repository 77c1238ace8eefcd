import { type Address, address } from '../address/address.js';
import type { AccountsChain } from '../chain.js';
import type { NetworkFeature } from './changes.js';

export const FEATURE_PROGRAM_ID: Address = address('Feature111111111111111111111111111111111111');

/** Bytes of an account: whether it is active, and since which slot. */
const ACTIVE = 9;

/** What a cluster says of a feature. A pending one becomes active at the next start of an epoch. */
export type FeatureState =
  | { readonly state: 'active'; readonly since: bigint }
  | { readonly state: 'pending' | 'absent' };

/** A feature, and what a cluster says of it. */
export type KnownFeature = NetworkFeature & FeatureState;

/** A feature in a line. */
export const featureText = (feature: KnownFeature): string =>
  `${feature.state === 'active' ? `active since slot ${feature.since}` : feature.state}: ${feature.what}`;

/** Reads a feature's account. Anybody can send lamports to the address, which makes an account of another owner. */
export function featureState(account: { readonly owner: Address; readonly data: Uint8Array } | null): FeatureState {
  if (account?.owner !== FEATURE_PROGRAM_ID) return { state: 'absent' };
  const { data } = account;
  if (data[0] !== 1 || data.length < ACTIVE) return { state: 'pending' };
  return { state: 'active', since: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true) };
}

/** Features with their states, in their order. Errors: those of the chain. */
export async function fetchFeatures(
  chain: Pick<AccountsChain, 'accounts'>,
  features: readonly NetworkFeature[],
): Promise<KnownFeature[]> {
  const accounts = await chain.accounts(features.map(({ id }) => id));
  return features.map((feature, i) => ({ ...feature, ...featureState(accounts[i] ?? null) }));
}
