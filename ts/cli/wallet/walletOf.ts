import { type Keypair, PublicKey } from '@solana/web3.js';
import { fail, quoted } from '../../error/index.js';
import { readKeypair } from '../../service/auth/readKeypair.js';

/** Which wallet a command is about, and its key pair where that is given. */
export interface Wallet {
  readonly address: PublicKey;
  readonly pair: Keypair | null;
}

/** By its address, or by its key pair. Errors: 7015, also for none or two different ones; 7030. */
export function walletOf(address: string | undefined, keypair: string | undefined): Wallet {
  const pair = keypair === undefined ? null : readKeypair(keypair);
  const named = address === undefined ? null : addressOf(address);
  if (pair !== null && named !== null && !pair.publicKey.equals(named))
    fail(7015, { message: `The address ${named} is not that of --keypair, which is ${pair.publicKey}.` });
  const found = named ?? pair?.publicKey;
  if (found === undefined) return fail(7015, { message: 'Whose wallet? Give its address, or --keypair.' });
  return { address: found, pair };
}

function addressOf(text: string): PublicKey {
  try {
    return new PublicKey(text);
  } catch {
    return fail(7015, { message: `${quoted(text)} is no address of a wallet.` });
  }
}
