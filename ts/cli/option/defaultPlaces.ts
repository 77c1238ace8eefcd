/** The default data folder of a service on this machine. */
export const DEFAULT_DATA_FOLDER = '.linesman';

/** Its record store. */
export const DEFAULT_STORE = `${DEFAULT_DATA_FOLDER}/store`;

/** The key that issues test money on the embedded chain, in the data folder. */
export const ISSUER_KEY_FILE = 'keys/issuer.json';
