import { PUBLIC_STAGES, type PublicStage } from '@linesman/sdk/client';
import { defineEndpoint, json } from '../endpoint.js';
import { MATCHES_QUERY, matchesQuestion, pageOf } from '../endpointParameters.js';
import { PUBLIC_MATCHES } from '../matchSchema.js';
import { optionalText } from '../parameter.js';
import { resultsOf } from '../publicResults.js';

export const publicMatches = defineEndpoint({
  method: 'GET',
  path: '/api/public/matches',
  summary: 'Matches as everybody may see them, page by page',
  description:
    'Exists only where the operator shows results to everybody. A match has a score, and says that it is over, from ' +
    'the moment when the root of its last record is on chain; before that it only says who plays and when.',
  tag: 'Fixtures',
  needs: 'nothing',
  only: 'public',
  hasOneWire: true,
  cost: { usual: 3 },
  parameters: {
    stage: optionalText(
      { type: 'string', enum: PUBLIC_STAGES },
      'Only matches that are over with everything proven, that began in the last day, or that come.',
    ),
    ...MATCHES_QUERY,
  },
  answer: { contentType: 'application/json', schema: PUBLIC_MATCHES },
  handle: async ({ values, ports }) => {
    const { stage, limit } = values;
    const now = ports.recordTime();
    const question = { ...matchesQuestion(values), ...(stage !== undefined && { stage: stage as PublicStage }) };
    const { page, next } = pageOf(await resultsOf(ports).page(question, now), limit);
    return json({ now, matches: page, next });
  },
});
