import { FOLDERS_TEXTS } from './folders.js';
import { SOURCES_TEXTS } from './sources.js';
import { USAGE_TEXTS } from './usage.js';

/**
 * `#operatorTexts` in Node: the texts of errors that only occur in commands and processes of an operator. A test holds
 * it to that.
 */
export const OPERATOR_TEXTS = { ...FOLDERS_TEXTS, ...SOURCES_TEXTS, ...USAGE_TEXTS };
