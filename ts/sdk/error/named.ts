const names = new Map<number, string>();

/**
 * Registers the name of an error number and returns the number. Calls are marked `@__PURE__`, so a bundle keeps only
 * the names of the constants it uses.
 */
export function named<const N extends number>(number: N, name: string): N {
  names.set(number, name);
  return number;
}

/** The name of an error; undefined if the bundle does not contain its constant. */
export const nameOf = (number: number): string | undefined => names.get(number);
