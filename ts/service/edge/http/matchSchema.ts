import { MATCH_STATES } from '@linesman/sdk/client';
import { SPORTS, U32_MAX } from '@linesman/sdk/format';
import { COUNT, closed, I32, inBoth, orNull, TIME, TIME_OR_NULL } from './answerSchema.js';

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
  statKeys: {
    oneOf: [
      { type: 'null' },
      { type: 'string', enum: ['all'] },
      { type: 'array', items: { type: 'integer', minimum: 0, maximum: U32_MAX } },
    ],
    description:
      'The stats that the source states; "all": every stat of the sport. No other can be proven, neither as a value ' +
      'nor as zero. null until they are declared, or a record has stats.',
  },
  sumsDiffer: { type: 'boolean', description: 'Whether a record has a total that differs from the sum of its parts.' },
  updates: { ...COUNT, description: 'Number of score records. The `Seq` of the latest is one less.' },
  latestTs: { ...TIME_OR_NULL, description: '`Ts` of the latest score record.' },
} as const;

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
const pageSchema = <const T extends string, const M extends object>(title: T, match: M) =>
  inBoth(
    closed(title, {
      now: TIME,
      matches: { type: 'array', items: match },
      next: { type: ['string', 'null'], description: 'Send it as `after` for the next page; null on the last one.' },
    }),
  );

/** A match in the public view. */
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

export const MATCHES = pageSchema('Matches', MATCH);
export const PUBLIC_MATCHES = pageSchema('PublicMatches', PUBLIC_MATCH);
