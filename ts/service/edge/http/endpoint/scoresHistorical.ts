import { listedFrame } from '../../stream/frame.js';
import { defineEndpoint, eventList } from '../endpoint.js';
import { FIXTURE_PATH } from '../endpointParameters.js';
import { SCORES_TEXT } from '../recordAnswers.js';
import { checkFixture, seen } from '../seen.js';

export const scoresHistorical = defineEndpoint({
  method: 'GET',
  path: '/api/scores/historical/{fixtureId}',
  summary: 'All score records of a fixture, as event-stream text',
  deprecated: true,
  tag: 'Scores',
  needs: 'token',
  cost: { usual: 3 },
  parameters: { fixtureId: FIXTURE_PATH },
  answer: { contentType: 'text/event-stream', schema: SCORES_TEXT },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId } = values;
    await checkFixture(access, records, fixtureId);
    return eventList(seen(access, records.scoresOf(fixtureId)), ({ seq, record }) =>
      listedFrame(seq, encoders.scores(record, 'snapshot', wire)),
    );
  },
});
