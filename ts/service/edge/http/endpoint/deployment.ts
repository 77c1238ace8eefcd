import { BASE58_KEY, closed, inBoth } from '../answerSchema.js';
import { defineEndpoint, json } from '../endpoint.js';

const ANSWER = inBoth(
  closed('Deployment', {
    chain: { type: 'string', enum: ['embedded', 'cluster'] },
    rpc: { type: ['string', 'null'], description: 'RPC URL for clients; null if the operator names none.' },
    programs: closed('DeploymentPrograms', { oracle: BASE58_KEY, settlement: BASE58_KEY }),
    mints: closed('DeploymentMints', { service: BASE58_KEY, stablecoin: BASE58_KEY }),
  }),
);

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
