import { type FeedRecord, type PendingRecord, pendingFixture, pendingRecords } from './feedRecord.js';
import { LEAD, LONGEST_MATCH } from './matchSpan.js';

/** The matches of a season by number, in the order of their starts. */
interface Matches {
  kickOff(number: number): number;
  /** Number of the first match that starts at a time, ms, or later. */
  firstFrom(time: number): number;
  announcement(number: number): Parameters<typeof pendingFixture>[0];
  match(number: number): Parameters<typeof pendingRecords>[0];
}

/** A match in progress and its unread records. */
interface OpenMatch {
  readonly records: Iterator<PendingRecord>;
  next: PendingRecord;
}

/** Reads a season in time order. Holds only matches whose coverage has started and that have unread records. */
export class SeasonReader {
  private readonly opened = new Set<OpenMatch>();
  /** Matches that ended before `since`. */
  private readonly over = new Set<number>();
  private nextAnnounced: number;
  private nextOpened: number;
  private announcement: PendingRecord;

  /** Skips matches whose last record is before `since`, ms. */
  constructor(
    private readonly season: Matches,
    since: number,
  ) {
    const first = season.firstFrom(since - LONGEST_MATCH);
    for (let number = first; season.kickOff(number) < since; number++)
      if ((pendingRecords(season.match(number)).at(-1)?.ts ?? 0) < since) this.over.add(number);
    this.nextAnnounced = this.notOver(first);
    this.nextOpened = this.nextAnnounced;
    this.announcement = pendingFixture(season.announcement(this.nextAnnounced));
  }

  /** Whether the match with this number ended before `since`, so that its records are skipped. */
  skips(number: number): boolean {
    return this.over.has(number);
  }

  /** Number of matches held in memory. */
  get held(): number {
    return this.opened.size;
  }

  /** Due time of the next record, ms. */
  get nextTs(): number {
    return this.earliest()?.next.ts ?? this.announcement.ts;
  }

  /** Returns the next record and advances. */
  next(): FeedRecord {
    const match = this.earliest();
    if (match) {
      const record = match.next;
      const { value, done } = match.records.next();
      if (done) this.opened.delete(match);
      else match.next = value;
      return record.toFeed();
    }
    const record = this.announcement;
    this.nextAnnounced = this.notOver(this.nextAnnounced + 1);
    this.announcement = pendingFixture(this.season.announcement(this.nextAnnounced));
    return record.toFeed();
  }

  /**
   * Generates the next match if its coverage may come next, and returns whether it did. Reading does so too, but as
   * often as it is needed at once, which may take a second.
   */
  open(): boolean {
    if (!this.opensBefore(this.earliestOpen())) return false;
    this.generate();
    return true;
  }

  private generate(): void {
    const records = pendingRecords(this.season.match(this.nextOpened)).values();
    const { value, done } = records.next();
    if (!done) this.opened.add({ records, next: value });
    this.nextOpened = this.notOver(this.nextOpened + 1);
  }

  /** The match with the next record; undefined if an announcement comes first. */
  private earliest(): OpenMatch | undefined {
    for (;;) {
      const match = this.earliestOpen();
      if (!this.opensBefore(match)) return match;
      this.generate();
    }
  }

  private earliestOpen(): OpenMatch | undefined {
    let { ts } = this.announcement;
    let match: OpenMatch | undefined;
    for (const one of this.opened)
      if (one.next.ts < ts) {
        match = one;
        ts = one.next.ts;
      }
    return match;
  }

  /** Whether the coverage of the next match may come before the next record of this one, or before the announcement. */
  private opensBefore(match: OpenMatch | undefined): boolean {
    return this.season.kickOff(this.nextOpened) - LEAD <= (match?.next.ts ?? this.announcement.ts);
  }

  private notOver(number: number): number {
    let next = number;
    while (this.over.has(next)) next++;
    return next;
  }
}
