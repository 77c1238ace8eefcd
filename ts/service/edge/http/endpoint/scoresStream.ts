import { defineEndpoint } from '../endpoint.js';
import { FIXTURE_FILTER, LAST_EVENT_ID } from '../endpointParameters.js';
import { openStream } from '../openStream.js';

export const scoresStream = defineEndpoint({
  method: 'GET',
  path: '/api/scores/stream',
  summary: 'Live scores as server-sent events',
  description:
    'Resumes after the id in Last-Event-ID. A heartbeat comes every 15 seconds; one with Gap says that records are missing, one with Closing that the stream ends.',
  tag: 'Scores',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_FILTER },
  headers: LAST_EVENT_ID,
  answer: { contentType: 'text/event-stream', schema: 'ScoresStream', isStream: true },
  handle: (context) => openStream('scores', context),
});
