import type { Milliseconds } from '../format/slotTime.js';
import type { DocumentNode } from '../proof/document.js';

/** The last time (Unix ms) that a date can show. A page would fail with a RangeError on a later time. */
const LAST = 8_640_000_000_000_000;

/** Reads a time, Unix ms. Errors: INVALID_NUMBER, also for one that no date can show; MALFORMED_RESPONSE. */
export const timeIn = (node: DocumentNode): Milliseconds => node.integer(-LAST, LAST) as Milliseconds;
