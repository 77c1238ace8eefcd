/** What an SQL statement gives. */
export interface SqlResult {
  readonly command: string;
  /** Rows that were read or changed. */
  readonly rowCount: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: rows are typed by the queries
  readonly rows: any[];
}

/** One session with the database. */
export interface SqlClient {
  query(sql: string, parameters: readonly unknown[]): Promise<SqlResult>;
  release(): void;
}

/**
 * Sessions with a PostgreSQL database, in this process or elsewhere. 64-bit integers arrive as numbers (INVALID_NUMBER when that loses digits), bytes
 * as Uint8Array.
 */
export interface SqlPool {
  connect(): Promise<SqlClient>;
  end(): Promise<void>;
}
