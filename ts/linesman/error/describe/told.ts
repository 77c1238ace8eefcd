import type { TEXTS } from '../texts/index.js';
import type { ErrorText, Told } from '../texts/text.js';

/** What an error says of itself. */
export interface Description {
  readonly sentence: string;
  readonly hint: string;
}

/** By the texts, from what is known about the failure; without a context it is what holds of all failures of the code. */
export function described(texts: typeof TEXTS, number: number, context: object | undefined): Description {
  // One entry of the table; the compiler cannot see that its context is that of the same number.
  const { sentence, hint, of } = (texts as unknown as Readonly<Record<number, ErrorText<object>>>)[
    number
  ] as ErrorText<object>;
  const told = of === undefined || context === undefined ? sentence : toldBy(of, context);
  if (told === undefined) return { sentence, hint };
  return typeof told === 'string' ? { sentence: told, hint } : { sentence, hint, ...told };
}

/** Plain JavaScript may raise a code without its context: then there is nothing to add to the general text. */
function toldBy<C>(of: (context: C) => string | Told, context: C): string | Told | undefined {
  try {
    return of(context);
  } catch {
    return undefined;
  }
}
