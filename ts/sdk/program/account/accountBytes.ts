import type { AttestationAccount } from '../../proof/attestation.js';
import { type Address, addressBytes } from '../address/address.js';

/** An account of a chain as the readers of attester sets and attestations take it. */
export const accountBytes = (
  address: Address,
  { owner, data }: { readonly owner: Address; readonly data: Uint8Array },
): AttestationAccount => ({ owner: addressBytes(owner), address: addressBytes(address), data });
