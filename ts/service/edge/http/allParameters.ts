import type { Endpoint } from './endpoint.js';
import { optionalText, type Parameters } from './parameter.js';

const WIRE = optionalText(
  { type: 'string', enum: ['described', 'observed'] },
  'How the answer is written: as described, or as deployed clients of the reference meet it.',
);

const OF_RECORDS: ReadonlySet<Endpoint['tag']> = new Set(['Scores', 'Odds', 'Fixtures']);

/** The parameters of an endpoint with the one that all endpoints for records have, unless both wires are one there. */
export function allParameters({ tag, hasOneWire, parameters }: Endpoint): Parameters {
  return OF_RECORDS.has(tag) && !hasOneWire ? { ...parameters, wire: WIRE } : parameters;
}
