import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { INT32, queryInteger } from '../parameter.js';
import { FIXTURE_PROOF } from '../recordAnswers.js';
import { checkKnownFixture } from '../seen.js';

export const fixtureValidation = defineEndpoint({
  method: 'GET',
  path: '/api/fixtures/validation',
  summary: 'Merkle proof of a fixture record',
  tag: 'Fixtures',
  needs: 'token',
  parameters: { fixtureId: queryInteger(INT32, 'Fixture.') },
  answer: { contentType: 'application/json', schema: FIXTURE_PROOF },
  refusals: [404],
  handle: async ({ values, ports, access, wire }) => {
    await checkKnownFixture(access, ports.records, values.fixtureId);
    return jsonOrText(await ports.proofs.fixture(values.fixtureId, wire));
  },
});
