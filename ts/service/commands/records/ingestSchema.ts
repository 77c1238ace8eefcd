import { SPORTS } from 'linesman/format';
import { fixtureSchema, ingestedFixtureSchema, ingestedOddsSchema, scoresSchema } from '../../data/record/index.js';

const TITLES = { soccer: 'SoccerScores', basketball: 'BasketballScores', 'us-football': 'UsFootballScores' } as const;

/** One JSON Schema for every accepted record: scores by sport, odds, and fixtures as records or as in lists. */
export function ingestSchema(): object {
  const definitions = {
    ...Object.fromEntries(SPORTS.map((sport) => [TITLES[sport], scoresSchema(sport, 'snapshot')])),
    Odds: ingestedOddsSchema(),
    Fixture: ingestedFixtureSchema(),
    ListedFixture: fixtureSchema(),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Record',
    description: 'A record that linesman ingest accepts.',
    anyOf: Object.keys(definitions).map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: definitions,
  };
}
