/**
 * The three ways in which a record is written.
 *
 * - `snapshot`: as described, on the snapshot endpoints and the streams; it is also how records are held and how they come in.
 * - `historical`: as described, on the endpoint of historical score updates. Only the names at the top change: they begin with a small letter,
 *   and some carry the sport.
 * - `observed`: as deployed clients of the reference meet it, on every endpoint.
 */
export type Form = 'snapshot' | 'historical' | 'observed';

export const FORMS: readonly Form[] = ['snapshot', 'historical', 'observed'];
