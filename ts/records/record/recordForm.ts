/**
 * The form of an incoming record.
 *
 * - `documented`: the form of snapshots and streams in the interface description.
 * - `historical`: the form of score records of an interval in the description, with lower-case first letters.
 * - `observed`: the form of live feeds: `Clock {Running, Seconds}`, names without the sport, numbers for states.
 * - `either`: the same in the documented and the observed form.
 */
export type RecordForm = 'documented' | 'historical' | 'observed' | 'either';

export const RECORD_FORMS: readonly RecordForm[] = ['documented', 'historical', 'observed', 'either'];
