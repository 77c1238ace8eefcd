import { defineEndpoint, json } from '../endpoint.js';

export const subscription = defineEndpoint({
  method: 'GET',
  path: '/api/subscription',
  summary: "Subscription periods of the API token's wallet",
  tag: 'Subscription',
  needs: 'token',
  parameters: {},
  answer: { contentType: 'application/json', schema: 'Subscription' },
  handle: async ({ ports, access }) => json(ports.auth.subscription(access)),
});
