import {
  type Address,
  type Attesters,
  addressBytes,
  attestationAddress,
  attesterSetAddress,
} from '../../../ts/linesman/program/index.js';
import {
  ATTESTATION_LAYOUT as AT,
  ATTESTED_SLOTS,
  ROOTS_KINDS,
  type RootsKind,
} from '../../../ts/linesman/proof/index.js';
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
  const data = Buffer.alloc(AT.bitsAt + 2 * ATTESTED_SLOTS[kind]);
  data.set(AT.discriminator);
  data.set([AT.version, bump, ROOTS_KINDS.indexOf(kind)], AT.versionAt);
  data.writeUInt16LE(period, AT.periodAt);
  data.set(addressBytes(set), AT.setAt);
  for (const [slot, vouchers] of bits) data.writeUInt16LE(vouchers, AT.bitsAt + 2 * slot);
  return data;
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
    const data = Buffer.alloc(AT.setKeysAt);
    data.set(AT.setDiscriminator);
    data.set([AT.version, bump], AT.versionAt);
    data.set(addressBytes(creator), AT.setCreatorAt);
    data.writeBigUInt64LE(7n, AT.setIdAt);
    data.writeUInt32LE(keys, AT.setCountAt);
    const list = Array.from({ length: keys }, () => Buffer.from(addressBytes(chain.address())));
    chain.setAccount(address, oracle, Buffer.concat([data, ...list]));
    this.set = address;
  }

  /** Terms that ask for some of them. */
  least(least: number): Attesters {
    return { set: this.set, least };
  }

  attestation({ epochDay }: Pick<Place, 'epochDay'>, kind: RootsKind = 'scores'): Address {
    return attestationAddress(this.set, kind, epochDay, this.oracle).address;
  }

  /** The keys whose bits are set vouch for the root of a slot. Returns the attestation. */
  vouch({ epochDay, slot }: Place, bits: number, kind: RootsKind = 'scores'): Address {
    const { address, bump } = attestationAddress(this.set, kind, epochDay, this.oracle);
    const period = kind === 'fixtures' ? epochDay - (epochDay % 10) : epochDay;
    const known = this.bits.get(address) ?? new Map<number, number>();
    this.bits.set(address, known.set(slot, bits));
    this.chain.setAccount(address, this.oracle, attestationBytes(this.set, kind, period, bump, known));
    return address;
  }
}
