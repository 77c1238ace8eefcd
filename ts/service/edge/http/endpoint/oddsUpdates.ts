import { slotStart, slotTimeOf } from '@linesman/sdk/format';
import { defineEndpoint, jsonList } from '../endpoint.js';
import { FIXTURE_PATH } from '../endpointParameters.js';
import { ODDS } from '../recordAnswers.js';
import { checkFixture, seenOdds } from '../seen.js';

export const oddsUpdates = defineEndpoint({
  method: 'GET',
  path: '/api/odds/updates/{fixtureId}',
  summary: 'Odds of a fixture in the running 5-minute interval',
  description: 'Sampled according to the subscription: an open sampling window shows suspensions only.',
  tag: 'Odds',
  needs: 'token',
  cost: { usual: 3 },
  parameters: { fixtureId: FIXTURE_PATH },
  answer: { contentType: 'application/json', schema: ODDS, list: true },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId } = values;
    await checkFixture(access, records, fixtureId);
    const now = ports.recordTime();
    const from = slotStart(slotTimeOf(now));
    const read = (latestFirst: boolean) => records.oddsSince(fixtureId, from, latestFirst);
    return jsonList(seenOdds(access, read, now), ({ record }) => encoders.odds(record, wire));
  },
});
