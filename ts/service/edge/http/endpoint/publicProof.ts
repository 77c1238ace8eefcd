import { fail, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { FIXTURE_PATH, STAT_KEYS } from '../endpointParameters.js';
import { publicMatch } from '../publicResults.js';
import { STAT_PROOF_V3 } from '../recordAnswers.js';

export const publicProof = defineEndpoint({
  method: 'GET',
  path: '/api/public/scores/{fixtureId}/proof',
  summary: 'Merkle multiproof of the final record of a match, version 3',
  description: 'Exists only where the operator shows results to everybody. Until the result is on chain it is 404.',
  tag: 'Scores',
  needs: 'nothing',
  only: 'public',
  parameters: { fixtureId: FIXTURE_PATH, statKeys: STAT_KEYS },
  answer: { contentType: 'application/json', schema: STAT_PROOF_V3 },
  refusals: [404],
  handle: async ({ values: { fixtureId, statKeys }, ports, wire }) => {
    const { proof } = await publicMatch(ports, fixtureId);
    if (proof === null) return fail(RECORD_NOT_FOUND, { problem: 'no fixture', fixtureId });
    return jsonOrText(await ports.proofs.stat(3, { fixtureId, seq: proof.seq, keys: statKeys }, wire));
  },
});
