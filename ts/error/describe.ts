import type { ContextOf, ErrorEntry, ErrorNumber } from './errors.js';
import { TEXTS } from './texts/index.js';
import type { ErrorText, Told } from './texts/text.js';

/** Name, sentence and hint of one failure, from what is known about it. */
export function describe<N extends ErrorNumber>(number: N, context: ContextOf<N>): ErrorEntry {
  // One entry of the table; the compiler cannot see that its context is that of the same number.
  const { name, sentence, hint, of } = TEXTS[number] as unknown as ErrorText<ContextOf<N> & object>;
  const told = of === undefined ? sentence : toldBy(of, context);
  if (told === undefined) return { name, sentence, hint };
  return typeof told === 'string' ? { name, sentence: told, hint } : { name, sentence, hint, ...told };
}

/** Plain JavaScript may raise a code without its context: then there is nothing to add to the general text. */
function toldBy<C>(of: (context: C) => string | Told, context: C): string | Told | undefined {
  try {
    return of(context);
  } catch {
    return undefined;
  }
}
