/**
 * Base units as whole tokens, without trailing zeros.
 *
 * @example
 * ```ts
 * import { wholeTokens } from '@linesman/sdk/program';
 *
 * wholeTokens(5_250_000n, 6); // '5.25'
 * ```
 */
export function wholeTokens(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const places = digits.slice(split).replace(/0+$/, '');
  return places === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${places}`;
}

/**
 * An amount in whole tokens, such as `5` or `5.25`, in base units; `null` if the text is not a number, has more
 * decimals than the mint, or exceeds 64 bits.
 *
 * @example
 * ```ts
 * import { tokenUnits } from '@linesman/sdk/program';
 *
 * tokenUnits('5.25', 6); // 5_250_000n
 * tokenUnits('5,25', 6); // null
 * ```
 */
export function tokenUnits(text: string, decimals: number): bigint | null {
  const [, whole = '', places = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (whole === '' || places.length > decimals) return null;
  const units = BigInt(whole + places.padEnd(decimals, '0'));
  return units < 2n ** 64n ? units : null;
}
