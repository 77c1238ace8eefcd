import {
  bounded,
  ingestedFixtureSchema,
  ingestedOddsSchema,
  ingestedScoresSchema,
  isObjectSchema,
  type JsonSchema,
  type ListSchema,
  LONGEST_TEXT,
  scoresSchema,
} from '@linesman/records';
import { SPORT_NAMES, SPORTS, type Sport } from '@linesman/sdk/format';
import { LONGEST_RECORD } from '../../data/ingest/incoming.js';

export const SCHEMA_KINDS = ['scores', 'odds', 'fixtures'] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

export const SCHEMA_FORMS = ['documented', 'observed'] as const;
export type SchemaForm = (typeof SCHEMA_FORMS)[number];

type Definitions = readonly (readonly [name: string, schema: object])[];

const nameOf = (sport: Sport): string => `${SPORT_NAMES[sport].type}Scores`;

/** Documented scores have two schemas: one for snapshots and streams, one for intervals. */
const DEFINITIONS: Readonly<Record<SchemaKind, Readonly<Record<SchemaForm, Definitions>>>> = {
  scores: {
    documented: [
      ...SPORTS.map((sport) => [nameOf(sport), bounded(scoresSchema(sport, 'snapshot'))] as const),
      ...SPORTS.map((sport) => [`Historical${nameOf(sport)}`, bounded(scoresSchema(sport, 'historical'))] as const),
    ],
    observed: SPORTS.map((sport) => [
      `Observed${nameOf(sport)}`,
      withoutNamesOf(scoresSchema(sport, 'snapshot'), ingestedScoresSchema(sport)),
    ]),
  },
  odds: {
    documented: [['Odds', ingestedOddsSchema()]],
    observed: [['ObservedOdds', ingestedOddsSchema('observed')]],
  },
  fixtures: {
    documented: [
      ['Fixture', ingestedFixtureSchema()],
      ['ListedFixture', ingestedFixtureSchema('listed')],
    ],
    observed: [['ObservedFixture', ingestedFixtureSchema('observed')]],
  },
};

/** Rules for records that no schema can express. */
const RULES: Readonly<Record<SchemaKind, string>> = {
  scores:
    'Stats has every key of the sport or none, the status is one of the sport, and the participants are two. A ' +
    'record has the names of one format only.',
  odds:
    'The id is 1 or more, and the bookmaker is that of the message. Prices are those of the market and above 1000; ' +
    'there are none, or names and percentages for all of them.',
  fixtures: 'The participants are two.',
};

const BOUNDS =
  `Bounds: a record ${LONGEST_RECORD} characters; a text that is read ${LONGEST_TEXT}, without control characters ` +
  'and changes of direction; numbers as given at each. What is stored already stays as it is.';

/** The open schema without names of only the other form, because those would make a record mixed. */
function withoutNamesOf(other: JsonSchema, open: JsonSchema): object {
  if (open.type === 'array' && other.type === 'array')
    return { ...open, items: withoutNamesOf((other as ListSchema).items, (open as ListSchema).items) };
  if (!isObjectSchema(open) || !isObjectSchema(other)) return open;
  const [{ properties, patternProperties }, { properties: theirs, patternProperties: patterns = {} }] = [open, other];
  const inner = (own: Properties, others: Properties) =>
    Object.entries(own).map(([name, schema]) => {
      const same = Object.hasOwn(others, name) ? others[name] : undefined;
      return [name, same ? withoutNamesOf(same, schema) : schema] as const;
    });
  const foreign = Object.keys(theirs).filter((name) => !Object.hasOwn(properties, name));
  return {
    ...open,
    properties: Object.fromEntries([...inner(properties, theirs), ...foreign.map((name) => [name, false] as const)]),
    ...(patternProperties && { patternProperties: Object.fromEntries(inner(patternProperties, patterns)) }),
  };
}

type Properties = Readonly<Record<string, JsonSchema>>;

export interface SchemaQuery {
  /** Default: all. */
  readonly kind?: SchemaKind;
  /** Default: both. */
  readonly form?: SchemaForm;
}

/** One JSON Schema (2020-12) for every record of the kind in the form that `linesman ingest` accepts. */
export function ingestSchema({ kind, form }: SchemaQuery = {}): object {
  const kinds = kind ? [kind] : SCHEMA_KINDS;
  const forms = form ? [form] : SCHEMA_FORMS;
  const definitions = Object.fromEntries(kinds.flatMap((one) => forms.flatMap((of) => DEFINITIONS[one][of])));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Record${kind ? ` of ${kind}` : ''}${form ? `, ${form} form` : ''}`,
    description: ['A record that linesman ingest accepts.', ...kinds.map((one) => RULES[one]), BOUNDS].join(' '),
    anyOf: Object.keys(definitions).map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: definitions,
  };
}
