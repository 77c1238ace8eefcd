declare const brand: unique symbol;

/** A value that only its constructor makes: epoch days, slots and milliseconds are all numbers and must not be mixed up. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
