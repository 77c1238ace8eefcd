/** SQLSTATEs with which PostgreSQL refuses rows of the store. */
export const UNIQUE = '23505';
export const FOREIGN_KEY = '23503';
export const CHECK = '23514';
const OUT_OF_RANGE = '22003';
const NUL = '22021';
/** `ON CONFLICT DO UPDATE` may change a row only once. */
const TWICE = '21000';

/** A refusal of the database, as `sqlStateOf` reads it. */
export class SqlFailure extends Error {
  constructor(
    readonly code: string,
    about: string,
  ) {
    super(`SQLSTATE ${code}: ${about}`);
  }
}

export function refuse(code: string, about: string): never {
  throw new SqlFailure(code, about);
}

/** A value of an `integer` column. */
export function int4(value: number): number {
  return value === Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1) ? value : refuse(OUT_OF_RANGE, `${value}`);
}

/** A value of a `text` column. */
export function text<T extends string | null>(value: T): T {
  return value?.includes('\0') ? refuse(NUL, 'NUL in a text') : value;
}

/** Refuses rows of one statement that would change the same row. */
export function eachOnce(keys: readonly (number | string)[]): void {
  if (new Set(keys).size < keys.length) refuse(TWICE, 'two rows for one');
}
