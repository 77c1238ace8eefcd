import { defineEndpoint, json } from '../endpoint.js';
import { WORLD, worldOf, worldView } from '../worldCaller.js';

export const world = defineEndpoint({
  method: 'GET',
  path: '/api/world',
  summary: 'Time and speed of the embedded world',
  description: 'Exists only where `linesman serve` runs its own chain.',
  tag: 'Chain',
  needs: 'nothing',
  only: 'embedded',
  parameters: {},
  answer: { contentType: 'application/json', schema: WORLD },
  handle: async ({ ports }) => json(worldView(worldOf(ports))),
});
