const names = new Map<number, string>();

/**
 * The number of an error, with its name. Constants made by it are marked as pure, so a bundle has the names of those
 * constants that it uses, and no others.
 */
export function named<const N extends number>(number: N, name: string): N {
  names.set(number, name);
  return number;
}

/** The name of an error, undefined of a number that nothing in this program raises. */
export const nameOf = (number: number): string | undefined => names.get(number);
