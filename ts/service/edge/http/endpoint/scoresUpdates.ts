import { slotStart, slotTimeOf } from '@linesman/sdk/format';
import { listedFrame } from '../../stream/frame.js';
import { defineEndpoint, eventList } from '../endpoint.js';
import { FIXTURE_PATH } from '../endpointParameters.js';
import { SCORES_TEXT } from '../recordAnswers.js';
import { checkFixture, seen } from '../seen.js';

export const scoresUpdates = defineEndpoint({
  method: 'GET',
  path: '/api/scores/updates/{fixtureId}',
  summary: 'Score records of a fixture in the running 5-minute interval, as event-stream text',
  deprecated: true,
  tag: 'Scores',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_PATH },
  answer: { contentType: 'text/event-stream', schema: SCORES_TEXT },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId } = values;
    await checkFixture(access, records, fixtureId);
    const from = slotStart(slotTimeOf(ports.recordTime()));
    return eventList(seen(access, records.scoresSince(fixtureId, from)), ({ seq, record }) =>
      listedFrame(seq, encoders.scores(record, 'snapshot', wire)),
    );
  },
});
