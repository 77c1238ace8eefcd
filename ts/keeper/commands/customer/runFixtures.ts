import { choice, columns, EXIT, json, readApiToken, type Terminal, whileWaiting } from '@linesman/cli';
import { createClient, MATCH_STATES, type Match, type MatchQuestion, type Sides } from '@linesman/sdk/client';
import { MS_PER_SLOT, periodName, statedText } from '@linesman/sdk/format';
import type { FixturesFlags } from './fixtures.js';

const stateOf = choice(...MATCH_STATES);
/** Matches in a request; the service allows 200. */
const PAGE = 200;

/**
 * Lists matches. Returns the exit code. Errors: UNKNOWN_CHOICE for a state; FILE_NOT_READABLE and MALFORMED_TOKEN for
 * the API token; those of the client.
 */
export async function runFixtures(flags: FixturesFlags, terminal: Terminal): Promise<number> {
  const { state, sport, fixture, day, latest, limit } = flags;
  const question: MatchQuestion = {
    ...(state !== undefined && { states: [...new Set(state.map((one) => stateOf(one, '--state')))] }),
    ...(sport !== undefined && { sport }),
    ...(fixture !== undefined && { fixtureId: fixture }),
    ...(day !== undefined && { epochDay: day }),
    ...(latest && { order: 'latest' as const }),
  };
  const apiToken = readApiToken(flags);
  const { fixtures } = createClient({ baseUrl: flags.service, ...(apiToken !== undefined && { apiToken }) });
  const matches = await whileWaiting(terminal, 'the matches', async () => {
    const found: Match[] = [];
    for (let after: string | null | undefined; after !== null && found.length < limit; ) {
      const page = await fixtures.matches({
        ...question,
        limit: Math.min(PAGE, limit - found.length),
        ...(after !== undefined && { after }),
      });
      found.push(...page.matches);
      after = page.next;
    }
    return found;
  });
  if (flags.json) terminal.out(json(matches));
  else if (matches.length === 0) terminal.err('no matches\n');
  else terminal.out(columns([HEAD, ...matches.map(cellsOf)], [0]));
  return EXIT.valid;
}

const HEAD = ['fixture', 'start', 'state', 'score', 'clock', 'match', 'competition', 'stats', 'proof'];

function cellsOf(match: Match): string[] {
  const { fixtureId, startTime, movedFrom, participant1, participant2, competition, nextSlot } = match;
  return [
    String(fixtureId),
    dateText(startTime) + (movedFrom === null ? '' : ` (moved from ${dateText(movedFrom)})`),
    stateText(match),
    scoreText(match),
    clockText(match),
    `${participant1} – ${participant2}`,
    competition,
    statsText(match),
    nextSlot === null ? 'complete' : dateText(nextSlot + MS_PER_SLOT).slice(11),
  ];
}

/** What the source states; empty until it does. */
function statsText({ statKeys, sport, sumsDiffer }: Match): string {
  const stated = statKeys === null ? '' : (statedText(statKeys, sport) ?? 'all');
  return sumsDiffer ? `${stated}, sums differ` : stated;
}

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** The state, with the period of a match that is live. */
function stateText({ sport, state, statusId }: Match): string {
  const period = statusId === null ? undefined : periodName(sport, statusId);
  return state === 'live' && period !== undefined ? `live, ${period}` : state;
}

const sidesText = ({ participant1, participant2 }: Sides): string => `${participant1}–${participant2}`;

function scoreText({ score, shootOut }: Match): string {
  if (!score) return '';
  return shootOut ? `${sidesText(score)} (${sidesText(shootOut)})` : sidesText(score);
}

/** Minutes and seconds, while the match is live. */
function clockText({ state, clock }: Match): string {
  if (state !== 'live' || !clock) return '';
  return `${Math.floor(clock.seconds / 60)}:${String(clock.seconds % 60).padStart(2, '0')}`;
}
