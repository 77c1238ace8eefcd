import { defineEndpoint, json } from '../endpoint.js';

export const subscription = defineEndpoint({
  method: 'GET',
  path: '/api/subscription',
  summary: "Subscription periods of the API token's wallet",
  tag: 'Subscription',
  description: 'Also of a subscription that has ended: the last period of each level.',
  needs: 'holder',
  parameters: {},
  answer: { contentType: 'application/json', schema: 'Subscription' },
  handle: async ({ ports, wallet }) => json(await ports.auth.subscription(wallet)),
});
