/** The system error code of a file operation, such as `ENOENT`. */
export const errnoOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? String(cause);
