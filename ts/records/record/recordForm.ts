/**
 * The form of an incoming record.
 *
 * - `documented`: as the interface description writes it in snapshots and streams.
 * - `historical`: as the description writes score records of an interval, with lower-case first letters.
 * - `observed`: as live feeds send it: `Clock {Running, Seconds}`, names without the sport, numbers for states.
 * - `either`: the same in the documented and the observed form.
 */
export type RecordForm = 'documented' | 'historical' | 'observed' | 'either';

export const RECORD_FORMS: readonly RecordForm[] = ['documented', 'historical', 'observed', 'either'];
