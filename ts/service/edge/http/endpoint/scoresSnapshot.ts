import { defineEndpoint, jsonList } from '../endpoint.js';
import { AS_OF, FIXTURE_PATH, snapshotEnd } from '../endpointParameters.js';
import { SCORES } from '../recordAnswers.js';
import { checkFixture, seen } from '../seen.js';

export const scoresSnapshot = defineEndpoint({
  method: 'GET',
  path: '/api/scores/snapshot/{fixtureId}',
  summary: 'Latest record of each action of a fixture',
  tag: 'Scores',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_PATH, asOf: AS_OF },
  answer: { contentType: 'application/json', schema: SCORES, list: true },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId, asOf } = values;
    await checkFixture(access, records, fixtureId);
    const to = snapshotEnd(asOf, ports.recordTime());
    const entries = seen(access, [await records.latestScores(fixtureId, to)]);
    return jsonList(entries, ({ record }) => encoders.scores(record, 'snapshot', wire));
  },
});
