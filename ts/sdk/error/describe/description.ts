import { nameOf } from '../named.js';
import type { CodeText, ErrorText } from '../texts/text.js';
import type { TEXTS } from '../texts/texts.js';

/** The text of one error. */
export interface Description {
  readonly sentence: string;
  readonly hint: string;
}

/**
 * Makes the text of an error from its context; without a context, the general text of its code. In a browser, a number
 * may lack a text; see `OPERATOR_TEXTS`.
 */
export function described(texts: typeof TEXTS, number: number, context: object | undefined): Description {
  // The compiler cannot see that entry and context belong to the same number.
  const found = (texts as unknown as Readonly<Record<number, CodeText<object> | undefined>>)[number];
  if (!found)
    return {
      sentence: `${nameOf(number) ?? 'Error'} (${number})`,
      hint: 'Browsers do not have the text of this error.',
    };
  const { sentence, hint, forContext } = found;
  const errorText = forContext === undefined || context === undefined ? sentence : textFor(forContext, context);
  if (errorText === undefined) return { sentence, hint };
  return typeof errorText === 'string' ? { sentence: errorText, hint } : { sentence, hint, ...errorText };
}

/** Plain JavaScript may pass a wrong context. The general text is then used. */
function textFor<C>(forContext: (context: C) => string | ErrorText, context: C): string | ErrorText | undefined {
  try {
    return forContext(context);
  } catch {
    return undefined;
  }
}
