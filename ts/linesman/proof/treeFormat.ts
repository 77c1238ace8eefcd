import type { OptionKind } from '../format/checkOptions.js';
import { oneOf } from '../format/optionKinds.js';

/**
 * Which score trees a proof is of. `all-stats` is the older kind, built until 2026-06-30: zeros are leaves like all
 * stats, there are no zero maps, and the fixture sub-tree has one leaf per update. It is read offline only, and only
 * when asked for by this name. What a proof proves whose path has the length of the other kind is in
 * `tests/vectors/README.md`.
 */
export type TreeFormat = 'current' | 'all-stats';

export const TREE_FORMAT: OptionKind = oneOf('current', 'all-stats');
