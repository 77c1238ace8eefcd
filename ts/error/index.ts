export { ERRORS, type ErrorEntry, type ErrorNumber } from './errors.js';
export { about, fieldPath } from './fieldPath.js';
export { type ErrorDetails, fail, LinesmanError } from './linesmanError.js';
export { clipped, listed, quoted } from './quoted.js';
export { terminalText } from './terminalText.js';
