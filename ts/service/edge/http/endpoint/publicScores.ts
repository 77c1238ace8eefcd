import { defineEndpoint, jsonList } from '../endpoint.js';
import { FIXTURE_PATH } from '../endpointParameters.js';
import { publicMatch } from '../publicResults.js';
import { SCORES } from '../recordAnswers.js';

export const publicScores = defineEndpoint({
  method: 'GET',
  path: '/api/public/scores/{fixtureId}',
  summary: 'All score records of a match whose result everybody may see',
  description: 'Exists only where the operator shows results to everybody. Until the result is on chain it is 404.',
  tag: 'Scores',
  needs: 'nothing',
  only: 'public',
  cost: { usual: 3 },
  parameters: { fixtureId: FIXTURE_PATH },
  answer: { contentType: 'application/json', schema: SCORES, list: true },
  refusals: [404],
  handle: async ({ values: { fixtureId }, ports, wire }) => {
    await publicMatch(ports, fixtureId);
    return jsonList(ports.records.scoresOf(fixtureId), ({ record }) => ports.encoders.scores(record, 'snapshot', wire));
  },
});
