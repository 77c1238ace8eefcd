import { type Address, address } from '../address/address.js';
import type { AccountsChain } from '../chain.js';

export const FEATURE_PROGRAM_ID: Address = address('Feature111111111111111111111111111111111111');

/** Bytes of an account: whether it is active, and since which slot. */
const ACTIVE = 9;

/** What a cluster says of a feature. A pending one becomes active at the next start of an epoch. */
export type FeatureState =
  | { readonly state: 'active'; readonly since: bigint }
  | { readonly state: 'pending' | 'absent' };

/** Reads a feature's account. Anybody can send lamports to the address, which makes an account of another owner. */
export function featureState(account: { readonly owner: Address; readonly data: Uint8Array } | null): FeatureState {
  if (account?.owner !== FEATURE_PROGRAM_ID) return { state: 'absent' };
  const { data } = account;
  if (data[0] !== 1 || data.length < ACTIVE) return { state: 'pending' };
  return { state: 'active', since: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true) };
}

/** The states of features, in their order. Errors: those of the chain. */
export const fetchFeatures = async (
  chain: Pick<AccountsChain, 'accounts'>,
  features: readonly { readonly id: Address }[],
): Promise<FeatureState[]> => (await chain.accounts(features.map(({ id }) => id))).map(featureState);
