/** The result of an SQL statement. */
export interface SqlResult {
  readonly command: string;
  /** Rows read or changed. */
  readonly rowCount: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: rows are typed by the queries
  readonly rows: any[];
}

/** A database session. */
export interface SqlClient {
  query(sql: string, parameters: readonly unknown[]): Promise<SqlResult>;
  release(): void;
}

/**
 * Sessions with a PostgreSQL database, in this process or on a server. Returns 64-bit integers as numbers
 * (INVALID_NUMBER if digits would be lost) and bytes as Uint8Array.
 */
export interface SqlPool {
  connect(): Promise<SqlClient>;
  end(): Promise<void>;
}
