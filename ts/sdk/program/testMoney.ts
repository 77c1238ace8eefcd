import { NO_FAUCET } from '../error/codes/market.js';
import { TRANSACTION_NOT_KNOWN } from '../error/codes/operation.js';
import { fail } from '../error/linesmanError.js';
import type { Address } from './address/address.js';
import type { RpcNode } from './rpcNode.js';

/** ms between two checks of an airdrop, and the number of checks. */
const LOOK = 200;
const MAX_LOOKS = 150;

/**
 * Requests lamports from the faucet of a test chain and waits for them. Returns the signature (Base58). Errors:
 * NO_FAUCET if the chain gives none; TRANSACTION_NOT_KNOWN if the outcome stays unknown for 30 s; those of the chain.
 *
 * @param sleep Waits this many ms.
 *
 * @example
 * ```ts
 * import { type Address, airdrop, type RpcNode } from '@linesman/sdk/program';
 *
 * declare const chain: RpcNode;
 * declare const wallet: Address;
 * await airdrop(chain, wallet, 1_000_000_000, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
 * ```
 */
export async function airdrop(
  chain: Pick<RpcNode, 'airdrop' | 'status'>,
  address: Address,
  lamports: number,
  sleep: (ms: number) => Promise<unknown>,
): Promise<string> {
  const signature = await chain.airdrop(address, lamports);
  for (let look = 0; look < MAX_LOOKS; look++) {
    const status = await chain.status(signature);
    if (status?.error === null) return signature;
    if (status !== null) return fail(NO_FAUCET, { problem: 'airdrop failed', signature });
    await sleep(LOOK);
  }
  return fail(TRANSACTION_NOT_KNOWN, { signature });
}
