import type { Wire } from '../../generator/wire.js';

/**
 * Answers of the proof endpoints, as JSON values or their texts. All reject with 7064 when what is asked for does not exist (the message says what is
 * missing, for the caller) and with 7065 when the root of its slot is not on chain yet.
 */
export interface Proofs {
  /** Versions 1 and 2 are always in the observed wire; 1 takes one or two keys, which like those of 2 may repeat. */
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
