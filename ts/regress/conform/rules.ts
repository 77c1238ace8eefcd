import {
  ACCOUNT_DATA_TOO_SMALL,
  ACCOUNT_DISCRIMINATOR_MISMATCH,
  ACCOUNT_NOT_ENOUGH_KEYS,
  AMBIGUOUS_LEAF,
  CONSTRAINT_OWNER,
  CONSTRAINT_SEEDS,
  DUPLICATE_STAT_COVERAGE,
  FIXTURE_MISMATCH,
  INCOMPLETE_STAT_COVERAGE,
  INDEX_OUT_OF_BOUNDS,
  INSTRUCTION_DID_NOT_DESERIALIZE,
  INSUFFICIENT_CREDITS,
  INVALID_FIXTURE_SUB_TREE_PROOF,
  INVALID_MAIN_TREE_PROOF,
  INVALID_MULTIPROOF,
  INVALID_ORACLE_SIGNATURE,
  INVALID_PROOF_PATH,
  INVALID_SIGNATURE_LAYOUT,
  INVALID_SIGNATURE_PROGRAM,
  INVALID_STAT_COMBINATION,
  INVALID_STAT_PROOF,
  INVALID_SUB_TREE_PROOF,
  INVALID_UPDATE_COUNT,
  LENGTH_MISMATCH,
  MESSAGE_MISMATCH,
  MISSING_DISTANCE_PREDICATE,
  MISSING_PROOF_NODE,
  MISSING_SIGNATURE_INSTRUCTION,
  OVERFLOW,
  PRICES_MISMATCH,
  PROOF_TOO_LARGE,
  ROOT_NOT_AVAILABLE,
  SLICE_ERROR,
  STAT_NOT_ZERO,
  TIME_SLOT_MISMATCH,
  TIMESTAMP_MISMATCH,
  TOO_MANY_STATS,
} from 'linesman/error';

/** Numbers of Anchor that no call of ours raises. */
const CONSTRAINT_ADDRESS = 2012;
const ACCOUNT_OWNED_BY_WRONG_PROGRAM = 3007;

interface Rule {
  readonly rule: string;
  /** The classes of the corpus that try it. */
  readonly classes: readonly string[];
  /** The numbers with which the program refuses a proof that breaks it. */
  readonly errors: readonly number[];
}

/** The rules of strict verification. A class that accepts what is valid belongs to the first. */
export const RULES: readonly Rule[] = [
  { rule: 'valid proofs are accepted', classes: ['valid'], errors: [] },
  {
    rule: 'levels are pinned: counts fix the length of every path',
    classes: [
      ...['sub-tree-depth', 'sub-tree-index', 'main-path-empty', 'fixture-path-depth', 'fixture-path-index'],
      ...['fixture-path-first-node', 'level-shift', 'metadata-place', 'older-tree', 'older-tree-fault'],
      ...['older-tree-lengthened', 'older-tree-lengthened-fault', 'current-tree-shortened'],
      'current-tree-shortened-fault',
    ],
    errors: [INVALID_SUB_TREE_PROOF, INVALID_MAIN_TREE_PROOF, INVALID_FIXTURE_SUB_TREE_PROOF],
  },
  {
    rule: 'every received byte is bound by a hash',
    classes: [
      ...['record', 'summary', 'stat', 'metadata', 'sub-tree-path', 'main-path', 'fixture-path', 'event-root'],
      'other-root',
    ],
    errors: [INVALID_SUB_TREE_PROOF, INVALID_MAIN_TREE_PROOF, INVALID_FIXTURE_SUB_TREE_PROOF, INVALID_STAT_PROOF],
  },
  {
    rule: 'a multiproof uses every hash, leaf and index once',
    classes: ['index-count', 'indices', 'hash-missing', 'hash-flag', 'hash-left-over', 'path-in-multiproof'],
    errors: [INVALID_STAT_PROOF, LENGTH_MISMATCH, INVALID_MULTIPROOF, MISSING_PROOF_NODE, INVALID_PROOF_PATH],
  },
  {
    rule: 'zero stats: marker, map, layout of the trusted sport, bit',
    classes: [...['zero-bit', 'zero-map', 'zero-nodes', 'zero-marker', 'zero-layout', 'zero-value', 'zero-key']],
    errors: [INVALID_STAT_PROOF, INDEX_OUT_OF_BOUNDS, STAT_NOT_ZERO],
  },
  {
    rule: 'stats are distinct and of one event',
    classes: ['repeated-key', 'combination'],
    errors: [INVALID_STAT_COMBINATION, INVALID_MULTIPROOF],
  },
  {
    rule: 'times: one slot, in range, the one that the proof names',
    classes: [
      ...['negative-time', 'day-too-large', 'outside-range', 'timestamp', 'times-reversed', 'two-slots'],
      'update-count',
    ],
    errors: [TIME_SLOT_MISMATCH, TIMESTAMP_MISMATCH, OVERFLOW, INVALID_UPDATE_COUNT],
  },
  {
    rule: 'the roots account: length, kind, day, and a root in the slot',
    classes: [
      ...['account-missing', 'account-owner', 'account-length', 'account-discriminator', 'account-day'],
      'root-not-published',
    ],
    errors: [
      CONSTRAINT_OWNER,
      CONSTRAINT_SEEDS,
      ACCOUNT_NOT_ENOUGH_KEYS,
      TIME_SLOT_MISMATCH,
      ROOT_NOT_AVAILABLE,
      ACCOUNT_DISCRIMINATOR_MISMATCH,
      SLICE_ERROR,
      ACCOUNT_DATA_TOO_SMALL,
    ],
  },
  {
    rule: 'identity: record and summary name the same',
    classes: ['identity', 'prices'],
    errors: [PRICES_MISMATCH, FIXTURE_MISMATCH],
  },
  {
    rule: 'sizes first: limits on paths, stats and encodings',
    classes: [
      ...['path-too-long', 'no-stats', 'too-many-stats', 'leaf-64-bytes', 'truncated', 'bool-byte', 'not-utf8'],
      ...['option-byte', 'length', 'flag-byte', 'enum-byte'],
    ],
    errors: [INSTRUCTION_DID_NOT_DESERIALIZE, PROOF_TOO_LARGE, TOO_MANY_STATS, AMBIGUOUS_LEAF],
  },
  {
    rule: 'Ed25519: the key, the message, strict verification',
    classes: [
      ...['signer', 'message', 'forged-signature', 'signature-instruction', 'signature-header', 'signature-length'],
      ...['signature-account', 'credits'],
    ],
    errors: [
      CONSTRAINT_ADDRESS,
      ACCOUNT_OWNED_BY_WRONG_PROGRAM,
      INSUFFICIENT_CREDITS,
      MISSING_SIGNATURE_INSTRUCTION,
      INVALID_SIGNATURE_PROGRAM,
      INVALID_ORACLE_SIGNATURE,
      MESSAGE_MISMATCH,
      INVALID_SIGNATURE_LAYOUT,
    ],
  },
  {
    rule: 'conditions: every stat exactly once, checked arithmetic',
    classes: ['strategy-distance', 'strategy-index', 'strategy-twice', 'strategy-uncovered', 'overflow'],
    errors: [
      OVERFLOW,
      DUPLICATE_STAT_COVERAGE,
      INCOMPLETE_STAT_COVERAGE,
      MISSING_DISTANCE_PREDICATE,
      INDEX_OUT_OF_BOUNDS,
    ],
  },
  { rule: 'of several faults, the first in order is reported', classes: ['precedence'], errors: [] },
];

/** The rule that a class of the corpus tries. */
export const ruleOf = (name: string): string =>
  RULES.find(({ classes }) => classes.includes(name))?.rule ?? `the class ${name}`;

/** The rules that a program enforces with an error number. */
export const rulesOfError = (error: number): readonly string[] =>
  RULES.flatMap(({ rule, errors }) => (errors.includes(error) ? [rule] : []));
