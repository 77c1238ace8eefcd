import { defineEndpoint, nothing } from '../endpoint.js';

export const endToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/token',
  summary: 'End the API token that is sent',
  description:
    'Its streams end: at this address at once, at every other one within 5 seconds. The subscription stays; a token can be ended also after it is over.',
  tag: 'Subscription',
  needs: 'holder',
  parameters: {},
  answer: { contentType: null, schema: 'Nothing' },
  handle: async ({ ports, headers }) => {
    const token = headers['x-api-token'];
    await ports.auth.endToken(typeof token === 'string' ? token : undefined);
    return nothing;
  },
});
