import { bool, count, object, required, type TypeOf } from '../schema/codec.js';

/** The match clock in seconds. Counts up in soccer, down in the other sports. */
export const CLOCK = object(
  {
    running: required(bool, { observed: 'Running' }),
    seconds: required(count, { observed: 'Seconds' }),
  },
  { title: 'Clock' },
);
export type Clock = TypeOf<typeof CLOCK>;
