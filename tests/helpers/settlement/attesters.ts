import { attestationAccount } from '../../../ts/sdk/program/account/attestation.js';
import { attesterSetAccount } from '../../../ts/sdk/program/account/attesterSet.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { attestationAddress, attesterSetAddress, firstDayOf } from '../../../ts/sdk/program/address/oracle.js';
import { ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import type { Attesters } from '../../../ts/sdk/program/wire/terms.js';
import { ATTESTATION_LAYOUT as AT, ATTESTED_SLOTS } from '../../../ts/sdk/proof/attestation.js';
import type { RootsKind } from '../../../ts/sdk/proof/rootsAccount.js';
import type { TestChain } from './chain.js';

/** Where a root is: the slot of a proof. */
interface Place {
  readonly epochDay: number;
  readonly slot: number;
}

/** The bytes of an attestation. `bits`: by slot. */
export function attestationBytes(
  set: Address,
  kind: RootsKind,
  period: number,
  bump: number,
  bits: ReadonlyMap<number, number>,
): Buffer {
  const all = Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot) => bits.get(slot) ?? 0);
  const head = { version: AT.version, bump, kind, period, set, payer: ZERO_ADDRESS, made: 0 };
  return Buffer.from(attestationAccount.encode({ ...head, bits: all }));
}

/** An attester set of an oracle program and what it vouches for, written directly. */
export class TestAttesters {
  readonly set: Address;
  private readonly bits = new Map<string, Map<number, number>>();

  constructor(
    readonly chain: TestChain,
    readonly oracle: Address,
    readonly keys = 4,
  ) {
    const creator = chain.address();
    const { address, bump } = attesterSetAddress(creator, 7n, oracle);
    const list = Array.from({ length: keys }, () => chain.address());
    const stored = { version: AT.version, bump, creator, id: 7n, keys: list };
    chain.setAccount(address, oracle, Buffer.from(attesterSetAccount.encode(stored)));
    this.set = address;
  }

  /** Terms that ask for some of them. */
  least(least: number): Attesters {
    return { set: this.set, least };
  }

  attestation({ epochDay }: Pick<Place, 'epochDay'>, kind: RootsKind = 'scores'): Address {
    return attestationAddress(this.set, kind, epochDay, this.oracle).address;
  }

  /** Nobody vouches for the root of a slot any more, for the next `vouch`. */
  forget({ epochDay, slot }: Place): void {
    this.bits.get(this.attestation({ epochDay }))?.delete(slot);
  }

  /** The keys whose bits are set vouch for the root of a slot. Returns the attestation. */
  vouch({ epochDay, slot }: Place, bits: number, kind: RootsKind = 'scores'): Address {
    const { address, bump } = attestationAddress(this.set, kind, epochDay, this.oracle);
    const known = this.bits.get(address) ?? new Map<number, number>();
    this.bits.set(address, known.set(slot, bits));
    const bytes = attestationBytes(this.set, kind, firstDayOf(kind, epochDay), bump, known);
    this.chain.setAccount(address, this.oracle, bytes);
    return address;
  }
}
