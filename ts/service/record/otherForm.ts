import { SPORTS, type Sport, sportOfLayout } from '../../format/index.js';
import type { Form } from './schema/form.js';
import { schemaFaults } from './schema/schemaFaults.js';
import { scoresSchema } from './scores/scoresRecord.js';

/** Where the faults of a record are counted no further: it is of that form no more than of any other. */
const MANY = 100;

/** How a form is called to whoever has to change it. */
const WORDS: Readonly<Record<Exclude<Form, 'snapshot'>, string>> = {
  historical: 'the historical form, whose names begin with a small letter (GET /api/scores/updates of an interval)',
  observed: 'the observed wire (?wire=observed, or serve --wire observed)',
};

/** Fields that only answers with proofs have. */
const OF_PROOFS = ['payload', 'Payload', 'summary', 'Summary', 'mainTreeProof', 'MainTreeProof', 'metadata'];

/**
 * Which other form a refused record looks like, in words; `null`: none. A score record is of the form whose schema has the least to say against it.
 */
export function otherFormOf(value: object): string | null {
  if (OF_PROOFS.some((name) => Object.hasOwn(value, name)))
    return 'an answer with a proof, which linesman verify reads';
  if (Object.hasOwn(value, 'Gap') || Object.hasOwn(value, 'Closing')) return 'a heartbeat of a stream';
  const fields = value as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(fields, 'Seq') && !Object.hasOwn(fields, 'seq')) return null;
  const sports = sportsOf(fields.SportId ?? fields.sportId);
  const faults = (form: Form): number =>
    Math.min(...sports.map((sport) => schemaFaults(scoresSchema(sport, form), value, MANY).length));
  const own = faults('snapshot');
  const [best] = (['historical', 'observed'] as const)
    .map((form) => ({ form, count: faults(form) }))
    .sort((a, b) => a.count - b.count);
  return best && best.count < own ? `a score record of ${WORDS[best.form]}` : null;
}

function sportsOf(layout: unknown): readonly Sport[] {
  const sport = typeof layout === 'number' ? sportOfLayout(layout) : undefined;
  return sport === undefined ? SPORTS : [sport];
}
