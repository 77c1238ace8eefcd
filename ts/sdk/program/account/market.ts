import { bool, hash32, publicKey, struct, u8, u32, u64, type ValueOf, variants } from '../borsh/codec.js';
import { moment } from '../wire/moment.js';
import { terms } from '../wire/terms.js';
import { defineAccount } from './define.js';
import { POOL_VERSION, poolFields } from './pool.js';

const codec = struct({
  version: u8,
  bump: u8,
  vaultBump: u8,
  creator: publicKey,
  id: u64,
  termsHash: hash32,
  state: variants(['Open', 'Proposed', 'Final', 'Void']),
  ...poolFields,
  proposal: struct({ outcome: u8, orderKey: u64, since: moment, void: bool }),
  parlays: u32,
  terms,
});
export type Market = ValueOf<typeof codec>;

/**
 * A market: its terms, its state and its debts. Amounts in base units of the mint, times in Unix seconds.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, fetchAccount, LOCALNET_PROGRAM_IDS, marketAccount } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const address: Address;
 * const { state, terms } = await fetchAccount(chain, marketAccount, address, LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export const marketAccount = defineAccount('Market', codec, POOL_VERSION);
