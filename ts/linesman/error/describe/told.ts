import { nameOf } from '../named.js';
import type { TEXTS } from '../texts/index.js';
import type { ErrorText, Told } from '../texts/text.js';

/** The text of one error. */
export interface Description {
  readonly sentence: string;
  readonly hint: string;
}

/**
 * Makes the text of an error from its context; without a context, the general text of its code. A number may be without
 * one in a browser, see `OPERATOR_TEXTS`.
 */
export function described(texts: typeof TEXTS, number: number, context: object | undefined): Description {
  // The compiler cannot see that entry and context belong to the same number.
  const found = (texts as unknown as Readonly<Record<number, ErrorText<object> | undefined>>)[number];
  if (!found)
    return {
      sentence: `${nameOf(number) ?? 'Error'} (${number})`,
      hint: 'Browsers do not have the text of this error.',
    };
  const { sentence, hint, of } = found;
  const told = of === undefined || context === undefined ? sentence : toldBy(of, context);
  if (told === undefined) return { sentence, hint };
  return typeof told === 'string' ? { sentence: told, hint } : { sentence, hint, ...told };
}

/** Plain JavaScript may pass a wrong context; the general text then has to do. */
function toldBy<C>(of: (context: C) => string | Told, context: C): string | Told | undefined {
  try {
    return of(context);
  } catch {
    return undefined;
  }
}
