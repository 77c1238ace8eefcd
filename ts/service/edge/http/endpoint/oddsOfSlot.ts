import { defineEndpoint, jsonList } from '../endpoint.js';
import { FIXTURE_FILTER, pastSlot, SLOT_PATH } from '../endpointParameters.js';
import { ODDS } from '../recordAnswers.js';
import { checkFixture, seenOdds } from '../seen.js';

export const oddsOfSlot = defineEndpoint({
  method: 'GET',
  path: '/api/odds/updates/{epochDay}/{hourOfDay}/{interval}',
  summary: 'Odds of a past 5-minute interval',
  description: 'Empty until the interval has ended. Sampled according to the subscription.',
  tag: 'Odds',
  needs: 'token',
  cost: { usual: 3 },
  parameters: { ...SLOT_PATH, fixtureId: FIXTURE_FILTER },
  answer: { contentType: 'application/json', schema: ODDS, list: true },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId } = values;
    if (fixtureId !== undefined) await checkFixture(access, records, fixtureId);
    const now = ports.recordTime();
    const slot = pastSlot(values, now);
    const read = (latestFirst: boolean) => (slot ? records.oddsOfSlot(slot, fixtureId, latestFirst) : []);
    return jsonList(seenOdds(access, read, now), ({ record }) => encoders.odds(record, wire));
  },
});
