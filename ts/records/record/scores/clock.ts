import { bool, count, object, required, type TypeOf } from '../schema/codec.js';
import type { ObjectSchema, ScalarSchema } from '../schema/jsonSchema.js';

/** The match clock in seconds. Counts up in soccer, down in the other sports. */
export const CLOCK = object(
  {
    running: required(bool, { observed: 'Running' }),
    seconds: required(count, { observed: 'Seconds' }),
  },
  // Live feeds write either case.
  { title: 'Clock', spellings: { observed: (name) => name.toLowerCase() } },
);
export type Clock = TypeOf<typeof CLOCK>;

const RUNNING: ScalarSchema = { type: ['boolean', 'null'] };
const SECONDS: ScalarSchema = { type: ['integer', 'null'] };

/** A clock from a live feed, which may have other fields, or be null. */
export const FEED_CLOCK: ObjectSchema = {
  type: ['object', 'null'],
  properties: { Running: RUNNING, Seconds: SECONDS },
  required: [],
  additionalProperties: true,
};
