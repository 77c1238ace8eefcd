import type { Client, Match, PublicMatch, ScoresRecord } from '@linesman/sdk/client';
import { isError, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { type Sport, sportOfLayout } from '@linesman/sdk/format';
import { stageOf } from '../../shared/shownMatches.js';
import { scoreText } from './timeline.js';

/** The facts about a match besides its records. */
export interface MatchFacts
  extends Partial<Pick<Match, 'fixtureId' | 'score' | 'statKeys' | 'sumsDiffer'>>,
    Pick<Match, 'participant1' | 'participant2' | 'competition' | 'startTime' | 'movedFrom'> {
  /** Null if the service does not say. */
  readonly state: Match['state'] | null;
  /** Null if the service does not say. */
  readonly sport: Sport | null;
  /** The proof of the result, where the service shows it publicly. */
  readonly proof?: PublicMatch['proof'];
}

/** Asks the service about a match; null if it does not list the match. */
export async function matchFacts(client: Client, fixtureId: number, signal: AbortSignal): Promise<MatchFacts | null> {
  try {
    const { matches } = await client.fixtures.matches({ fixtureId, signal });
    const match = matches.find((one) => one.fixtureId === fixtureId);
    if (match) return match;
  } catch (error) {
    // Only services of this project list matches.
    if (!isError(error, RECORD_NOT_FOUND)) throw error;
  }
  const fixtures = await client.fixtures.snapshot({ signal });
  const fixture = fixtures.find(({ FixtureId }) => FixtureId === fixtureId);
  if (!fixture) return null;
  const { Participant1, Participant2, Competition, StartTime, SportId } = fixture;
  return {
    participant1: Participant1,
    participant2: Participant2,
    competition: Competition,
    startTime: StartTime,
    movedFrom: null,
    state: null,
    sport: SportId === undefined ? null : (sportOfLayout(SportId) ?? null),
  };
}

/**
 * The score to show beside the state, by stat key. Once a match is over, both are of one answer: the records may lag
 * behind, or be ahead. Until then the records are newer.
 */
export function scoreBeside(
  facts: Pick<MatchFacts, 'state' | 'score'> | null,
  records: readonly Pick<ScoresRecord, 'Stats'>[],
): ScoresRecord['Stats'] | undefined {
  if (!facts?.state || stageOf(facts.state) !== 'over')
    return records.findLast(({ Stats }) => scoreText(Stats) !== '')?.Stats;
  return facts.score ? { '1': facts.score.participant1, '2': facts.score.participant2 } : undefined;
}
