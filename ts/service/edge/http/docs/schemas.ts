import { MATCH_STATES } from 'linesman/client';
import { SPORTS } from 'linesman/format';
import { type Form, fixtureSchema, oddsSchema, scoresSchema } from '../../../data/record/index.js';
import {
  fixtureBatchProofSchema,
  fixtureProofSchema,
  oddsProofSchema,
  oddsProofV4Schema,
  STAT_V1_SCHEMAS,
  STAT_V2_SCHEMA,
  statV3Schema,
  statV4Schema,
} from '../../answer/answerSchemas.js';
import { SLOT_STATES } from '../../answer/slots.js';
import type { Wire } from '../../answer/wire.js';

/** A schema with a title, under which it becomes a component. */
export type Titled = object & { readonly title: string };

/** The answer schema in each wire; the same twice if they do not differ. */
export type AnswerSchemas = Readonly<Record<Wire, Titled>>;

const inBoth = (schema: object): AnswerSchemas => ({ described: schema as Titled, observed: schema as Titled });
const inEach = (schemaOn: (wire: Wire) => object): AnswerSchemas => ({
  described: schemaOn('described') as Titled,
  observed: schemaOn('observed') as Titled,
});

const closed = (title: string, properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** The score records of all sports in a form. */
const scoresOf = (title: string, form: Form) => ({
  title,
  description: '`SportId` (1, 2, 6) tells them apart.',
  oneOf: SPORTS.map((sport) => scoresSchema(sport, form)),
});
const OBSERVED_SCORES = scoresOf('ObservedScores', 'observed');
const scoresOn = (wire: Wire): object => (wire === 'observed' ? OBSERVED_SCORES : scoresOf('Scores', 'snapshot'));
const historicalScoresOn = (wire: Wire): object =>
  wire === 'observed' ? OBSERVED_SCORES : scoresOf('HistoricalScores', 'historical');

/** Event data is JSON on one line. */
const dataOf = (schema: object) => ({ type: 'string', contentMediaType: 'application/json', contentSchema: schema });

const EVENT_ID = {
  type: 'string',
  pattern: '^\\d{1,16}:\\d{1,10}$',
  description: 'Start of the 5-minute slot (ms), colon, index in the slot. Send it as `Last-Event-ID` to resume.',
  examples: ['1782958200000:17'],
};
const HEARTBEAT = closed(
  'Heartbeat',
  {
    Ts: { type: 'integer', format: 'int64', minimum: 0, description: 'Unix time in seconds.' },
    Gap: {
      ...closed('Gap', {
        From: {
          type: 'string',
          minLength: 1,
          description: 'The `Last-Event-ID` of the request, cut to 100 characters.',
        },
        To: { ...EVENT_ID, description: 'Id of the newest event.' },
      }),
      description: 'Records between these ids are missing, because the requested id is outside the retained window.',
    },
    Closing: { type: 'string', minLength: 1, description: 'Why the stream is ending.' },
  },
  ['Gap', 'Closing'],
);
const HEARTBEAT_EVENT = closed('HeartbeatEvent', {
  data: dataOf(HEARTBEAT),
  event: { type: 'string', const: 'heartbeat' },
});

/** An event of a stream: a record, or a heartbeat every 15 seconds. */
const streamOf = (title: string, eventTitle: string, record: object) => ({
  title,
  oneOf: [closed(eventTitle, { data: dataOf(record), id: EVENT_ID }), HEARTBEAT_EVENT],
});

/** An event of a list in event-stream text. */
const listedOn = (wire: Wire) =>
  closed(wire === 'observed' ? 'ObservedListedScores' : 'ListedScores', {
    data: dataOf(scoresOn(wire)),
    id: { type: 'string', pattern: '^\\d+$', description: '`Seq` of the record.' },
  });

const AMOUNT = { type: 'number', minimum: 0 };
const TIME = { type: 'integer', format: 'int64', minimum: 0, description: 'Unix time, ms.' };
const BASE58_KEY = { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' };

const I32 = { type: 'integer', format: 'int32' };
const COUNT = { ...I32, minimum: 0 };
const MS_OR_NULL = { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const TIME_OR_NULL = { ...TIME, type: ['integer', 'null'] };
const orNull = (schema: object): object => ({ oneOf: [schema, { type: 'null' }] });
const SIDES = closed('Sides', { participant1: COUNT, participant2: COUNT });

const MATCH_FIELDS = {
  fixtureId: { type: 'integer', format: 'int64', minimum: 1 },
  sport: { type: 'string', enum: SPORTS },
  state: { type: 'string', enum: MATCH_STATES },
  startTime: { ...TIME, description: 'Kick-off by the latest record that names it, Unix time, ms.' },
  movedFrom: { ...TIME_OR_NULL, description: 'Kick-off as first announced, if it has moved; else null.' },
  competitionId: I32,
  competition: { type: 'string' },
  participant1: { type: 'string' },
  participant2: { type: 'string' },
  score: { ...orNull(SIDES), description: 'Latest confirmed total, without a shoot-out; null before the first one.' },
  shootOut: { ...orNull(SIDES), description: 'Goals of the shoot-out in soccer; null before one.' },
  statusId: { type: ['integer', 'null'], description: 'Of the latest records; null if none of them has a status.' },
  clock: orNull(
    closed('MatchClock', {
      running: { type: 'boolean' },
      seconds: { ...COUNT, description: 'Counts up in soccer, down in the other sports.' },
    }),
  ),
  updates: { ...COUNT, description: 'Number of score records. The `Seq` of the latest is one less.' },
  latestTs: { ...TIME_OR_NULL, description: '`Ts` of the latest score record.' },
};

/** A match in a few fields. */
const MATCH = closed('Match', {
  ...MATCH_FIELDS,
  nextSlot: {
    ...TIME_OR_NULL,
    description:
      'Start (ms) of the 5-minute slot whose root is the next to prove something about the match: that of the latest ' +
      'record until it is published, then the running one, or that of the start; null once everything is proven.',
  },
});

/** A page of matches. */
const pageSchema = (title: string, match: object): AnswerSchemas =>
  inBoth(
    closed(title, {
      now: TIME,
      matches: { type: 'array', items: match },
      next: { type: ['string', 'null'], description: 'Send it as `after` for the next page; null on the last one.' },
    }),
  );

/** The same for everybody. */
const PUBLIC_MATCH = closed('PublicMatch', {
  ...MATCH_FIELDS,
  proof: {
    ...orNull(
      closed('FinalProof', {
        seq: { ...COUNT, description: '`Seq` of the final record.' },
        slot: { ...TIME, description: 'Start of its 5-minute slot, Unix time, ms.' },
        publishedAt: { ...TIME_OR_NULL, description: 'When the root of the slot was first seen on chain.' },
      }),
    ),
    description: 'null while the match is not over, and if it ended without a confirmed result.',
  },
});

/** The schemas of all answers by name; endpoints can only name these. */
export const ANSWER_SCHEMAS = {
  GuestSession: inBoth(
    closed('GuestSession', {
      token: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$', description: 'JWT.' },
    }),
  ),
  ApiToken: inBoth({
    title: 'ApiToken',
    type: 'string',
    pattern: '^lsm_[A-Za-z0-9_-]{43}$',
    description: 'The token as plain text.',
  }),
  PurchaseQuote: inBoth({
    ...closed('PurchaseQuote', {
      transactionBase64: { type: 'string', format: 'byte', minLength: 4 },
      baseStableCost: AMOUNT,
      feeStableAmount: AMOUNT,
      totalStableCharged: AMOUNT,
      baseUsdtCost: AMOUNT,
      feeUsdtAmount: AMOUNT,
      totalUsdtCharged: AMOUNT,
    }),
    description: 'Amounts in whole units of the stablecoin, each under both names.',
  }),
  OracleKeys: inBoth(
    closed('OracleKeys', {
      keys: {
        type: 'array',
        minItems: 1,
        items: closed('OracleKey', {
          status: { type: 'string', enum: ['current', 'next', 'retired'] },
          algorithm: { type: 'string', const: 'Ed25519' },
          base58: BASE58_KEY,
          hex: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        }),
      },
    }),
  ),
  Nothing: inBoth({ title: 'Nothing' }),
  Subscription: inBoth(
    closed('Subscription', {
      wallet: BASE58_KEY,
      now: TIME,
      leagueNames: {
        type: 'array',
        items: closed('LeagueName', { id: I32, name: { type: 'string' } }),
        description: 'Of the leagues in `periods`.',
      },
      periods: {
        type: 'array',
        description: 'By level and start: current and future periods, and the last one of a level that has ended.',
        items: closed('SubscriptionPeriod', {
          level: { type: 'integer', minimum: 0, maximum: 65_535 },
          from: TIME,
          until: TIME,
          samplingSeconds: {
            type: 'integer',
            minimum: 0,
            description: 'Seconds between odds of a market line; 0: real time.',
          },
          leagueBundle: { type: ['integer', 'null'], description: '0: all leagues; null: a selection.' },
          leagues: { type: ['array', 'null'], items: { type: 'integer' }, description: 'null: all.' },
          marketBundle: { type: 'integer', description: '0: all markets.' },
          markets: { type: ['array', 'null'], items: { type: 'string' }, description: '`SuperOddsType`; null: all.' },
        }),
      },
    }),
  ),
  Matches: pageSchema('Matches', MATCH),
  PublicMatches: pageSchema('PublicMatches', PUBLIC_MATCH),
  RootsOfDay: inBoth(
    closed('RootsOfDay', {
      epochDay: { type: 'integer', minimum: 0, maximum: 65_535 },
      now: TIME,
      slots: {
        type: 'array',
        description: 'By kind, earliest first. Slots without records are left out.',
        items: closed('RootsSlot', {
          kind: { type: 'string', enum: ['scores', 'odds', 'fixtures'] },
          index: {
            ...COUNT,
            description: 'Place in the roots account: slot of the day, or hour of the ten-day window of fixtures.',
          },
          from: TIME,
          until: TIME,
          state: {
            type: 'string',
            enum: SLOT_STATES,
            description:
              'running; pending: ended less than a minute ago, in a faster world as many minutes; late: ended ' +
              'earlier, not on chain; published; missing: was on chain, and the chain has lost it; alarm: the chain ' +
              'has another root.',
          },
          root: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$', description: 'null until the slot is sealed.' },
          fixtures: { ...COUNT, description: 'Fixtures with records; so far, while the slot is not sealed.' },
          updates: { ...COUNT, description: 'Records; so far, while the slot is not sealed.' },
          publishedAt: { ...TIME_OR_NULL, description: 'When the root was first seen on chain.' },
        }),
      },
    }),
  ),
  RootsLatency: inBoth(
    closed('RootsLatency', {
      now: TIME,
      days: { ...COUNT, description: 'Days that count, up to now.' },
      kinds: {
        type: 'array',
        items: closed('KindLatency', {
          kind: { type: 'string', enum: ['scores', 'odds', 'fixtures'] },
          roots: { ...COUNT, description: 'Published roots.' },
          median: { ...MS_OR_NULL, description: 'ms that half of them took at most; null if there are none.' },
          p99: { ...MS_OR_NULL, description: 'ms that 99 of 100 took at most; null if there are none.' },
        }),
      },
    }),
  ),
  ActivationForms: inBoth(
    closed('ActivationForms', {
      hosts: {
        type: 'array',
        items: { type: 'string' },
        description: 'Include the port unless it is the default one.',
      },
    }),
  ),
  Deployment: inBoth(
    closed('Deployment', {
      chain: { type: 'string', enum: ['embedded', 'cluster'] },
      rpc: { type: ['string', 'null'], description: 'RPC URL for clients; null if the operator names none.' },
      programs: closed('DeploymentPrograms', { oracle: BASE58_KEY, settlement: BASE58_KEY }),
      mints: closed('DeploymentMints', { service: BASE58_KEY, stablecoin: BASE58_KEY }),
    }),
  ),
  World: inBoth(
    closed('World', {
      now: TIME,
      speed: { type: 'number', exclusiveMinimum: 0, description: 'Simulated seconds per second.' },
      speeds: closed('WorldSpeeds', { minimum: AMOUNT, maximum: AMOUNT }),
      source: { type: 'string', enum: ['generator', 'none'], description: 'none: matches come from outside.' },
    }),
  ),
  GivenMoney: inBoth(
    closed('GivenMoney', {
      wallet: BASE58_KEY,
      transactions: { type: 'array', items: { type: 'string' }, description: 'Signatures, Base58.' },
    }),
  ),
  Odds: inBoth(oddsSchema()),
  Fixture: inBoth(fixtureSchema()),
  Scores: inEach(scoresOn),
  HistoricalScores: inEach(historicalScoresOn),
  OddsStream: inBoth(streamOf('OddsStream', 'OddsEvent', oddsSchema())),
  ScoresStream: inEach((wire) =>
    wire === 'observed'
      ? streamOf('ObservedScoresStream', 'ObservedScoresEvent', scoresOn(wire))
      : streamOf('ScoresStream', 'ScoresEvent', scoresOn(wire)),
  ),
  ScoresText: inEach(listedOn),
  ScoresStatValidation: inBoth({ title: 'ScoresStatValidation', oneOf: [...STAT_V1_SCHEMAS, STAT_V2_SCHEMA] }),
  ScoresStatValidationV3: inEach(statV3Schema),
  ScoresStatValidationResponseV4: inEach(statV4Schema),
  OddsValidation: inEach(oddsProofSchema),
  OddsValidationResponseV4: inEach(oddsProofV4Schema),
  FixtureValidation: inEach(fixtureProofSchema),
  FixtureBatchValidation: inEach(fixtureBatchProofSchema),
} as const satisfies Readonly<Record<string, AnswerSchemas>>;

export type AnswerName = keyof typeof ANSWER_SCHEMAS;

/** A refusal with `Accept: application/problem+json` (RFC 9457). */
export const PROBLEM: Titled = closed('Problem', {
  type: { type: 'string', format: 'uri', pattern: '^urn:linesman:error:\\d+$' },
  title: { type: 'string', minLength: 1, description: 'Name of the error.' },
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'Same as the response status.' },
  detail: { type: 'string', minLength: 1, description: 'The text that the refusal has without problem details.' },
  code: { type: 'integer', minimum: 1, description: 'Number of the error.' },
  hint: { type: 'string', minLength: 1, description: 'What to do.' },
});

/** The text of a refusal. */
export const REFUSAL_TEXT = {
  title: 'RefusalText',
  type: 'string',
  pattern: '^[^\\r\\n]+$',
  description: 'One line with the reason.',
} satisfies Titled & Readonly<Record<string, string>>;
