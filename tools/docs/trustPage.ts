import { ERRORS } from '../../ts/sdk/error/errors.js';
import { STAKE_REFUSALS } from '../../ts/sdk/program/settlement/rules/checkStakeTrust.js';
import { table } from './table.js';

/** The generated part of docs/trust.md: everything that the guard refuses unless told, in its order. */
export const trustParts = (): Readonly<Record<string, string>> => ({
  refusals: table(
    ['number', 'refused', 'what to do'],
    STAKE_REFUSALS.map((number) => {
      const { sentence = '', hint = '' } = ERRORS.get(number) ?? {};
      return [number, sentence, hint];
    }),
  ),
});
