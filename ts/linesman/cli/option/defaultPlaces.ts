/** The default data folder of a service on this machine. */
export const DEFAULT_DATA_FOLDER = '.linesman';

/** Its record store. */
export const DEFAULT_STORE = `${DEFAULT_DATA_FOLDER}/store`;

/** Where a service with a chain of its own keeps the key that issues its test money, in the data folder. */
export const ISSUER_KEY_FILE = 'keys/issuer.json';
