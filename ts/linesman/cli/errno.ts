/** The system's code for what went wrong with a file: `ENOENT`. */
export const errnoOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? String(cause);
