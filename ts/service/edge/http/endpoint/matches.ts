import { MATCH_STATES } from 'linesman/client';
import { MS_PER_DAY, SPORTS, type Sport, U16_MAX } from 'linesman/format';
import { type MatchPlace, slotStartOf } from '../../../data/store/index.js';
import type { MatchEntry } from '../../answer/matches.js';
import type { Slots } from '../../answer/slots.js';
import { defineEndpoint, json } from '../endpoint.js';
import { INT32, INT64, optionalInteger, optionalText, optionalTexts } from '../parameter.js';

/** States in which more score records come. */
const GOING: readonly string[] = ['scheduled', 'live'];
const DEFAULT_LIMIT = 50;
const MOST = 200;
/** Start (Unix ms) and fixture of the last match of a page. */
const PLACE = /^(\d{1,15}):(\d{1,15})$/;

export const matches = defineEndpoint({
  method: 'GET',
  path: '/api/matches',
  summary: 'Matches with state, score and clock, page by page',
  description:
    'A few fields of each match in the leagues of the subscription. The score is the latest confirmed one, which ' +
    'proofs are about; scores are never sampled.',
  tag: 'Fixtures',
  needs: 'token',
  hasOneWire: true,
  cost: { usual: 3 },
  parameters: {
    state: optionalTexts(
      { items: { type: 'string', enum: MATCH_STATES }, maxItems: MATCH_STATES.length },
      'Only matches in these states, comma-separated. An uncovered match was going when its coverage ended.',
    ),
    sport: optionalText({ type: 'string', enum: SPORTS }, 'Only this sport.'),
    fixtureId: optionalInteger(
      { ...INT64, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      'Only this match: none or one.',
    ),
    epochDay: optionalInteger(
      { ...INT32, minimum: 0, maximum: U16_MAX },
      'Only matches that start on this day, as days since 1970-01-01 UTC.',
    ),
    order: optionalText(
      { type: 'string', enum: ['earliest', 'latest'] },
      'By start: the earliest first (default), or the latest.',
    ),
    limit: optionalInteger({ ...INT32, minimum: 1, maximum: MOST }, `Matches in a page, default ${DEFAULT_LIMIT}.`),
    after: optionalText(
      { type: 'string', pattern: PLACE.source },
      'Begins after an earlier page: its `next`. Send the other parameters unchanged.',
    ),
  },
  answer: { contentType: 'application/json', schema: 'Matches' },
  handle: async ({ values, ports, access }) => {
    const { epochDay, order = 'earliest', limit = DEFAULT_LIMIT, state, sport, fixtureId } = values;
    const after = values.after === undefined ? undefined : placeOf(values.after);
    const from = (epochDay ?? 0) * MS_PER_DAY;
    const question = {
      order: order as 'earliest' | 'latest',
      // One more shows whether there is another page.
      limit: limit + 1,
      ...(state && { states: state }),
      ...(sport !== undefined && { sport: sport as Sport }),
      ...(fixtureId !== undefined && { fixtureId }),
      ...(epochDay !== undefined && { start: { from, to: from + MS_PER_DAY } }),
      ...(after && { after }),
    };
    const now = ports.recordTime();
    const found = await ports.matches.page(question, (leagueId) => access.seesLeague(leagueId));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return json({
      now,
      matches: await Promise.all(
        page.map(async (match) => ({ ...match, nextSlot: await nextSlot(match, now, ports.slots) })),
      ),
      next: last && found.length > limit ? `${last.startTime}:${last.fixtureId}` : null,
    });
  },
});

/** Reads `next` of a page, which has the form of a place. */
function placeOf(text: string): MatchPlace {
  const [, startTime, fixtureId] = PLACE.exec(text) ?? [];
  return { startTime: Number(startTime), fixtureId: Number(fixtureId) };
}

/** Start of the 5-minute slot (ms) whose root is the next to prove something about the match; `null` if none is. */
async function nextSlot({ state, startTime, latestTs }: MatchEntry, now: number, slots: Slots): Promise<number | null> {
  if (latestTs !== null) {
    const last = startOf(latestTs);
    // The running slot needs no look: it is not published.
    if (last < startOf(now) && !(await slots.isPublished({ kind: 'scores', slotStart: last }))) return last;
  }
  return GOING.includes(state) ? startOf(state === 'live' ? now : Math.max(now, startTime)) : lastOpen(latestTs, now);
}

/** The slot of the last record of a match that is over, if it is still running. */
const lastOpen = (latestTs: number | null, now: number): number | null =>
  latestTs !== null && startOf(latestTs) >= startOf(now) ? startOf(latestTs) : null;

const startOf = (time: number): number => slotStartOf('scores', time);
