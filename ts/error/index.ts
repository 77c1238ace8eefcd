export { ERRORS, type ErrorEntry, type ErrorNumber } from './errors.js';
export { type ErrorDetails, fail, LinesmanError } from './linesmanError.js';
