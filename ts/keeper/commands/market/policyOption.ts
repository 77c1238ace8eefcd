import { choice, option } from '@linesman/cli';
import { MARKET_DEFAULTS } from '@linesman/sdk/internal/program/settlement/marketDefaults';
import type { FinalityPolicy } from '@linesman/sdk/program';

const finality = <const Name extends FinalityPolicy>(...names: readonly Name[]) =>
  option('<policy>', names.join(', '), choice(...names), MARKET_DEFAULTS.finality);

/** The policies that results can have. */
export const RESULT_POLICY_ROW = { finality: finality('finalised', 'regular-time', 'half-time') };
/** Those that markets can have. */
export const MARKET_POLICY_ROW = { finality: finality('finalised', 'regular-time', 'half-time', 'signed-final') };
