/** The roles of a process: serving requests and streams, taking in records, sealing and publishing. */
export const ROLES = ['edge', 'ingest', 'publish'] as const;
export type Role = (typeof ROLES)[number];
