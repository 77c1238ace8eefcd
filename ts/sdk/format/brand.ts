/**
 * A nominal type: epoch days, slots and milliseconds are all numbers, and the compiler must not let them be mixed up.
 * Brands add up: a `Root` is a `Hash`, but a `Hash` is not a `Root`. The key is a string, because each copy of a
 * declaration has its own symbol, and an app may have two: one for `import`, one for `require`.
 */
export type Brand<T, Name extends string> = T & { readonly '~brand': { readonly [K in Name]: true } };

/** A value of this brand, or a plain one, such as the result of a calculation; never one of another brand. */
export type Unbranded<T, Name extends string> = T & { readonly '~brand'?: { readonly [K in Name]: true } };
