import { fault, refuseFaults, shown } from '../../fault.js';
import { type BodyReader, defineEndpoint, json } from '../endpoint.js';
import { requireOwnMachine, worldOf, worldView } from '../worldCaller.js';

interface SpeedBody {
  readonly speed: number;
}

const BODY: BodyReader<SpeedBody> = {
  schema: {
    title: 'WorldSpeed',
    type: 'object',
    required: ['speed'],
    properties: { speed: { type: 'number', exclusiveMinimum: 0, description: 'Simulated seconds per second.' } },
    examples: [{ speed: 60 }],
  },
  read: (value) => {
    const speed = (value as { readonly speed?: unknown } | null)?.speed;
    if (typeof speed === 'number' && Number.isFinite(speed)) return { body: { speed } };
    return { wrong: [fault('body field speed', 'a number', shown(speed))] };
  },
};

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
  answer: { contentType: 'application/json', schema: 'World' },
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
