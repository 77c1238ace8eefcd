import { FOLDERS_TEXTS } from './folders.js';
import { RECORDS_TEXTS } from './records.js';
import { SOURCES_TEXTS } from './sources.js';

/** `#operatorTexts` in Node: what only processes of an operator say, of records, folders and stores. */
export const OPERATOR_TEXTS = { ...RECORDS_TEXTS, ...FOLDERS_TEXTS, ...SOURCES_TEXTS };
