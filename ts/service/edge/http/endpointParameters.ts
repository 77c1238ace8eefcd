import {
  type EpochDay,
  MS_PER_DAY,
  MS_PER_SLOT,
  type SlotIndex,
  type SlotTime,
  SPORTS,
  type Sport,
  slotStart,
  U16_MAX,
} from '@linesman/sdk/format';
import type { MatchPlace } from '../../data/store/matchStore.js';
import type { Endpoint } from './endpoint.js';
import {
  INT32,
  INT64,
  optionalInteger,
  optionalIntegers,
  optionalText,
  type Parameters,
  pathInteger,
  queryInteger,
  queryIntegers,
  queryText,
  type ValuesOf,
} from './parameter.js';

/** Parameters shared by several endpoints. */

const SLOT = {
  epochDay: pathInteger({ ...INT32, minimum: 0, maximum: U16_MAX }, 'Day since 1970-01-01 UTC.'),
  hourOfDay: pathInteger({ ...INT32, minimum: 0, maximum: 23 }, 'Hour of the day, UTC.'),
} as const;

/** An hour as a path. */
export const HOUR_PATH = SLOT;

/** A 5-minute slot as a path. */
export const SLOT_PATH = {
  ...SLOT,
  interval: pathInteger({ ...INT32, minimum: 0, maximum: 11 }, '5-minute interval of the hour, from 0.'),
} as const;

export const FIXTURE_FILTER = optionalInteger(INT64, 'Only this fixture.');
export const FIXTURE_PATH = pathInteger(INT64, 'Fixture.');
export const AS_OF = optionalInteger(INT64, 'Unix time in ms; a future time means now.');

/** The record of a stat proof. */
export const RECORD_QUERY = {
  fixtureId: queryInteger(INT32, 'Fixture.'),
  seq: queryInteger(INT32, 'Sequence number of the record within the fixture.'),
} as const;

/** The record of an odds proof. */
export const ODDS_MESSAGE = {
  messageId: queryText({ type: 'string', minLength: 1, maxLength: 200 }, 'Id of the odds message.'),
  ts: queryInteger(INT64, 'Ts of the odds message, ms. A line that is priced again keeps its messageId.'),
} as const;

/** The default and the maximum number of matches in a page. */
const DEFAULT_LIMIT = 50;
const MOST = 200;
/** Start (Unix ms) and fixture of the last match of a page. */
const PLACE = /^(\d{1,15}):(\d{1,15})$/;

/** Parameters of every list of matches. */
export const MATCHES_QUERY = {
  sport: optionalText({ type: 'string', enum: SPORTS }, 'Only this sport.'),
  fixtureId: optionalInteger(
    { ...INT64, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    'Only this match: none or one.',
  ),
  epochDay: optionalInteger(
    { ...INT32, minimum: 0, maximum: U16_MAX },
    'Only matches that start on this day, as days since 1970-01-01 UTC.',
  ),
  order: optionalText(
    { type: 'string', enum: ['earliest', 'latest'] },
    'By start: the earliest first (default), or the latest.',
  ),
  limit: optionalInteger({ ...INT32, minimum: 1, maximum: MOST }, `Matches in a page, default ${DEFAULT_LIMIT}.`),
  after: optionalText(
    { type: 'string', pattern: PLACE.source },
    'Begins after an earlier page: its `next`. Send the other parameters unchanged.',
  ),
} as const;

/** Reads `next` of a page, which names the last match. */
function placeOf(text: string): MatchPlace {
  const [, startTime, fixtureId] = PLACE.exec(text) ?? [];
  return { startTime: Number(startTime), fixtureId: Number(fixtureId) };
}

/**
 * The requested page of a list of matches. It reads one match more than its limit, which shows whether there is another
 * page.
 */
export function matchesQuestion(values: ValuesOf<typeof MATCHES_QUERY>) {
  const { sport, fixtureId, epochDay, order = 'earliest', limit = DEFAULT_LIMIT, after } = values;
  const from = (epochDay ?? 0) * MS_PER_DAY;
  return {
    order: order as 'earliest' | 'latest',
    limit: limit + 1,
    ...(sport !== undefined && { sport: sport as Sport }),
    ...(fixtureId !== undefined && { fixtureId }),
    ...(epochDay !== undefined && { start: { from, to: from + MS_PER_DAY } }),
    ...(after !== undefined && { after: placeOf(after) }),
  };
}

/** The page among the matches found for `matchesQuestion`, and the start of the next page. */
export function pageOf<M extends MatchPlace>(found: readonly M[], limit = DEFAULT_LIMIT) {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last && found.length > limit ? `${last.startTime}:${last.fixtureId}` : null };
}

const KEYS = { type: 'array', items: INT32, minItems: 1, maxItems: 5 } as const;
export const STAT_KEYS = queryIntegers({ ...KEYS, uniqueItems: true }, '1 to 5 different stat keys, comma-separated.');
export const REPEATABLE_STAT_KEYS = optionalIntegers(KEYS, '1 to 5 stat keys, comma-separated; version 2.');

/** Position to resume from. Any text is accepted; an invalid id is answered with a gap. */
export const LAST_EVENT_ID = {
  'Last-Event-ID': {
    description:
      'Id of the last event received. The stream resumes after it if the retained window reaches back that ' +
      'far. If the id is too old, unknown or malformed, the first event is a heartbeat with Gap.',
    schema: { type: 'string', examples: ['1782958200000:17'] },
  },
} as const;

const WIRE = optionalText(
  { type: 'string', enum: ['described', 'observed'] },
  'Form of the answer: as described, or as deployed clients of the reference expect it.',
);

const OF_RECORDS: ReadonlySet<Endpoint['tag']> = new Set(['Scores', 'Odds', 'Fixtures']);

/** The parameters of an endpoint, plus `wire` for record endpoints whose two wires differ. */
export function allParameters({ tag, hasOneWire, parameters }: Endpoint): Parameters {
  return OF_RECORDS.has(tag) && !hasOneWire ? { ...parameters, wire: WIRE } : parameters;
}

/** The slot of a path, if it has ended at `now` (ms). */
export function pastSlot(
  path: { readonly epochDay: number; readonly hourOfDay: number; readonly interval: number },
  now: number,
): SlotTime | undefined {
  const slot: SlotTime = {
    epochDay: path.epochDay as EpochDay,
    slot: (12 * path.hourOfDay + path.interval) as SlotIndex,
  };
  return slotStart(slot) + MS_PER_SLOT <= now ? slot : undefined;
}

/**
 * The latest `Ts` (ms) in a snapshot: `asOf`, or unlimited if that is missing or not before `now`, so that differences
 * between clocks do not matter.
 */
export const snapshotEnd = (asOf: number | undefined, now: number): number =>
  asOf === undefined || asOf >= now ? Number.MAX_SAFE_INTEGER - 1 : asOf;
