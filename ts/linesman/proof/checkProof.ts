import { fail, UNKNOWN_RESPONSE } from '../error/index.js';
import { isObject } from '../error/isObject.js';
import type { OptionKind } from '../format/checkOptions.js';

const isProof = (value: unknown): boolean => isObject(value) && Object.hasOwn(value, 'kind');

/** An option that takes a proof. */
export const PROOF: OptionKind = { expected: 'a proof, as parseProof reads it', fits: isProof };

/**
 * Refuses the answer itself where a function takes what `parseProof` made of it: its fields would be missing one by
 * one. Errors: UNKNOWN_RESPONSE, naming the function `of`.
 */
export function checkProof(caller: string, proof: unknown): void {
  if (isProof(proof)) return;
  fail(UNKNOWN_RESPONSE, { problem: 'not parsed', function: caller, value: proof });
}
