import type { byRuntime as ByRuntime } from './runtimeEd25519.js';

/** `#ed25519` in a browser, whose Web Crypto is asynchronous only. */
export const byRuntime: typeof ByRuntime = () => undefined;
