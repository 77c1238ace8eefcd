import {
  type Address,
  configAddress,
  oracleConfigAccount,
  userValidationStateAccount,
  userValidationStateAddress,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import type { PlacedAccount } from '../engine/engine.js';

/** Further accounts of a signed validation: its user, the oracle's keys, and credits to spend. */
export function signedAccounts(
  programId: Address,
  user: Address,
  [oracleKey, nextOracleKey]: readonly [Uint8Array, Uint8Array],
  credits: number,
): [user: PlacedAccount, config: PlacedAccount, credits: PlacedAccount] {
  const config = configAddress(programId);
  return [
    { address: user, owner: ZERO_ADDRESS, data: new Uint8Array(0) },
    {
      address: config.address,
      owner: programId,
      data: oracleConfigAccount.encode({
        admin: user,
        pendingAdmin: ZERO_ADDRESS,
        publisher: user,
        backendAdmin: user,
        oracleKey,
        nextOracleKey,
        serviceMint: ZERO_ADDRESS,
        stablecoinMint: ZERO_ADDRESS,
        creditPackPrice: 0n,
        bump: config.bump,
        lateAfter: 0,
        before: 0,
        changed: 0,
        reserved: new Uint8Array(47),
      }),
    },
    {
      address: userValidationStateAddress(user, programId).address,
      owner: programId,
      data: userValidationStateAccount.encode({ owner: user, credits }),
    },
  ];
}
