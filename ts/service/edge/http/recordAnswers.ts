import { type Form, fixtureSchema, oddsSchema, scoresSchema } from '@linesman/records';
import { SPORTS } from '@linesman/sdk/format';
import {
  FIXTURE_BATCH,
  FIXTURE as FIXTURE_VALIDATION,
  ODDS_V4,
  ODDS as ODDS_VALIDATION,
  STAT_V1,
  STAT_V1_OF_TWO,
  STAT_V2,
  STAT_V3,
  STAT_V4,
} from '../answer/answers.js';
import type { Wire } from '../answer/wire.js';
import { closed, inBoth, inEach } from './answerSchema.js';

// Answers with records and proofs, which several endpoints share.

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
const HEARTBEAT = {
  ...closed('Heartbeat', {
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
  }),
  required: ['Ts'],
};
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

export const ODDS = inEach(() => oddsSchema());
export const FIXTURE = inEach(() => fixtureSchema());
export const SCORES = inEach(scoresOn);
export const HISTORICAL_SCORES = inEach(historicalScoresOn);
export const ODDS_STREAM = inBoth(streamOf('OddsStream', 'OddsEvent', oddsSchema()));
export const SCORES_STREAM = inEach((wire) =>
  wire === 'observed'
    ? streamOf('ObservedScoresStream', 'ObservedScoresEvent', scoresOn(wire))
    : streamOf('ScoresStream', 'ScoresEvent', scoresOn(wire)),
);
export const SCORES_TEXT = inEach(listedOn);
export const STAT_PROOF = inBoth({
  title: 'ScoresStatValidation',
  oneOf: [STAT_V1, STAT_V1_OF_TWO, STAT_V2].map(({ schema }) => schema('observed')),
});
export const STAT_PROOF_V3 = inEach(STAT_V3.schema);
export const STAT_PROOF_V4 = inEach(STAT_V4.schema);
export const ODDS_PROOF = inEach(ODDS_VALIDATION.schema);
export const ODDS_PROOF_V4 = inEach(ODDS_V4.schema);
export const FIXTURE_PROOF = inEach(FIXTURE_VALIDATION.schema);
export const FIXTURE_BATCH_PROOF = inEach(FIXTURE_BATCH.schema);
