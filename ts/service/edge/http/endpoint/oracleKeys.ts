import { defineEndpoint, json } from '../endpoint.js';

export const oracleKeys = defineEndpoint({
  method: 'GET',
  path: '/.well-known/oracle-keys',
  summary: 'Public keys that sign version 4 answers',
  tag: 'Keys',
  needs: 'nothing',
  parameters: {},
  answer: { contentType: 'application/json', schema: 'OracleKeys' },
  handle: async ({ ports }) => json({ keys: ports.oracleKeys.published() }),
});
