import { SUBSCRIPTION } from '@linesman/sdk/internal/client/account';
import { answerOf } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = answerOf(SUBSCRIPTION, {
  leagueNames: 'Of the leagues in `periods`.',
  periods: {
    '': 'By level and start: current and future periods, and the last one of a level that has ended.',
    samplingSeconds: 'Seconds between odds of a market line; 0: real time.',
    leagueBundle: '0: all leagues; null: a selection.',
    leagues: 'null: all.',
    marketBundle: '0: all markets.',
    markets: '`SuperOddsType`; null: all.',
  },
});

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
