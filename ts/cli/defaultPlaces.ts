/** What a service of this machine is kept in, unless it is told otherwise. */
export const DEFAULT_DATA_FOLDER = '.linesman';

/** Where it keeps its records there. */
export const DEFAULT_STORE = `${DEFAULT_DATA_FOLDER}/store`;
