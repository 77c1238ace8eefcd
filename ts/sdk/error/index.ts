import '#texts';

export * from './codes/access.js';
export * from './codes/anchor.js';
export * from './codes/api.js';
export * from './codes/arguments.js';
export * from './codes/customers.js';
export * from './codes/folders.js';
export * from './codes/library.js';
export * from './codes/market.js';
export * from './codes/operation.js';
export * from './codes/options.js';
export * from './codes/oracle.js';
export * from './codes/records.js';
export * from './codes/regression.js';
export * from './codes/requests.js';
export * from './codes/service.js';
export * from './codes/settlement.js';
export * from './codes/sources.js';
export * from './codes/usage.js';
export * from './codes/verifier.js';
export * from './codes/world.js';
export { isErrorNumber, loadErrorTexts } from './describe/describe.js';
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
