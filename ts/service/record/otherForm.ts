import { SPORTS, type Sport, sportOfLayout } from 'linesman/format';
import type { Form } from './schema/form.js';
import { schemaFaults } from './schema/schemaFaults.js';
import { scoresSchema } from './scores/scoresRecord.js';

/** With this many faults a record does not resemble the form. */
const MANY = 100;

/** The other form that a refused record may be in: a proof, a stream event, or another form of score records. */
export type OtherForm = 'proof' | 'heartbeat' | Exclude<Form, 'snapshot'>;

/** Fields that occur in answers with proofs only. */
const OF_PROOFS = ['payload', 'Payload', 'summary', 'Summary', 'mainTreeProof', 'MainTreeProof', 'metadata'];

/**
 * The form that a refused record seems to be in, or `null`. A score record gets the form whose schema finds the fewest
 * faults.
 */
export function otherFormOf(value: object): OtherForm | null {
  if (OF_PROOFS.some((name) => Object.hasOwn(value, name))) return 'proof';
  if (Object.hasOwn(value, 'Gap') || Object.hasOwn(value, 'Closing')) return 'heartbeat';
  const fields = value as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(fields, 'Seq') && !Object.hasOwn(fields, 'seq')) return null;
  const sports = sportsOf(fields.SportId ?? fields.sportId);
  const faults = (form: Form): number =>
    Math.min(...sports.map((sport) => schemaFaults(scoresSchema(sport, form), value, MANY).length));
  const own = faults('snapshot');
  const [best] = (['historical', 'observed'] as const)
    .map((form) => ({ form, count: faults(form) }))
    .sort((a, b) => a.count - b.count);
  return best && best.count < own ? best.form : null;
}

function sportsOf(layout: unknown): readonly Sport[] {
  const sport = typeof layout === 'number' ? sportOfLayout(layout) : undefined;
  return sport === undefined ? SPORTS : [sport];
}
