import { fault, refuseFaults } from '../../fault.js';
import { defineEndpoint, jsonOrText } from '../endpoint.js';
import { RECORD_QUERY, REPEATABLE_STAT_KEYS } from '../endpointParameters.js';
import { INT32, optionalInteger } from '../parameter.js';
import { STAT_PROOF } from '../recordAnswers.js';
import { checkKnownFixture } from '../seen.js';

const EITHER = 'statKey, and perhaps statKey2, or statKeys';

export const statValidation = defineEndpoint({
  method: 'GET',
  path: '/api/scores/stat-validation',
  summary: 'Merkle proofs of fixture statistics, versions 1 and 2',
  description:
    'Version 1 with statKey (and statKey2), version 2 with statKeys; not both. Keys may repeat. Always in the ' +
    'observed wire.',
  deprecated: true,
  tag: 'Scores',
  needs: 'token',
  parameters: {
    ...RECORD_QUERY,
    statKey: optionalInteger(INT32, 'Stat key; version 1.'),
    statKey2: optionalInteger(INT32, 'Second stat key; version 1.'),
    statKeys: REPEATABLE_STAT_KEYS,
  },
  hasOneWire: true,
  answer: { contentType: 'application/json', schema: STAT_PROOF },
  refusals: [404],
  handle: async ({ values, ports, access }) => {
    const { fixtureId, seq, statKey, statKey2, statKeys } = values;
    const missing = `query parameter ${statKey2 === undefined ? 'statKeys' : 'statKey'}`;
    const isVersion1 = statKey !== undefined || statKey2 !== undefined;
    if (statKeys === undefined && statKey === undefined) refuseFaults([fault(missing, EITHER, 'missing')]);
    if (statKeys !== undefined && isVersion1) refuseFaults([fault('query parameter statKeys', EITHER, 'both given')]);
    await checkKnownFixture(access, ports.records, fixtureId);
    const keys = statKeys ?? [statKey, statKey2].filter((key) => key !== undefined);
    return jsonOrText(await ports.proofs.stat(statKeys ? 2 : 1, { fixtureId, seq, keys }, 'observed'));
  },
});
