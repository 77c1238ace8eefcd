declare const brand: unique symbol;

/**
 * A value that only its constructor makes: epoch days, slots and milliseconds are all numbers and must not be mixed up. Brands add up: a
 * `Root` is a `Hash`, and not the other way round.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: { readonly [K in Name]: true } };
