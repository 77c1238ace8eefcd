import { U16_MAX } from '@linesman/sdk/format';
import { ROOTS_OF_DAY } from '@linesman/sdk/internal/client/roots';
import { RECORD_KINDS, type RecordKind } from '../../../data/store/recordKind.js';
import { answerOf } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';
import { INT32, optionalText, pathInteger } from '../parameter.js';

const ANSWER = answerOf(ROOTS_OF_DAY, {
  slots: {
    '': 'By kind, earliest first. Slots without records are left out.',
    index: 'Place in the roots account: slot of the day, or hour of the ten-day window of fixtures.',
    state:
      'running; pending: ended less than a minute ago, in a faster world as many minutes; late: ended earlier, not ' +
      'on chain; published; missing: was on chain, and the chain has lost it; alarm: the chain has another root, or ' +
      'takes none so late.',
    root: 'null until the slot is sealed.',
    fixtures: 'Fixtures with records; so far, while the slot is not sealed.',
    updates: 'Records; so far, while the slot is not sealed.',
    publishedAt: 'When the root was first seen on chain.',
  },
});

export const rootsOfDay = defineEndpoint({
  method: 'GET',
  path: '/api/roots/{epochDay}',
  summary: 'Slots of a day and their roots',
  description:
    'Slots without records are left out. The answer is the same for every caller, whatever the subscription: roots ' +
    'are public on chain. Compare them with the chain; this is only what the service says.',
  tag: 'Roots',
  needs: 'session',
  cost: { usual: 2 },
  parameters: {
    epochDay: pathInteger({ ...INT32, minimum: 0, maximum: U16_MAX }, 'Day since 1970-01-01 UTC.'),
    kind: optionalText({ type: 'string', enum: RECORD_KINDS }, 'Only this kind of record. Default: every kind.'),
  },
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ values: { epochDay, kind }, ports }) => {
    const now = ports.recordTime();
    const kinds = kind === undefined ? RECORD_KINDS : [kind as RecordKind];
    return json({ epochDay, now, slots: await ports.slots.ofDay(epochDay, kinds, now) });
  },
});
