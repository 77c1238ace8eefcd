import { fail, OPTION_NOT_APPLICABLE } from '@linesman/sdk/error';
import { flagOf } from './row.js';

/**
 * Refuses options, by their keys in the table, that go only with another one. An option without effect would let its
 * user believe that something was checked. `purpose` names the use of the options: `a proof that is fetched`. Errors:
 * OPTION_NOT_APPLICABLE.
 */
export function refuseWithout(other: string, purpose: string, options: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(options))
    if (value !== undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'needs', option: flagOf(key), for: purpose, other });
}
