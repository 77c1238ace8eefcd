import { closed, inBoth } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = inBoth<{ readonly token: string }>(
  closed('GuestSession', {
    token: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$', description: 'JWT.' },
  }),
);

export const guestStart = defineEndpoint({
  method: 'POST',
  path: '/auth/guest/start',
  summary: 'Obtain a guest session token',
  description: 'The body is empty or {}. The token is valid for 30 days.',
  tag: 'Session',
  needs: 'nothing',
  parameters: {},
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ ports }) => json({ token: await ports.auth.startGuest() }),
});
