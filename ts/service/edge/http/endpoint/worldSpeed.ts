import { fault, refuseFaults, shown } from '../../fault.js';
import { bodyOf, positiveNumber } from '../bodyFields.js';
import { defineEndpoint, json } from '../endpoint.js';
import { requireOwnMachine, WORLD, worldOf, worldView } from '../worldCaller.js';

const BODY = bodyOf('WorldSpeed', { speed: positiveNumber('Simulated seconds per second.') }, [{ speed: 60 }]);

export const worldSpeed = defineEndpoint({
  method: 'POST',
  path: '/api/world/speed',
  summary: 'Change the speed of the embedded world',
  description:
    'The time goes on from where it is. For callers on the machine of the service only: everybody who uses it lives ' +
    'by this clock.',
  tag: 'Chain',
  needs: 'nothing',
  only: 'embedded',
  parameters: {},
  body: BODY,
  answer: { contentType: 'application/json', schema: WORLD },
  refusals: [403],
  handle: async ({ ports, body: { speed }, ...context }) => {
    requireOwnMachine(context);
    const world = worldOf(ports);
    const { minimum, maximum } = world.speeds;
    if (speed < minimum || speed > maximum)
      refuseFaults([fault('body field speed', `a number from ${minimum} to ${maximum}`, shown(speed))]);
    world.setSpeed(speed);
    return json(worldView(world));
  },
});
