import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { INT64, queryInteger, queryText } from '../parameter.js';
import { checkOddsMessage } from '../seen.js';

export const oddsValidationV4 = defineEndpoint({
  method: 'GET',
  path: '/api/odds/validation-v4',
  summary: 'Signed Merkle proof of an odds record',
  tag: 'Odds',
  needs: 'token',
  cost: { usual: 4 },
  parameters: {
    messageId: queryText({ type: 'string', minLength: 1, maxLength: 200 }, 'Id of the odds message.'),
    ts: queryInteger(INT64, 'Ts of the odds message, ms.'),
  },
  answer: { contentType: 'application/json', schema: 'OddsValidationResponseV4' },
  refusals: [404],
  handle: async ({ values, ports, access, wire }) => {
    const { messageId, ts } = values;
    await checkOddsMessage(access, ports, values);
    return jsonOrText(await ports.proofs.oddsV4(messageId, ts, wire));
  },
});
