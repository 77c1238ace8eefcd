import type { Configured } from '@linesman/cli';
import { ADDRESS_NOT_OF_KEYPAIR, fail, OPTION_NEEDED } from '@linesman/sdk/error';
import { readKeypair } from '@linesman/sdk/node';
import type { Address, KeyPair } from '@linesman/sdk/program';

/** The wallet of a command, and its key pair if given. */
export interface Wallet {
  readonly address: Address;
  readonly pair: KeyPair | null;
}

/**
 * By its address, or by its key pair. Errors: OPTION_NEEDED for neither, ADDRESS_NOT_OF_KEYPAIR for two different ones;
 * INVALID_KEYPAIR_FILE.
 */
export function walletOf(
  address: Address | undefined,
  { keypair, from }: Configured & { readonly keypair?: string },
): Wallet {
  // A key pair in the environment must not prevent showing other wallets.
  const isMeant = address === undefined || from?.keypair !== 'environment';
  const pair = keypair === undefined || !isMeant ? null : readKeypair(keypair);
  if (pair !== null && address !== undefined && pair.address !== address)
    fail(ADDRESS_NOT_OF_KEYPAIR, { address, wallet: pair.address });
  const found = address ?? pair?.address;
  if (found === undefined) return fail(OPTION_NEEDED, { problem: 'no wallet' });
  return { address: found, pair };
}
