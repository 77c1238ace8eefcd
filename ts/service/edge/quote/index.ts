export { type BackendAdmin, readBackendAdmin } from './backendAdmin.js';
export { createQuote } from './createQuote.js';
