import { fail, quoted } from '../../error/index.js';
import { wholeTokens } from '../customer/wholeTokens.js';

/** Decimal places of SOL. */
export const SOL_DECIMALS = 9;

/** Lamports as SOL. */
export const solText = (lamports: number | bigint): string => wholeTokens(BigInt(lamports), SOL_DECIMALS);

/** An amount of whole tokens, or 0, in base units. Errors: 7015. */
export function unitsOrNone(name: string, text: string, decimals: number): bigint {
  const [, whole = '', places = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const units = whole === '' || places.length > decimals ? -1n : BigInt(whole + places.padEnd(decimals, '0'));
  if (units >= 0n && units < 2n ** 64n) return units;
  return fail(7015, {
    message: `--${name} ${quoted(text)} is no amount with up to ${decimals} decimal places.`,
    hint: 'Write for example 5 or 0.25; 0 for none.',
  });
}
