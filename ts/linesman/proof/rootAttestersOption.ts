import type { OptionKind } from '../format/checkOptions.js';
import type { RootAttesters } from './rootAttesters.js';

/** By its method: the class itself would bring its code to programs that ask no attesters. */
export const ROOT_ATTESTERS: OptionKind = {
  expected: 'a RootAttesters',
  fits: (value) => typeof (value as RootAttesters | null)?.check === 'function',
};
