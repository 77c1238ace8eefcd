import { defineEndpoint, nothing } from '../endpoint.js';

export const endToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/token',
  summary: 'End the API token of the request',
  description:
    'Its streams end at once on this server and within 5 seconds on others. The subscription continues. Tokens ' +
    'of expired subscriptions can be ended, too.',
  tag: 'Subscription',
  needs: 'holder',
  parameters: {},
  answer: { contentType: null },
  handle: async ({ ports, headers }) => {
    const token = headers['x-api-token'];
    await ports.auth.endToken(typeof token === 'string' ? token : undefined);
    return nothing;
  },
});
