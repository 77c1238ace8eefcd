/**
 * The rules of strict verification, and the classes of the corpus that try each. A class that accepts what is valid
 * belongs to the first.
 */
export const RULES: readonly { readonly rule: string; readonly classes: readonly string[] }[] = [
  { rule: 'valid proofs are accepted', classes: ['valid'] },
  {
    rule: 'levels are pinned: counts fix the length of every path',
    classes: [
      ...['sub-tree-depth', 'sub-tree-index', 'main-path-empty', 'fixture-path-depth', 'fixture-path-index'],
      ...['fixture-path-first-node', 'level-shift', 'metadata-place', 'older-tree', 'older-tree-fault'],
      ...['older-tree-lengthened', 'older-tree-lengthened-fault', 'current-tree-shortened'],
      'current-tree-shortened-fault',
    ],
  },
  {
    rule: 'every received byte is bound by a hash',
    classes: [
      ...['record', 'summary', 'stat', 'metadata', 'sub-tree-path', 'main-path', 'fixture-path', 'event-root'],
      'other-root',
    ],
  },
  {
    rule: 'a multiproof uses every hash, leaf and index once',
    classes: ['index-count', 'indices', 'hash-missing', 'hash-flag', 'hash-left-over', 'path-in-multiproof'],
  },
  {
    rule: 'zero stats: marker, map, layout of the trusted sport, bit',
    classes: [...['zero-bit', 'zero-map', 'zero-nodes', 'zero-marker', 'zero-layout', 'zero-value', 'zero-key']],
  },
  { rule: 'stats are distinct and of one event', classes: ['repeated-key', 'combination'] },
  {
    rule: 'times: one slot, in range, the one that the proof names',
    classes: [
      ...['negative-time', 'day-too-large', 'outside-range', 'timestamp', 'times-reversed', 'two-slots'],
      'update-count',
    ],
  },
  {
    rule: 'the roots account: length, kind, day, and a root in the slot',
    classes: [
      ...['account-missing', 'account-owner', 'account-length', 'account-discriminator', 'account-day'],
      'root-not-published',
    ],
  },
  { rule: 'identity: record and summary name the same', classes: ['identity', 'prices'] },
  {
    rule: 'sizes first: limits on paths, stats and encodings',
    classes: [
      ...['path-too-long', 'no-stats', 'too-many-stats', 'leaf-64-bytes', 'truncated', 'bool-byte', 'not-utf8'],
      ...['option-byte', 'length', 'flag-byte', 'enum-byte'],
    ],
  },
  {
    rule: 'Ed25519: the key, the message, strict verification',
    classes: [
      ...['signer', 'message', 'forged-signature', 'signature-instruction', 'signature-header', 'signature-length'],
      'credits',
    ],
  },
  {
    rule: 'conditions: every stat exactly once, checked arithmetic',
    classes: ['strategy-distance', 'strategy-index', 'strategy-twice', 'strategy-uncovered', 'overflow'],
  },
  { rule: 'of several faults, the first in order is reported', classes: ['precedence'] },
];

/** The rule that a class of the corpus tries. */
export const ruleOf = (name: string): string =>
  RULES.find(({ classes }) => classes.includes(name))?.rule ?? `the class ${name}`;
