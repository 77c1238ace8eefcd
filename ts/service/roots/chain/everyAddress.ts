const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/**
 * Whether this host is the wildcard address, on which a server listens on every address of its machine. It cannot be
 * named to clients.
 */
export const isEveryAddress = (host: string): boolean => EVERY_ADDRESS.has(host.replace(/^\[(.*)\]$/, '$1'));
