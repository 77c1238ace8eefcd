import { refuse, UNIQUE } from './sqlFailure.js';

/** What takes back the changes of the open transaction, the latest last. */
export type UndoLog = (() => void)[];

/** What a table keeps beside its rows. */
interface Index<Row> {
  /** Whether the row may not be beside those that are there. */
  clashes(row: Row): boolean;
  add(row: Row): void;
  remove(row: Row): void;
}

/** At most one row for each key; rows without a key are left out. */
export class UniqueIndex<Row> implements Index<Row> {
  private readonly rows = new Map<string, Row>();

  constructor(private readonly keyOf: (row: Row) => string | null) {}

  get(key: string): Row | undefined {
    return this.rows.get(key);
  }

  all(): Row[] {
    return [...this.rows.values()];
  }

  clashes(row: Row): boolean {
    const key = this.keyOf(row);
    return key !== null && this.rows.has(key);
  }

  add(row: Row): void {
    const key = this.keyOf(row);
    if (key !== null) this.rows.set(key, row);
  }

  remove(row: Row): void {
    const key = this.keyOf(row);
    if (key !== null) this.rows.delete(key);
  }
}

/** Rows in order, group by group; rows without a group are left out. */
export class SortedIndex<Row> implements Index<Row> {
  private readonly groups = new Map<string, Row[]>();

  constructor(
    private readonly groupOf: (row: Row) => string | null,
    private readonly compare: (a: Row, b: Row) => number,
    private readonly isUnique = false,
  ) {}

  /** The rows of a group; not a copy. */
  of(group: string): readonly Row[] {
    return this.groups.get(group) ?? [];
  }

  clashes(row: Row): boolean {
    if (!this.isUnique) return false;
    const [next] = this.from(row, 1);
    return next !== undefined && this.compare(next, row) === 0;
  }

  add(row: Row): void {
    const group = this.groupOf(row);
    if (group === null) return;
    const rows = this.groups.get(group) ?? [];
    this.groups.set(group, rows);
    rows.splice(
      placeOf(rows, (one) => this.compare(one, row) > 0),
      0,
      row,
    );
  }

  remove(row: Row): void {
    const group = this.groupOf(row);
    if (group === null) return;
    const rows = this.groups.get(group) ?? [];
    rows.splice(
      rows.indexOf(
        row,
        placeOf(rows, (one) => this.compare(one, row) >= 0),
      ),
      1,
    );
  }

  private from(row: Row, limit: number): readonly Row[] {
    const rows = this.of(this.groupOf(row) ?? '');
    const at = placeOf(rows, (one) => this.compare(one, row) >= 0);
    return rows.slice(at, at + limit);
  }
}

/** The first place from which the condition holds. */
export function placeOf<Row>(rows: readonly Row[], isThere: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(rows[middle] as Row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The rows whose value is from `from` (inclusive) to `to` (exclusive), if they are ordered by it. */
export function between<Row>(rows: readonly Row[], of: (row: Row) => number, from: number, to: number): Row[] {
  return rows.slice(
    placeOf(rows, (row) => of(row) >= from),
    placeOf(rows, (row) => of(row) >= to),
  );
}

/** Rows by primary key. They never change: an update replaces a row with another. */
export class MemoryTable<Row> {
  private readonly primary: UniqueIndex<Row>;
  private readonly indices: readonly Index<Row>[];

  constructor(
    private readonly undo: UndoLog,
    private readonly keyOf: (row: Row) => string,
    others: readonly Index<Row>[] = [],
  ) {
    this.primary = new UniqueIndex(keyOf);
    this.indices = [this.primary, ...others];
  }

  get(key: string): Row | undefined {
    return this.primary.get(key);
  }

  all(): Row[] {
    return this.primary.all();
  }

  /** Whether a row could not be inserted beside those that are there. */
  clashes(row: Row): boolean {
    return this.indices.some((index) => index.clashes(row));
  }

  insert(row: Row): void {
    if (this.clashes(row)) refuse(UNIQUE, this.keyOf(row));
    this.add(row);
  }

  /** Inserts the row, or replaces the one with its key. */
  put(row: Row): void {
    this.delete(this.keyOf(row));
    this.insert(row);
  }

  /** Returns whether there was a row. */
  delete(key: string): boolean {
    const row = this.get(key);
    if (row === undefined) return false;
    for (const index of this.indices) index.remove(row);
    this.undo.push(() => {
      for (const index of this.indices) index.add(row);
    });
    return true;
  }

  private add(row: Row): void {
    for (const index of this.indices) index.add(row);
    this.undo.push(() => {
      for (const index of this.indices) index.remove(row);
    });
  }
}
