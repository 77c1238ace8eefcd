import { integer, type Parser } from '@linesman/cli';

/** Seconds after the end of a slot in which the publisher may publish its root without the admin's signature. */
export const parseLateAfter = integer(600, 604_800);

/** The same, or 0 for no bound, which is only allowed for an oracle that has no bound yet. */
export const parseLateAfterOrNone: Parser<number> = (text, option) => (text === '0' ? 0 : parseLateAfter(text, option));
