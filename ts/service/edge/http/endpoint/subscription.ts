import { BASE58_KEY, closed, I32, inBoth, TIME } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = inBoth(
  closed('Subscription', {
    wallet: BASE58_KEY,
    now: TIME,
    leagueNames: {
      type: 'array',
      items: closed('LeagueName', { id: I32, name: { type: 'string' } }),
      description: 'Of the leagues in `periods`.',
    },
    periods: {
      type: 'array',
      description: 'By level and start: current and future periods, and the last one of a level that has ended.',
      items: closed('SubscriptionPeriod', {
        level: { type: 'integer', minimum: 0, maximum: 65_535 },
        from: TIME,
        until: TIME,
        samplingSeconds: {
          type: 'integer',
          minimum: 0,
          description: 'Seconds between odds of a market line; 0: real time.',
        },
        leagueBundle: { type: ['integer', 'null'], description: '0: all leagues; null: a selection.' },
        leagues: { type: ['array', 'null'], items: { type: 'integer' }, description: 'null: all.' },
        marketBundle: { type: 'integer', description: '0: all markets.' },
        markets: { type: ['array', 'null'], items: { type: 'string' }, description: '`SuperOddsType`; null: all.' },
      }),
    },
  }),
);

export const subscription = defineEndpoint({
  method: 'GET',
  path: '/api/subscription',
  summary: "Subscription periods of the API token's wallet",
  tag: 'Subscription',
  description: 'Also of a subscription that has ended: the last period of each level.',
  needs: 'holder',
  parameters: {},
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ ports, wallet }) => json(await ports.auth.subscription(wallet)),
});
