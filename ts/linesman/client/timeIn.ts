import type { Milliseconds } from '../format/index.js';
import type { DocumentNode } from '../proof/document.js';

/** The last time (Unix ms) that a date can show. A page that is given a later one would end with a RangeError. */
const LAST = 8_640_000_000_000_000;

/** Reads a time, Unix ms. Errors: INVALID_NUMBER, also for one that no date can show; MALFORMED_RESPONSE. */
export const timeIn = (node: DocumentNode): Milliseconds => node.integer(-LAST, LAST) as Milliseconds;
