export { type AccountReaderOptions, accountReader } from './accountReader.js';
