import * as code from '../codes/arguments.js';
import { listed, quoted } from '../quoted.js';
import { text } from './text.js';

/** Texts of ../codes/arguments.ts. */
export const ARGUMENTS_TEXTS = {
  [code.NO_SUCH_LEAF]: text(
    'The tree has no leaf with this index.',
    'Number leaves from 0, in the order in which the tree was built.',
    ({ index, leaves }: { readonly index: number; readonly leaves: number }) =>
      `The tree has ${leaves} leaves, none with index ${quoted(index)}.`,
  ),
  [code.WRONG_SIGNATURE_PART]: text(
    'A part of the Ed25519 instruction has the wrong length.',
    'Pass a key of 32 bytes, a signature of 64 and a digest of 32.',
    ({
      part,
      bytes,
      length,
    }: {
      readonly part: 'key' | 'signature' | 'message';
      readonly bytes: number;
      readonly length: number;
    }) => `The ${part} of an Ed25519 instruction has ${bytes} bytes, not ${length}.`,
  ),
  [code.PROOF_NOT_SIGNED]: text('The odds proof is not signed.', 'Request the proof in version 4, which is signed.'),
  [code.CONDITION_MISSING]: text(
    'A stat validation needs a condition.',
    'Pass a strategy; coveringStrategyOf builds one from a condition.',
  ),
  [code.SIGNER_MISSING]: text(
    'Validating a signed proof (version 4) needs the paying user and the key of the oracle.',
    'Pass both as signedBy.',
  ),
  [code.OTHER_PROOF_VERSION]: text(
    'The proof cannot be converted to that version.',
    'Request the proof in the required version.',
    [
      'A version {version} proof of {stats} stats cannot be converted to version {wanted}.',
      'Request the proof in version {wanted}.',
    ],
  ),
  [code.NOT_ONE_COMPARISON]: text(
    'The instruction validate_stat accepts one comparison: of one stat, or of the sum or difference of two.',
    'Encode the proof in version 2, which supports any condition.',
    ({ stats }: { readonly stats: number }) =>
      'The instruction validate_stat accepts one comparison of its ' +
      `${stats === 1 ? 'stat' : 'two stats, added or subtracted'}; this condition is something else.`,
  ),
  [code.BROKEN_INVARIANT]: text(
    'Linesman reached a state that must not exist, and stopped before acting on it.',
    'Report this with the log: it is a bug in Linesman, not in your input.',
    'Linesman stopped, because this no longer holds: {rule:text}.',
  ),
  [code.TOO_MANY_ACCOUNTS]: text(
    'The instructions need more accounts than one transaction can have.',
    'Spread the instructions over several transactions.',
    ({
      what = 'accounts',
      accounts,
      most,
    }: {
      /** Name of the items that are too many. Default accounts. */
      readonly what?: 'accounts' | 'signers' | 'instructions';
      readonly accounts: number;
      readonly most: number;
    }) =>
      what === 'instructions'
        ? `There are ${accounts} instructions; one transaction can have ${most}.`
        : `The instructions need ${accounts} ${what}; one transaction can have ${most}.`,
  ),
  [code.INVALID_TRANSACTION]: text(
    'The bytes are not a transaction.',
    'Pass the bytes of a whole transaction: signatures and a message, legacy or of version 0 or 1.',
    'The {bytes} bytes are not a transaction: {problem:text}.',
  ),
  [code.SIGNER_NOT_NAMED]: text(
    'The transaction needs no signature of the key pair.',
    'Sign with the payer, and with the signer accounts of the instructions.',
    'The transaction needs no signature of {address:quoted}.',
  ),
  [code.INVALID_KEY_PAIR]: text(
    'The bytes are not a key pair.',
    'Pass a seed of 32 bytes, or 64 bytes as solana-keygen writes them: seed, then public key.',
    (
      context:
        | { readonly problem: 'length'; readonly bytes: number; readonly length: number }
        | { readonly problem: 'other public key' },
    ) =>
      context.problem === 'length'
        ? `A key pair has ${context.length} bytes, not ${context.bytes}.`
        : 'The public key does not belong to the secret key.',
  ),
  [code.INVALID_ADDRESS]: text(
    'The value is not an address.',
    'Pass 32 bytes in Base58, 32 to 44 characters.',
    '{value:shown} is not an address.',
  ),
  [code.INVALID_SEEDS]: text(
    'No program address can be derived from the seeds.',
    'Pass at most 15 seeds of at most 32 bytes each.',
    ({ lengths }: { readonly lengths: readonly number[] }) =>
      `No program address can be derived from ${lengths.length} seeds of ${listed(lengths)} bytes.`,
  ),
  [code.INVALID_PRIORITY_FEE]: text(
    'The priority fee is neither a number nor a percentile.',
    'Write micro-lamports per compute unit, such as 1000, or a percentile of recent fees from p1 to p100.',
    'The priority fee {text:quoted} is neither a number of micro-lamports nor a percentile from p1 to p100.',
  ),
} as const;
