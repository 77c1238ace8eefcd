import { slotStart, slotTimeOf } from '@linesman/sdk/format';
import { latestOfLines, sampled } from '../../stream/sampling.js';
import { defineEndpoint, jsonList } from '../endpoint.js';
import { AS_OF, FIXTURE_PATH, snapshotEnd } from '../endpointParameters.js';
import { ODDS } from '../recordAnswers.js';
import { checkFixture, isSampled, samplingOf } from '../seen.js';

export const oddsSnapshot = defineEndpoint({
  method: 'GET',
  path: '/api/odds/snapshot/{fixtureId}',
  summary: 'Latest odds of each market line of a fixture',
  description:
    'Without asOf, only lines updated in the running 5-minute interval. Sampled according to the subscription: ' +
    'an open sampling window shows suspensions only.',
  tag: 'Odds',
  needs: 'token',
  cost: { usual: 1, with: { asOf: 5 } },
  parameters: { fixtureId: FIXTURE_PATH, asOf: AS_OF },
  answer: { contentType: 'application/json', schema: ODDS, list: true },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId, asOf } = values;
    await checkFixture(access, records, fixtureId);
    const now = ports.recordTime();
    const at = Math.min(asOf ?? now, now);
    const slot = slotStart(slotTimeOf(Math.max(0, at)));
    const from = asOf === undefined ? slot : 0;
    const to = snapshotEnd(asOf, now);
    const entries = isSampled(access)
      ? await records.oddsAround(fixtureId, slot, to)
      : await records.latestOdds(fixtureId, from, to);
    const shown = sampled(entries, samplingOf(access), at).filter(({ ts }) => from <= ts && ts <= to);
    return jsonList([latestOfLines(shown)], ({ record }) => encoders.odds(record, wire));
  },
});
