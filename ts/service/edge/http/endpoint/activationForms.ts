import { closed, inBoth } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = inBoth<{ readonly hosts: readonly string[] }>(
  closed('ActivationForms', {
    hosts: {
      type: 'array',
      items: { type: 'string' },
      description: 'Include the port unless it is the default one.',
    },
  }),
);

export const activationForms = defineEndpoint({
  method: 'GET',
  path: '/.well-known/activation',
  summary: 'Hosts that an activation message may name',
  description:
    'A message that ends with one of these hosts ("<txSig>:<leagues>:<session token>:<host>") is of no use to ' +
    'any other service. An empty list means that only messages without a host are accepted.',
  tag: 'Keys',
  needs: 'nothing',
  parameters: {},
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ ports }) => json({ hosts: ports.auth.hosts() }),
});
