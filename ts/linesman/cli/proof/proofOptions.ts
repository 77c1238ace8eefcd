import { choice, parseSport } from '../option/optionValue.js';
import { type FlagsOf, option, repeatable } from '../option/row.js';
import { readOracleKey } from './readOracleKey.js';

/** The rows on which the verdict on a proof in a file depends. */
export const proofRows = (where: string) => ({
  roots: option('<file>', 'roots account of the day, to compare the root with the published one'),
  where: option('<condition>', where),
  sport: option('<sport>', 'soccer, basketball or us-football: what stat keys mean (default: soccer)', parseSport),
  oracleKey: repeatable(
    '<key>',
    'key that must have signed a version 4 answer; may be given more than once',
    readOracleKey,
  ),
  format: option(
    '<format>',
    'current, or all-stats for trees built until 2026-06-30',
    choice('current', 'all-stats'),
    'current',
  ),
});

export type ProofFlags = FlagsOf<ReturnType<typeof proofRows>>;
