import * as code from '../codes/verifier.js';
import { compactFormText } from './compactForm.js';
import type { Placed } from './documents.js';
import { problems, STRICT, text } from './text.js';

/** Texts of ../codes/verifier.ts. */
export const VERIFIER_TEXTS = {
  [code.INVALID_UPDATE_COUNT]: text(
    'A count in the summary is below 1.',
    STRICT,
    (context: Placed & ({ readonly updateCount: number } | { readonly updates: number; readonly fixtures: number })) =>
      'updates' in context
        ? `The slot counts ${context.updates} score records of ${context.fixtures} matches.`
        : `The number of score records is ${context.updateCount}.`,
  ),
  [code.INVALID_SIGNATURE_LAYOUT]: text(
    'The Ed25519 instruction does not have the one accepted layout.',
    'Build it with this package: one signature, 144 bytes, no references to other instructions.',
  ),
  [code.AMBIGUOUS_LEAF]: text(
    'A Borsh leaf has exactly 64 bytes and could pass for an inner node.',
    'Do not use this proof: the oracle never publishes such a record.',
    'The leaf of {what:clipped} has exactly 64 bytes.',
  ),
  [code.INVALID_COMPACT_FORM]: text(
    'The parts of the compact encoding are inconsistent, or not in their one valid encoding.',
    'Build it from a verified proof with compactForm, which omits everything unnecessary.',
    compactFormText,
  ),
  [code.SLOT_NOT_OVER]: text(
    "The slot of the root has not ended yet, by the chain's clock.",
    "Publish it again after the slot has ended; the chain's clock may be behind.",
  ),
  [code.ROOT_TOO_LATE]: text(
    "The slot of the root ended longer ago than the oracle's time limit for late roots.",
    "Publish it with the admin's signature as well: linesman publish-late.",
    ({ kind, slotStart }: { readonly kind: string; readonly slotStart: number }) =>
      `The ${kind} slot from ${slotStart} ended longer ago than the oracle's time limit for late roots; its root ` +
      "needs the admin's signature: linesman publish-late.",
  ),
  [code.WRONG_ATTESTER_SET]: text(
    'The account is not an attester set of the oracle program at its address.',
    "Pass the set's unchanged account from the chain.",
  ),
  [code.WRONG_ATTESTATION]: text(
    'The account is not the attestation of this attester set, kind and period.',
    "Pass the account whose address is derived from the set and from the kind and day of the proof's root.",
    problems({
      owner: 'The account belongs to another program than the oracle program.',
      layout: 'The bytes are not those of an attestation of layout version 1.',
      address: 'The account is not at the address derived from its content.',
      set: 'The attestation is of another attester set.',
      kind: 'The attestation is of kind {found}, not {expected}.',
      period: 'The attestation is of day {found}, not {expected}.',
      slot: 'The attestation has {found} slots; there is no slot {expected}.',
    }),
  ),
  [code.INVALID_ATTESTERS]: text(
    'An attester set has 1 to 16 distinct keys.',
    'List each key once, and only addresses that have a key.',
    'An attester set has 1 to 16 distinct keys, not {keys} of which {distinct} are distinct.',
  ),
  [code.NOT_AN_ATTESTER]: text('The signer is not a key of the attester set.', 'Sign with a key of the set.'),
  [code.INVALID_ENTRIES]: text(
    'One instruction attests 1 to 24 roots.',
    'Split the roots across several transactions.',
    'One instruction attests 1 to 24 roots, not {entries}.',
  ),
  [code.ATTESTED_ROOT_MISMATCH]: text(
    'The slot holds another root than the attested one.',
    'Do not attest the slot. Compare the records: the attester and the oracle had different ones.',
  ),
  [code.ATTESTATION_TOO_YOUNG]: text(
    'The attestation is kept for 400 days after its period, and after its creation.',
    'Close it later.',
  ),
  [code.INVALID_ROOTS_KIND]: text(
    'There is no kind of roots with this number.',
    'Pass 0 for scores, 1 for odds or 2 for fixtures.',
  ),
  [code.INVALID_LATE_AFTER]: text(
    'The time limit for late roots must be 600 to 604,800 seconds, and cannot return to 0 once it is set.',
    'Choose a limit in this range.',
  ),
} as const;
