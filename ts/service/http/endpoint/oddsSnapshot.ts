import { slotStart, slotTimeOf } from '../../../format/index.js';
import { defineEndpoint, json } from '../endpoint.js';
import { AS_OF, FIXTURE_PATH } from '../endpointParameters.js';
import { checkFixture, seenOdds } from '../seen.js';

export const oddsSnapshot = defineEndpoint({
  method: 'GET',
  path: '/api/odds/snapshot/{fixtureId}',
  summary: 'Latest odds of each market line of a fixture',
  description: 'Without asOf: of the lines that were updated in the running 5-minute interval.',
  tag: 'Odds',
  needs: 'token',
  parameters: { fixtureId: FIXTURE_PATH, asOf: AS_OF },
  answer: { contentType: 'application/json', schema: 'Odds', list: true },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId, asOf } = values;
    await checkFixture(access, records, fixtureId);
    const now = ports.recordTime();
    const from = asOf === undefined ? slotStart(slotTimeOf(now)) : 0;
    const entries = await records.latestOdds(fixtureId, from, Math.min(asOf ?? now, now));
    return json(seenOdds(access, entries).map(({ record }) => encoders.odds(record, wire)));
  },
});
