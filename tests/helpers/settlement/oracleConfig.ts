import { oracleConfigAccount } from '../../../ts/sdk/program/account/oracleConfig.js';
import { type Address, addressOf } from '../../../ts/sdk/program/address/address.js';
import { configAddress } from '../../../ts/sdk/program/address/oracle.js';
import type { TestChain } from './chain.js';

const NOBODY = addressOf(new Uint8Array(32).fill(7));

/** An oracle configuration with these keys, as the program would write it. 32 zero bytes: no next key. */
export const configBytes = (oracleKey: Uint8Array, nextOracleKey = new Uint8Array(32)): Uint8Array =>
  oracleConfigAccount.encode({
    admin: NOBODY,
    pendingAdmin: NOBODY,
    publisher: NOBODY,
    backendAdmin: NOBODY,
    oracleKey,
    nextOracleKey,
    serviceMint: NOBODY,
    stablecoinMint: NOBODY,
    creditPackPrice: 1n,
    bump: 255,
    lateAfter: 0,
    before: 0,
    changed: 0,
    reserved: new Uint8Array(47),
  });

/** Puts the configuration of an oracle program on chain. */
export function putConfig(chain: TestChain, oracle: Address, ...keys: Parameters<typeof configBytes>): void {
  chain.setAccount(configAddress(oracle).address, oracle, configBytes(...keys));
}
