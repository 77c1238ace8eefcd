import { fail, UNKNOWN_CHOICE } from '../../error/index.js';

/** An option with a fixed set of values. Errors: UNKNOWN_CHOICE, which names them. */
export const choice = <const T extends readonly string[]>(option: string, choices: T) =>
  Object.assign(
    (value: string): T[number] =>
      choices.find((known) => known === value) ?? fail(UNKNOWN_CHOICE, { option, value, choices }),
    { choices },
  );

/** An option that may be repeated. */
export const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];
