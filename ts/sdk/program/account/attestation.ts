import { ATTESTATION_LAYOUT, ATTESTED_SLOTS } from '../../proof/attestation.js';
import { ROOTS_KINDS, type RootsKind } from '../../proof/rootsAccount.js';
import type { Address } from '../address/address.js';
import { array, bytes, i64, publicKey, struct, u8, u16, variants } from '../borsh/codec.js';
import { type AccountKind, defineAccount } from './define.js';

/** Says which keys of a set vouch for which roots of a day; for fixtures, of ten days. */
export interface StoredAttestation {
  readonly version: number;
  readonly bump: number;
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first day of the window. */
  readonly period: number;
  readonly set: Address;
  /** The attester who created it, and who gets its rent back. */
  readonly payer: Address;
  /** When it was made, s. */
  readonly made: number;
  /** By slot, 288; for fixtures by hour, 240. Bit i: key i of the set vouches for the root of the slot. */
  readonly bits: readonly number[];
}

const head = {
  version: u8,
  bump: u8,
  kind: variants(ROOTS_KINDS),
  padding: u8,
  period: u16,
  padding2: bytes(2),
  set: publicKey,
  payer: publicKey,
  made: i64,
};
const layoutOf = (slots: number) => defineAccount('Attestation', struct({ ...head, bits: array(u16, slots) }));
const daily = layoutOf(ATTESTED_SLOTS.scores);
const tenDaily = layoutOf(ATTESTED_SLOTS.fixtures);
const { name, discriminator } = daily;

/** The attestation of a set, a kind of roots and a period. */
export const attestationAccount: AccountKind<StoredAttestation> = {
  name,
  discriminator,
  decode: (data) => {
    const isTenDaily = ROOTS_KINDS[data[ATTESTATION_LAYOUT.kindAt] ?? 0] === 'fixtures';
    const { padding: _, padding2: _2, ...content } = (isTenDaily ? tenDaily : daily).decode(data);
    return content;
  },
  encode: ({ bits, ...content }) =>
    (content.kind === 'fixtures' ? tenDaily : daily).encode({
      ...content,
      padding: 0,
      padding2: new Uint8Array(2),
      bits: [...bits],
    }),
};
