import { COUNT, closed, inBoth, TIME } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const MS_OR_NULL = { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const ANSWER = inBoth(
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
);

export const rootsLatency = defineEndpoint({
  method: 'GET',
  path: '/api/latency',
  summary: 'How fast roots were published in the last 30 days',
  description:
    'By kind, from the end of a slot until its root was first seen on chain, in ms of the time of the world. The ' +
    'answer is the same for every caller, and at most a minute old.',
  tag: 'Roots',
  needs: 'session',
  cost: { usual: 2 },
  parameters: {},
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ ports }) => json(await ports.slots.latency(ports.recordTime())),
});
