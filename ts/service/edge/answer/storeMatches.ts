import { clockOf } from '@linesman/records';
import type { MatchState, Sides } from '@linesman/sdk/client';
import { FINALISED, milliseconds } from '@linesman/sdk/format';
import { LeastRecent } from '@linesman/sdk/node';
import type { Fields } from '../../data/ingest/fields.js';
import type { MatchStore, StoredMatch } from '../../data/store/matchStore.js';
import { declaredKeys, shownKeys } from '../../data/store/statedStats.js';
import type { MatchEntry, Matches } from './matches.js';

/** Number of records that are searched for a status and a clock, because the last ones of a match may lack both. */
const TAIL = 8;
/** Number of matches whose latest records are cached. */
const KEPT = 2_000;
const SHOOT_OUT = 12;
/** The first participant's kicks from the mark: goals (1) of period 6. */
const KICKS = 6 * 1_000 + 1;

/** The state of a match by its latest score records. */
type Latest = Pick<MatchEntry, 'score' | 'shootOut' | 'statusId' | 'clock' | 'latestTs' | 'final'>;

const NOTHING: Latest = { score: null, shootOut: null, statusId: null, clock: null, latestTs: null, final: null };

/** The matches, from the store. A match is read again only when it has new score records. */
export function storeMatches({ matches }: { readonly matches: MatchStore }, kept = KEPT): Matches {
  const known = new LeastRecent<Latest>(kept);
  return {
    page: async (question, seesLeague) => {
      const competitionIds = seesLeague && (await matches.competitions()).filter(seesLeague);
      const page = await matches.page({ ...question, ...(competitionIds && { competitionIds }) });
      // Held separately, because the cache may be smaller than a page.
      const latest = new Map<number, Latest>();
      const unread: StoredMatch[] = [];
      for (const match of page) {
        const found = match.updates === 0 ? NOTHING : known.get(nameOf(match));
        if (found) latest.set(match.fixtureId, found);
        else unread.push(match);
      }
      const tails = new Map<number, Fields[]>(unread.map(({ fixtureId }) => [fixtureId, []]));
      for (const { fixtureId, json } of await matches.latest([...tails.keys()], TAIL))
        tails.get(fixtureId)?.push(JSON.parse(json) as Fields);
      for (const match of unread) {
        const tail = tails.get(match.fixtureId) ?? [];
        const read = latestOf(tail);
        latest.set(match.fixtureId, read);
        // A record that was stored after the page was read belongs to a later cache key.
        if (tail[0]?.Seq === match.updates - 1) known.set(nameOf(match), read);
      }
      return page.map((match) => entryOf(match, latest.get(match.fixtureId) ?? NOTHING));
    },
  };
}

const nameOf = ({ fixtureId, updates }: StoredMatch): string => `${fixtureId}.${updates}`;

function entryOf(
  { fixtureId, sport, competitionId, startTime, firstStart, json, stated, updates, state }: StoredMatch,
  latest: Latest,
): MatchEntry {
  const fixture = JSON.parse(json) as Fields;
  const declared = declaredKeys(fixture);
  const { score, shootOut, statusId, clock, latestTs, final } = latest;
  return {
    fixtureId,
    sport,
    state: state as MatchState,
    startTime: milliseconds(startTime),
    movedFrom: firstStart === startTime ? null : milliseconds(firstStart),
    competitionId,
    competition: String(fixture.Competition),
    participant1: String(fixture.Participant1),
    participant2: String(fixture.Participant2),
    score,
    shootOut,
    statusId,
    clock,
    statKeys: stated === undefined ? null : shownKeys(stated.keys, sport),
    declared: declared === null ? null : shownKeys(declared, sport),
    sumsDiffer: stated?.sumsDiffer === true,
    updates,
    latestTs,
    final,
  };
}

/** From the latest records, newest first. */
function latestOf(tail: readonly Fields[]): Latest {
  const [newest] = tail;
  if (!newest) return NOTHING;
  const field = (name: string): unknown => tail.find((record) => (record[name] ?? null) !== null)?.[name];
  const stats = newest.Stats as Readonly<Record<string, number>>;
  const sides = (first: number): Sides | null => {
    const [one, two] = [stats[first], stats[first + 1]];
    return one === undefined || two === undefined ? null : { participant1: one, participant2: two };
  };
  const statusId = (field('StatusId') ?? null) as number | null;
  const kicks = newest.SportId === 1 ? sides(KICKS) : null;
  const final = tail.find(({ StatusId }) => StatusId === FINALISED);
  const hasKicks = kicks !== null && (statusId === SHOOT_OUT || kicks.participant1 + kicks.participant2 > 0);
  return {
    score: sides(1),
    shootOut: hasKicks ? kicks : null,
    statusId,
    clock: tail.map(({ Clock }) => clockOf(Clock)).find((clock) => clock !== null) ?? null,
    latestTs: newest.Ts as number,
    final: final ? { seq: final.Seq as number, ts: final.Ts as number } : null,
  };
}
