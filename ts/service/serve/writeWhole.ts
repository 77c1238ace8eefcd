import { inFolder, WholeFile } from '@linesman/sdk/node';

/** Atomically writes a file of a data folder, readable by the owner only. Errors: FOLDER_NOT_WRITABLE. */
export const writeWhole = (file: string, text: string): void => inFolder(file, () => new WholeFile(file).write(text));
