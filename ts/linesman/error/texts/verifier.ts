import * as code from '../codes/verifier.js';
import { clipped } from '../quoted.js';
import { compactFormText } from './compactForm.js';
import type { Placed } from './documents.js';
import { STRICT, text } from './text.js';

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
} as const;
