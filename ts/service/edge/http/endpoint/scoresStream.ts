import { defineEndpoint } from '../endpoint.js';
import { FIXTURE_FILTER, LAST_EVENT_ID } from '../endpointParameters.js';
import { openStream } from '../openStream.js';
import { SCORES_STREAM } from '../recordAnswers.js';

export const scoresStream = defineEndpoint({
  method: 'GET',
  path: '/api/scores/stream',
  summary: 'Live scores as server-sent events',
  description:
    'Resumes after the id in Last-Event-ID. Sends a heartbeat every 15 seconds; Gap in a heartbeat means that ' +
    'records are missing, Closing that the stream is ending.',
  tag: 'Scores',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_FILTER },
  headers: LAST_EVENT_ID,
  answer: { contentType: 'text/event-stream', schema: SCORES_STREAM, isStream: true },
  handle: (context) => openStream('scores', context),
});
