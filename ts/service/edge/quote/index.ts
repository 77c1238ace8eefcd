export { type BackendAdmin, readBackendAdmin } from './backendAdmin.js';
export { createQuote, type QuoteOptions, type QuotePorts } from './createQuote.js';
