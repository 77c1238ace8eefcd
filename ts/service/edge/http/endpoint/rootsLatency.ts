import { ROOTS_LATENCY } from '@linesman/sdk/internal/client/roots';
import { answerOf } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = answerOf(ROOTS_LATENCY, {
  days: 'Days that count, up to now.',
  kinds: {
    roots: 'Published roots.',
    median: 'ms that half of them took at most; null if there are none.',
    p99: 'ms that 99 of 100 took at most; null if there are none.',
  },
});

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
