/**
 * The three forms of a record.
 *
 * - `snapshot`: as described, on the snapshot endpoints and the streams; also the form of stored and of incoming
 *   records.
 * - `historical`: as described, on the endpoint for historical score updates. Only the top-level names differ: they
 *   begin with a lower-case letter, and some contain the sport.
 * - `observed`: the form that deployed clients of the reference expect, on every endpoint.
 */
export type Form = 'snapshot' | 'historical' | 'observed';

export const FORMS: readonly Form[] = ['snapshot', 'historical', 'observed'];
