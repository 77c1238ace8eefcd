/** Where a service keeps its records, unless it is told otherwise. */
export const DEFAULT_STORE = '.linesman/store';
