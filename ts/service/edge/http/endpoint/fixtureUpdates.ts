import { defineEndpoint, jsonList } from '../endpoint.js';
import { HOUR_PATH } from '../endpointParameters.js';
import { FIXTURE } from '../recordAnswers.js';
import { seen } from '../seen.js';

export const fixtureUpdates = defineEndpoint({
  method: 'GET',
  path: '/api/fixtures/updates/{epochDay}/{hourOfDay}',
  summary: 'Fixture records of an hour',
  tag: 'Fixtures',
  needs: 'token',
  parameters: HOUR_PATH,
  answer: { contentType: 'application/json', schema: FIXTURE, list: true },
  handle: async ({ values, ports, access, wire }) => {
    const entries = ports.records.fixtureUpdates(values.epochDay, values.hourOfDay);
    return jsonList(seen(access, entries), ({ record }) => ports.encoders.fixture(record, wire));
  },
});
