import { DEPLOYMENT } from '@linesman/sdk/internal/client/world';
import { answerOf } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = answerOf(DEPLOYMENT, { rpc: 'RPC URL for clients; null if the operator names none.' });

export const deployment = defineEndpoint({
  method: 'GET',
  path: '/.well-known/deployment',
  summary: 'Programs, mints and RPC address of the chain',
  description:
    'Tells a page where to look. A page that signs compares it with what its user trusts: a service could name ' +
    'programs of its own. The RPC address of an embedded chain may be one that only its machine reaches; other ' +
    'callers then read null.',
  tag: 'Chain',
  needs: 'nothing',
  parameters: {},
  answer: { contentType: 'application/json', schema: ANSWER },
  handle: async ({ ports: { deployment, rpcHere }, isFromHere }) =>
    json(rpcHere !== undefined && isFromHere() ? { ...deployment, rpc: rpcHere } : deployment),
});
