import { option, type Parser } from 'linesman/cli';
import { fail, UNKNOWN_CHOICE } from 'linesman/error';
import type { FinalityPolicy } from 'linesman/program';

const POLICIES = {
  finalised: 'Finalised',
  'regular-time': 'RegularTime',
  'half-time': 'HalfTime',
  'signed-final': 'SignedFinal',
} as const satisfies Readonly<Record<string, FinalityPolicy>>;
type PolicyName = keyof typeof POLICIES;

/** Reads a finality policy by its name. Errors: UNKNOWN_CHOICE. */
const policy = <const Name extends PolicyName>(...choices: readonly Name[]): Parser<(typeof POLICIES)[Name]> =>
  Object.assign(
    (value: string, name: string) => {
      const found = choices.find((known) => known === value);
      return found === undefined ? fail(UNKNOWN_CHOICE, { option: name, value, choices }) : POLICIES[found];
    },
    { choices },
  );

const finality = <const Name extends PolicyName>(...names: readonly Name[]) =>
  option('<policy>', names.join(', '), policy(...names), 'finalised');

/** The policies that results can have. */
export const RESULT_POLICY_ROW = { finality: finality('finalised', 'regular-time', 'half-time') };
/** Those that markets can have. */
export const MARKET_POLICY_ROW = { finality: finality('finalised', 'regular-time', 'half-time', 'signed-final') };
