import { MATCHES as MATCH_PAGE, PUBLIC_MATCHES as PUBLIC_PAGE } from '@linesman/sdk/internal/client/match';
import { answerOf } from './answerSchema.js';

const FACTS = {
  startTime: 'Start by the latest record that names it, Unix time, ms.',
  movedFrom: 'Start as first announced, if it has moved; else null.',
  score: 'Latest confirmed total, without a shoot-out; null before the first one.',
  shootOut: 'Goals of the shoot-out in soccer; null before one.',
  statusId: 'Of the latest records; null if none of them has a status.',
  clock: { seconds: 'Counts up in soccer, down in the other sports.' },
  statKeys:
    'The stats that the source states; "all": every stat of the sport. No other can be proven, neither as a value ' +
    'nor as zero. null until they are declared, or a record has stats.',
  sumsDiffer: 'Whether a record has a total that differs from the sum of its parts.',
  updates: 'Number of score records. The `Seq` of the latest is one less.',
  latestTs: '`Ts` of the latest score record.',
};
const NEXT = 'Send it as `after` for the next page; null on the last one.';

export const MATCHES = answerOf(MATCH_PAGE, {
  matches: {
    ...FACTS,
    nextSlot:
      'Start (ms) of the 5-minute slot whose root is the next to prove something about the match: that of the latest ' +
      'record until it is published, then the running one, or that of the start; null once everything is proven.',
  },
  next: NEXT,
});

/** In the public view. */
export const PUBLIC_MATCHES = answerOf(PUBLIC_PAGE, {
  matches: {
    ...FACTS,
    proof: {
      '': 'null while the match is not over, and if it ended without a confirmed result.',
      seq: '`Seq` of the final record.',
      slot: 'Start of its 5-minute slot, Unix time, ms.',
      publishedAt: 'When the root of the slot was first seen on chain.',
    },
  },
  next: NEXT,
});
