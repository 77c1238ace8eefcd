import { U16_MAX } from 'linesman/format';
import { RECORD_KINDS, type RecordKind } from '../../../data/store/index.js';
import { defineEndpoint, json } from '../endpoint.js';
import { INT32, optionalText, pathInteger } from '../parameter.js';

export const rootsOfDay = defineEndpoint({
  method: 'GET',
  path: '/api/roots/{epochDay}',
  summary: 'Slots of a day and their roots',
  description:
    'Slots without records are left out. The answer is the same for every caller, whatever the subscription: roots ' +
    'are public on chain. Compare them with the chain; this is only what the service says.',
  tag: 'Roots',
  needs: 'session',
  cost: { usual: 2 },
  parameters: {
    epochDay: pathInteger({ ...INT32, minimum: 0, maximum: U16_MAX }, 'Day since 1970-01-01 UTC.'),
    kind: optionalText({ type: 'string', enum: RECORD_KINDS }, 'Only this kind of record. Default: every kind.'),
  },
  answer: { contentType: 'application/json', schema: 'RootsOfDay' },
  handle: async ({ values: { epochDay, kind }, ports }) => {
    const now = ports.recordTime();
    const kinds = kind === undefined ? RECORD_KINDS : [kind as RecordKind];
    return json({ epochDay, now, slots: await ports.slots.ofDay(epochDay, kinds, now) });
  },
});
