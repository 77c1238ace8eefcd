import { attesterSetAccount } from '../../ts/sdk/program/account/attesterSet.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { attesterSetAddress } from '../../ts/sdk/program/address/oracle.js';
import type { ProgramAddress } from '../../ts/sdk/program/address/programAddress.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import type { LiteBank } from './liteBank.js';
import { ORACLE } from './oracleBank.js';

/** Keys that attest, each of them with lamports once it is in a set. */
export const ATTESTERS = Array.from({ length: 17 }, (_, i) => KeyPair.fromSeed(new Uint8Array(32).fill(120 + i)));

/** Puts an attester set at its address, as the program would write it. */
export function putAttesters(
  bank: Pick<LiteBank, 'put' | 'fund'>,
  keys: readonly KeyPair[],
  creator: Address,
  id = 1n,
): ProgramAddress {
  for (const { address } of keys) bank.fund(address);
  const at = attesterSetAddress(creator, id, ORACLE.programId);
  const set = { version: 1, bump: at.bump, creator, id, keys: keys.map(({ address }) => address) };
  bank.put(at.address, ORACLE.programId, attesterSetAccount.encode(set));
  return at;
}
