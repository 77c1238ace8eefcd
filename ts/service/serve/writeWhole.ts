import { WholeFile } from 'linesman/node';
import { inFolder } from '../store/index.js';

/** Writes a file of a data folder that only its owner may read, as a whole or not at all. Errors: FOLDER_NOT_WRITABLE. */
export const writeWhole = (file: string, text: string): void => inFolder(file, () => new WholeFile(file).write(text));
