import { defineEndpoint, json } from '../endpoint.js';

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
  answer: { contentType: 'application/json', schema: 'RootsLatency' },
  handle: async ({ ports }) => json(await ports.slots.latency(ports.recordTime())),
});
