import { U16_MAX } from '@linesman/sdk/format';
import { defineEndpoint, jsonList } from '../endpoint.js';
import { INT32, optionalInteger } from '../parameter.js';
import { FIXTURE } from '../recordAnswers.js';
import { seen } from '../seen.js';

export const fixturesSnapshot = defineEndpoint({
  method: 'GET',
  path: '/api/fixtures/snapshot',
  summary: 'Fixtures from a given day on',
  tag: 'Fixtures',
  needs: 'token',
  cost: { usual: 3 },
  parameters: {
    startEpochDay: optionalInteger(
      { ...INT32, minimum: 0, maximum: U16_MAX },
      'First day on which they start, as days since 1970-01-01 UTC.',
    ),
    competitionId: optionalInteger(INT32, 'Only fixtures of this competition.'),
  },
  answer: { contentType: 'application/json', schema: FIXTURE, list: true },
  handle: async ({ values, ports, access, wire }) =>
    jsonList(seen(access, ports.records.fixtures(values)), ({ record }) => ports.encoders.fixture(record, wire)),
});
