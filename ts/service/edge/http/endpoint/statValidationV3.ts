import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { RECORD_QUERY, STAT_KEYS } from '../endpointParameters.js';
import { STAT_PROOF_V3 } from '../recordAnswers.js';
import { checkKnownFixture } from '../seen.js';

export const statValidationV3 = defineEndpoint({
  method: 'GET',
  path: '/api/scores/stat-validation-v3',
  summary: 'Merkle multiproof of fixture statistics, version 3',
  tag: 'Scores',
  needs: 'token',
  parameters: { ...RECORD_QUERY, statKeys: STAT_KEYS },
  answer: { contentType: 'application/json', schema: STAT_PROOF_V3 },
  refusals: [404],
  handle: async ({ values, ports, access, wire }) => {
    const { fixtureId, seq, statKeys } = values;
    await checkKnownFixture(access, ports.records, fixtureId);
    return jsonOrText(await ports.proofs.stat(3, { fixtureId, seq, keys: statKeys }, wire));
  },
});
