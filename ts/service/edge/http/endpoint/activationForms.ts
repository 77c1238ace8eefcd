import { defineEndpoint, json } from '../endpoint.js';

export const activationForms = defineEndpoint({
  method: 'GET',
  path: '/.well-known/activation',
  summary: 'Hosts that the message of an activation may name',
  description:
    'With one of them behind the message ("<txSig>:<leagues>:<session token>:<host>") it is of no use to any other service. Empty: only the form without a host is taken.',
  tag: 'Keys',
  needs: 'nothing',
  parameters: {},
  answer: { contentType: 'application/json', schema: 'ActivationForms' },
  handle: async ({ ports }) => json({ hosts: ports.auth.hosts() }),
});
