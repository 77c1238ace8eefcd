/**
 * The form of answers. `described`: the form of the service's description, with Pascal case and Base64. `observed`: the
 * form that deployed clients of the reference expect, with camel case and arrays of 32 integers.
 */
export type Wire = 'described' | 'observed';
