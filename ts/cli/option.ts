import { fail, quoted } from '../error/index.js';

/** An option with a fixed set of values; 7015 names them. */
export const choice =
  <const T extends readonly string[]>(name: string, values: T) =>
  (value: string): T[number] =>
    values.find((known) => known === value) ??
    fail(7015, { message: `--${name} ${quoted(value)} is none of ${values.join(', ')}.`, hint: 'See --help.' });

/** An option that may be given several times. */
export const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];
