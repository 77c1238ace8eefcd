import type { LinesmanError } from 'linesman/error';

/** A record that is stored. */
export interface Taken {
  /** `accepted`: stored now. `repeated`: it was stored before. */
  readonly status: 'accepted' | 'repeated';
  /** `ts`: the time that it was given, ms. */
  readonly record: { readonly fixtureId: number; readonly seq: number; readonly ts: number };
}

/** Whoever takes records in: `Ingest` in this process, or a service elsewhere. */
export interface RecordTaker {
  /**
   * Takes records in their order; what is not refused is stored when the promise is fulfilled. When it is rejected nothing is known, and to send
   * them again does no harm. `next`: those that will come after them, as soon as they are known; they may be read while these are stored, and
   * nothing is said of them or stored of them before they come.
   */
  acceptAll(
    records: readonly string[],
    next?: () => Promise<readonly string[]>,
  ): Promise<readonly (Taken | LinesmanError)[]>;
}
