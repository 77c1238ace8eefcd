import { fail, quoted } from '../../error/index.js';

/** An amount in whole tokens, as `5` or `5.25`, in base units. Errors: 7015, also for more places than the mint has, and for 0. */
export function baseUnitsOf(name: string, text: string, decimals: number): bigint {
  const [, whole = '', places = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const units = whole === '' || places.length > decimals ? 0n : BigInt(whole + places.padEnd(decimals, '0'));
  if (units > 0n && units < 2n ** 64n) return units;
  return fail(7015, {
    message: `${name} ${quoted(text)} is no amount of whole tokens above 0 with up to ${decimals} decimal places.`,
  });
}

/** Base units as whole tokens, without zeros at the end. */
export function wholeTokens(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const places = digits.slice(split).replace(/0+$/, '');
  return places === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${places}`;
}
