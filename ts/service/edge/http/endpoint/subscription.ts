import { defineEndpoint, json } from '../endpoint.js';

export const subscription = defineEndpoint({
  method: 'GET',
  path: '/api/subscription',
  summary: 'What the wallet of the API token has bought, and until when',
  tag: 'Subscription',
  needs: 'token',
  parameters: {},
  answer: { contentType: 'application/json', schema: 'Subscription' },
  handle: async ({ ports, access }) => json(ports.auth.subscription(access)),
});
