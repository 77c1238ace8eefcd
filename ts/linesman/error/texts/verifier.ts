import * as code from '../codes/verifier.js';
import { clipped } from '../quoted.js';
import { compactFormText } from './compactForm.js';
import type { Placed } from './documents.js';
import { STRICT, text } from './text.js';

/** An account that is not the attestation asked for. */
function attestationText(
  context:
    | { readonly problem: 'owner' | 'layout' | 'address' | 'set' }
    | { readonly problem: 'kind' | 'period' | 'slot'; readonly found: number; readonly expected: number },
): string {
  switch (context.problem) {
    case 'owner':
      return 'The account belongs to another program than the oracle program.';
    case 'layout':
      return 'The bytes are not those of an attestation of layout version 1.';
    case 'address':
      return 'The account is not at the address that its content leads to.';
    case 'set':
      return 'The attestation is of another attester set.';
    case 'kind':
      return `The attestation is of kind ${context.found}, not ${context.expected}.`;
    case 'period':
      return `The attestation is of day ${context.found}, not ${context.expected}.`;
    case 'slot':
      return `The attestation has ${context.found} slots; there is no slot ${context.expected}.`;
  }
}

/** Texts of ../codes/verifier.ts. */
export const VERIFIER_TEXTS = {
  [code.INVALID_UPDATE_COUNT]: text(
    'A count in the summary is below 1.',
    STRICT,
    (context: Placed & ({ readonly updateCount: number } | { readonly updates: number; readonly fixtures: number })) =>
      'updates' in context
        ? `The batch counts ${context.updates} updates of ${context.fixtures} fixtures.`
        : `The update count is ${context.updateCount}.`,
  ),
  [code.INVALID_SIGNATURE_LAYOUT]: text(
    'The Ed25519 instruction does not have the one accepted layout.',
    'Build it with this package: one signature, 144 bytes, no references to other instructions.',
  ),
  [code.AMBIGUOUS_LEAF]: text(
    'A Borsh leaf has exactly 64 bytes and could pass for an inner node.',
    'The oracle never commits to such a record; the proof cannot be accepted.',
    ({ what }: { readonly what: string }) => `The leaf of ${clipped(what)} has exactly 64 bytes.`,
  ),
  [code.INVALID_COMPACT_FORM]: text(
    'The parts of the compact form are inconsistent, or not in their one valid encoding.',
    'Build it from a verified proof with compactForm, which leaves out all that is not needed.',
    compactFormText,
  ),
  [code.WRONG_ATTESTER_SET]: text(
    'The account is not an attester set of the oracle program at its address.',
    'Pass the account of the set, as it is on chain.',
  ),
  [code.WRONG_ATTESTATION]: text(
    'The account is not the attestation of the attester set, the kind and the period.',
    "Pass the account whose address is derived from the set and from the kind and day of the proof's root.",
    attestationText,
  ),
} as const;
