import { option, orVariable } from '@linesman/cli';

/** The database that a command works on. */
export const storeRow = (about: string) => orVariable('LINESMAN_STORE', option('<url|folder>', about));
