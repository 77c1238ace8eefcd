import type { byRuntime as ByRuntime } from './runtimeEd25519.js';

/** `#ed25519` in a browser, whose own checks are answered by promises only. */
export const byRuntime: typeof ByRuntime = () => undefined;
