import { UNKNOWN_RESPONSE } from '../error/codes/library.js';
import { isObject } from '../error/isObject.js';
import { fail } from '../error/linesmanError.js';
import type { OptionKind } from '../format/checkOptions.js';

const isProof = (value: unknown): boolean => isObject(value) && Object.hasOwn(value, 'kind');

/** An option that takes a proof. */
export const PROOF: OptionKind = { expected: 'a proof, as parseProof reads it', fits: isProof };

/**
 * Refuses a raw answer where a function takes the result of `parseProof`. Otherwise an error would report each missing
 * field. Errors: UNKNOWN_RESPONSE, naming the function `caller`.
 */
export function checkProof(caller: string, proof: unknown): void {
  if (isProof(proof)) return;
  fail(UNKNOWN_RESPONSE, { problem: 'not parsed', function: caller, value: proof });
}
