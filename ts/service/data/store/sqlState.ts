/** The SQLSTATE of a failed statement; undefined for what the database did not say itself, such as a lost connection. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  // Five characters are an SQLSTATE; anything else is the network's.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
