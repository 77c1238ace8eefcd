const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/** Whether a server that listens on this host listens on every address of its machine, and so on none to be named. */
export const isEveryAddress = (host: string): boolean => EVERY_ADDRESS.has(host.replace(/^\[(.*)\]$/, '$1'));
