import type { Wire } from './wire.js';

/**
 * The answers of the proof endpoints, as JSON values or texts. Errors: UNKNOWN_FIXTURE, UNKNOWN_SEQUENCE, NO_STATS,
 * STAT_NOT_IN_RECORD, UNKNOWN_MESSAGE, NO_SUCH_BATCH or RECORD_NOT_FOUND when the requested item does not exist (the
 * sentence says which); TOO_MANY_STATS and INVALID_MULTIPROOF for keys without a proof; NOT_PUBLISHED_YET when the root
 * of the slot is not on chain yet.
 */
export interface Proofs {
  /** Versions 1 and 2 are always in the observed wire. Version 1 takes one or two keys; in both, keys may repeat. */
  stat(version: 1 | 2 | 3 | 4, question: StatQuestion, wire: Wire): Promise<object | string>;
  odds(messageId: string, ts: number, wire: Wire): Promise<object | string>;
  oddsV4(messageId: string, ts: number, wire: Wire): Promise<object | string>;
  /** The latest published record of the fixture. */
  fixture(fixtureId: number, wire: Wire): Promise<object | string>;
  fixtureBatch(epochDay: number, hourOfDay: number, wire: Wire): Promise<object | string>;
}

export interface StatQuestion {
  readonly fixtureId: number;
  readonly seq: number;
  readonly keys: readonly number[];
}
