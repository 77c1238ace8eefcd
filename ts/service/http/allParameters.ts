import type { Endpoint } from './endpoint.js';
import { optionalText, type Parameters } from './parameter.js';

const WIRE = optionalText(
  { type: 'string', enum: ['described', 'observed'] },
  'Form of the answer: as described, or as deployed clients of the reference expect it.',
);

const OF_RECORDS: ReadonlySet<Endpoint['tag']> = new Set(['Scores', 'Odds', 'Fixtures']);

/** The parameters of an endpoint, plus `wire` for record endpoints whose two wires differ. */
export function allParameters({ tag, hasOneWire, parameters }: Endpoint): Parameters {
  return OF_RECORDS.has(tag) && !hasOneWire ? { ...parameters, wire: WIRE } : parameters;
}
