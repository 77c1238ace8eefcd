import type { OptionKind } from '../format/checkOptions.js';
import { oneOf } from '../format/optionKinds.js';

/**
 * Format of the score trees. `all-stats` is the older one, built until 2026-06-30: zeros are ordinary leaves, there are
 * no zero maps, and the fixture sub-tree has one leaf per update. It is accepted offline only, and only if requested by
 * name. For a proof whose path has the length of the other format, `tests/vectors/README.md` says what it proves.
 */
export type TreeFormat = 'current' | 'all-stats';

export const TREE_FORMAT: OptionKind = oneOf('current', 'all-stats');
