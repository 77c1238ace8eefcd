/**
 * What a staker should know of the bound: seconds after the end of a slot in which the publisher alone may publish its
 * root, 0 without a bound.
 */
export function lateBoundText(lateAfter: number | null): string {
  if (lateAfter === null) return 'unknown: the oracle has no configuration that this release can read';
  if (lateAfter === 0) return 'no limit: the publisher alone can decide it with roots of any time, past or future';
  return `later than ${lateAfter} s after their time only with the admin of the oracle`;
}
