import { defineEndpoint } from '../endpoint.js';
import { FIXTURE_FILTER, LAST_EVENT_ID } from '../endpointParameters.js';
import { openStream } from '../openStream.js';
import { ODDS_STREAM } from '../recordAnswers.js';

export const oddsStream = defineEndpoint({
  method: 'GET',
  path: '/api/odds/stream',
  summary: 'Live odds as server-sent events',
  description:
    'Resumes after the id in Last-Event-ID. Sends a heartbeat every 15 seconds; Gap in a heartbeat means that ' +
    'records are missing, Closing that the stream is ending.',
  tag: 'Odds',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_FILTER },
  headers: LAST_EVENT_ID,
  answer: { contentType: 'text/event-stream', schema: ODDS_STREAM, isStream: true },
  handle: (context) => openStream('odds', context),
});
