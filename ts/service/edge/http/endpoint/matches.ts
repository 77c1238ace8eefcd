import { MATCH_STATES } from '@linesman/sdk/client';
import { slotStartOf } from '../../../data/store/recordKind.js';
import type { MatchEntry } from '../../answer/matches.js';
import type { Slots } from '../../answer/slots.js';
import { defineEndpoint, json } from '../endpoint.js';
import { MATCHES_QUERY, matchesQuestion, pageOf } from '../endpointParameters.js';
import { MATCHES } from '../matchSchema.js';
import { optionalTexts } from '../parameter.js';

/** States of a match that will have more score records. */
const GOING: readonly string[] = ['scheduled', 'live'];

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
    ...MATCHES_QUERY,
  },
  answer: { contentType: 'application/json', schema: MATCHES },
  handle: async ({ values, ports, access }) => {
    const { state, limit } = values;
    const question = { ...matchesQuestion(values), ...(state && { states: state }) };
    const now = ports.recordTime();
    const found = await ports.matches.page(question, (leagueId) => access.seesLeague(leagueId));
    const { page, next } = pageOf(found, limit);
    return json({
      now,
      matches: await Promise.all(
        page.map(async ({ final: _, declared: _declared, ...match }) => ({
          ...match,
          nextSlot: await nextSlot(match, now, ports.slots),
        })),
      ),
      next,
    });
  },
});

/** Start of the 5-minute slot (ms) whose root is the next to prove something about the match; `null` if none is. */
async function nextSlot(
  { state, startTime, latestTs }: Pick<MatchEntry, 'state' | 'startTime' | 'latestTs'>,
  now: number,
  slots: Slots,
): Promise<number | null> {
  if (latestTs !== null) {
    const last = startOf(latestTs);
    // The running slot is skipped, because it is not published yet.
    if (last < startOf(now) && !(await slots.isPublished({ kind: 'scores', slotStart: last }))) return last;
  }
  return GOING.includes(state) ? startOf(state === 'live' ? now : Math.max(now, startTime)) : lastOpen(latestTs, now);
}

/** The slot of the last record of a match that is over, if it is still running. */
const lastOpen = (latestTs: number | null, now: number): number | null =>
  latestTs !== null && startOf(latestTs) >= startOf(now) ? startOf(latestTs) : null;

const startOf = (time: number): number => slotStartOf('scores', time);
