import { accountBytes } from '../../ts/sdk/program/account/accountBytes.js';
import { attestationAccount } from '../../ts/sdk/program/account/attestation.js';
import { attesterSetAccount } from '../../ts/sdk/program/account/attesterSet.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { attestationAddress, attesterSetAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { ATTESTED_SLOTS } from '../../ts/sdk/proof/attestation.js';
import type { AttesterAccounts } from '../../ts/sdk/proof/rootAttesters.js';
import type { RootsPlace } from '../../ts/sdk/proof/rootsPlace.js';
import { ATTESTERS } from './attesters.js';

const { oracle } = LOCALNET_PROGRAM_IDS;
const creator = (ATTESTERS[16] as (typeof ATTESTERS)[number]).address;

type Account = readonly [address: Address, account: { readonly owner: Address; readonly data: Uint8Array }];

/** A set of four keys, and its attestation in which `count` of them vouch for one root. */
export function vouchingAccounts({ kind, epochDay: period, index }: RootsPlace, count: number): [Account, Account] {
  const { address: set, bump } = attesterSetAddress(creator, 1n, oracle);
  const keys = ATTESTERS.slice(0, 4).map(({ address }) => address);
  const at = attestationAddress(set, kind, period, oracle);
  const bits = Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot) => (slot === index ? 2 ** count - 1 : 0));
  const attestation = { version: 1, bump: at.bump, kind, period, set, payer: creator, made: 1, bits };
  return [
    [set, { owner: oracle, data: attesterSetAccount.encode({ version: 1, bump, creator, id: 1n, keys }) }],
    [at.address, { owner: oracle, data: attestationAccount.encode(attestation) }],
  ];
}

/** The same as `RootAttesters` takes them. */
export function vouching(place: RootsPlace, count: number, least = count): AttesterAccounts {
  const [set, attestation] = vouchingAccounts(place, count).map((account) => accountBytes(...account)) as [
    AttesterAccounts['set'],
    AttesterAccounts['attestation'],
  ];
  return { oracle: addressBytes(oracle), set, attestation, least };
}
