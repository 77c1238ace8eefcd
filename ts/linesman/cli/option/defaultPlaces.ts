/** What a service of this machine is kept in, unless it is told otherwise. */
export const DEFAULT_DATA_FOLDER = '.linesman';

/** Where it keeps its records there. */
export const DEFAULT_STORE = `${DEFAULT_DATA_FOLDER}/store`;

/** Where a service with a chain of its own keeps the key that issues its test money, in the data folder. */
export const ISSUER_KEY_FILE = 'keys/issuer.json';
