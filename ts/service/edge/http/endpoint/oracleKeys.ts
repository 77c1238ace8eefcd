import { ADDRESS } from '@linesman/sdk/internal/client/answerPart';
import type { PublishedKey } from '../../auth/oracleKeys.js';
import { closed, inBoth } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = inBoth<{ readonly keys: readonly PublishedKey[] }>(
  closed('OracleKeys', {
    keys: {
      type: 'array',
      minItems: 1,
      items: closed('OracleKey', {
        status: { type: 'string', enum: ['current', 'next', 'retired'] },
        algorithm: { type: 'string', const: 'Ed25519' },
        base58: ADDRESS.schema,
        hex: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      }),
    },
  }),
);

export const oracleKeys = defineEndpoint({
  method: 'GET',
  path: '/.well-known/oracle-keys',
  summary: 'Public keys that sign version 4 answers',
  tag: 'Keys',
  needs: 'nothing',
  parameters: {},
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ ports }) => json({ keys: ports.oracleKeys.published() }),
});
