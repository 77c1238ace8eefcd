import { U16_MAX } from '@linesman/sdk/format';
import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { INT32, queryInteger } from '../parameter.js';
import { FIXTURE_BATCH_PROOF } from '../recordAnswers.js';

export const fixtureBatchValidation = defineEndpoint({
  method: 'GET',
  path: '/api/fixtures/batch-validation',
  summary: 'Merkle proof of the metadata of an hourly batch of fixtures',
  tag: 'Fixtures',
  needs: 'token',
  parameters: {
    epochDay: queryInteger({ ...INT32, minimum: 0, maximum: U16_MAX }, 'Day since 1970-01-01 UTC.'),
    hourOfDay: queryInteger({ ...INT32, minimum: 0, maximum: 23 }, 'Hour of the day, UTC.'),
  },
  answer: { contentType: 'application/json', schema: FIXTURE_BATCH_PROOF },
  refusals: [404],
  handle: async ({ values, ports, wire }) =>
    jsonOrText(await ports.proofs.fixtureBatch(values.epochDay, values.hourOfDay, wire)),
});
