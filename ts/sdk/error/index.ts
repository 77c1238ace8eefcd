export { isErrorNumber, loadErrorTexts } from '#texts';
export * from './codes/index.js';
export { type ContextOf, ERRORS, type ErrorEntry, type ErrorNumber } from './errors.js';
export { about, fieldPath } from './fieldPath.js';
export {
  type ErrorOptions,
  errorOf,
  fail,
  isError,
  LinesmanError,
  relayed,
} from './linesmanError.js';
export { clipped, hexed, listed, quoted } from './quoted.js';
export type { RecordFault } from './recordFault.js';
export { terminalText } from './terminalText.js';
export type { LineFault } from './texts/archiveFaults.js';
export type { RequestFault } from './texts/requestFaults.js';
export type { FormSize } from './texts/transactions.js';
