/** `#sha256` in a browser, which offers promises only. */
export const byRuntime = undefined;
