import { deliberate, type OptionRules } from '../format/checkOptions.js';
import { BYTES } from '../format/optionKinds.js';
import type { RootAttesters } from './rootAttesters.js';

/** What a verifier compares with the chain. */
interface ChainOptions {
  readonly rootsAccount?: Uint8Array;
  readonly attesters?: RootAttesters;
}

export const CHAIN_OPTIONS: OptionRules<ChainOptions> = {
  rootsAccount: deliberate(BYTES),
  attesters: deliberate({
    expected: 'a RootAttesters',
    // The class itself would bring its code to programs that ask no attesters.
    fits: (value) => typeof (value as RootAttesters | null)?.check === 'function',
  }),
};
