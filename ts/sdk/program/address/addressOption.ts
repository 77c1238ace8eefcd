import type { OptionKind } from '../../format/checkOptions.js';
import { isAddress } from './address.js';

/** Option kinds for `checkOptions`. */
export const ADDRESS: OptionKind = { expected: 'an address in Base58', fits: isAddress };

export const ADDRESSES: OptionKind = {
  expected: 'a list of addresses in Base58',
  fits: (value) => Array.isArray(value) && value.every(isAddress),
};
