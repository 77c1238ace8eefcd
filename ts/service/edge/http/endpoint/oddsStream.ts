import { defineEndpoint } from '../endpoint.js';
import { FIXTURE_FILTER, LAST_EVENT_ID } from '../endpointParameters.js';
import { openStream } from '../openStream.js';

export const oddsStream = defineEndpoint({
  method: 'GET',
  path: '/api/odds/stream',
  summary: 'Live odds as server-sent events',
  description:
    'Resumes after the id in Last-Event-ID. A heartbeat comes every 15 seconds; one with Gap says that records are missing, one with Closing that the stream ends.',
  tag: 'Odds',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_FILTER },
  headers: LAST_EVENT_ID,
  answer: { contentType: 'text/event-stream', schema: 'OddsStream', isStream: true },
  handle: (context) => openStream('odds', context),
});
