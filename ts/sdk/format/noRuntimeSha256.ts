/** `#sha256` in a browser, whose Web Crypto is asynchronous only. */
export const byRuntime = undefined;
