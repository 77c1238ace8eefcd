import { defineEndpoint, jsonList } from '../endpoint.js';
import { FIXTURE_FILTER, pastSlot, SLOT_PATH } from '../endpointParameters.js';
import { HISTORICAL_SCORES } from '../recordAnswers.js';
import { checkFixture, seen } from '../seen.js';

export const scoresOfSlot = defineEndpoint({
  method: 'GET',
  path: '/api/scores/updates/{epochDay}/{hourOfDay}/{interval}',
  aliases: ['/scores/updates/{epochDay}/{hourOfDay}/{interval}'],
  summary: 'Score records of a past 5-minute interval',
  description: 'Empty until the interval has ended.',
  tag: 'Scores',
  needs: 'token',
  cost: { usual: 3 },
  parameters: { ...SLOT_PATH, fixtureId: FIXTURE_FILTER },
  answer: { contentType: 'application/json', schema: HISTORICAL_SCORES, list: true },
  handle: async ({ values, ports, access, wire }) => {
    const { records, encoders } = ports;
    const { fixtureId } = values;
    if (fixtureId !== undefined) await checkFixture(access, records, fixtureId);
    const slot = pastSlot(values, ports.recordTime());
    const entries = slot ? seen(access, records.scoresOfSlot(slot, fixtureId)) : [];
    return jsonList(entries, ({ record }) => encoders.scores(record, 'historical', wire));
  },
});
