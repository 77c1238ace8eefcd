/**
 * The SQLSTATE of a failed statement; undefined for errors that are not the database's own, such as a lost connection.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  // An SQLSTATE has five characters; any other code is a network error.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
