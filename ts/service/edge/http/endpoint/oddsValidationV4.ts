import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { ODDS_MESSAGE } from '../endpointParameters.js';
import { ODDS_PROOF_V4 } from '../recordAnswers.js';
import { checkOddsMessage } from '../seen.js';

export const oddsValidationV4 = defineEndpoint({
  method: 'GET',
  path: '/api/odds/validation-v4',
  summary: 'Signed Merkle proof of an odds record',
  tag: 'Odds',
  needs: 'token',
  cost: { usual: 4 },
  parameters: ODDS_MESSAGE,
  answer: { contentType: 'application/json', schema: ODDS_PROOF_V4 },
  refusals: [404],
  handle: async ({ values, ports, access, wire }) => {
    const { messageId, ts } = values;
    await checkOddsMessage(access, ports, values);
    return jsonOrText(await ports.proofs.oddsV4(messageId, ts, wire));
  },
});
