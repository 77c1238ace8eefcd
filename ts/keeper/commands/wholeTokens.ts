import { fail, MALFORMED_AMOUNT } from '@linesman/sdk/error';
import { tokenUnits } from '@linesman/sdk/program';

export { wholeTokens } from '@linesman/sdk/program';

/**
 * An amount in whole tokens, such as `5` or `5.25`, in base units. Errors: MALFORMED_AMOUNT, also for more decimals
 * than the mint has, and for 0 unless `mayBeZero`.
 */
export function baseUnitsOf(option: string, value: string, decimals: number, mayBeZero = false): bigint {
  const units = tokenUnits(value, decimals);
  if (units !== null && (mayBeZero || units > 0n)) return units;
  return fail(MALFORMED_AMOUNT, { option, value, decimals, mayBeZero });
}
