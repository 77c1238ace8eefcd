import { fail, MALFORMED_AMOUNT } from 'linesman/error';

/**
 * An amount in whole tokens, such as `5` or `5.25`, in base units. Errors: MALFORMED_AMOUNT, also for more decimals
 * than the mint has, and for 0 unless `mayBeZero`.
 */
export function baseUnitsOf(option: string, value: string, decimals: number, mayBeZero = false): bigint {
  const [, whole = '', places = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(value) ?? [];
  const units = whole === '' || places.length > decimals ? -1n : BigInt(whole + places.padEnd(decimals, '0'));
  if (units >= (mayBeZero ? 0n : 1n) && units < 2n ** 64n) return units;
  return fail(MALFORMED_AMOUNT, { option, value, decimals, mayBeZero });
}

/** Base units as whole tokens, without trailing zeros. */
export function wholeTokens(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const places = digits.slice(split).replace(/0+$/, '');
  return places === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${places}`;
}
