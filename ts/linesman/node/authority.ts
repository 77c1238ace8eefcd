/** Host and port as they stand in a URL: the address of version 6 of the protocol has brackets there. */
export const authority = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
