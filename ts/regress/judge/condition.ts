import type { NDimensionalStrategy } from '@linesman/sdk/format';
import { parseCondition, type StatProof, strategyOf } from '@linesman/sdk/proof';
import type { Case } from '@linesman/sdk/prove';

/** The condition of a case, on the stats that the proof has. Errors: INVALID_CONDITION, STAT_NOT_PROVEN. */
export const strategyOfCase = (
  { where }: Pick<Case, 'where'>,
  { leaves }: StatProof,
): NDimensionalStrategy | undefined =>
  where === null
    ? undefined
    : strategyOf(
        parseCondition(where),
        leaves.map(({ stat }) => stat.key),
      );
