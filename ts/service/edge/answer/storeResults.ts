import type { FinalProof, PublicStage } from '@linesman/sdk/client';
import { MS_PER_DAY } from '@linesman/sdk/format';
import { LeastRecent } from '@linesman/sdk/node';
import type { BatchStore } from '../../data/store/batchStore.js';
import { slotStartOf } from '../../data/store/recordKind.js';
import type { MatchEntry, Matches, MatchQuestion } from './matches.js';
import type { PublicEntry, PublicQuestion, Results } from './results.js';
import type { Slots } from './slots.js';

const OVER: readonly string[] = ['finished', 'abandoned', 'cancelled', 'postponed', 'uncovered'];
/** A match without a result that began earlier than this does not count as running. */
const LONGEST = MS_PER_DAY;
/** The minimum number of matches to read at once, because some of them are left out. */
const AT_ONCE = 50;
/** The number of slots whose time of publication is cached. */
const KEPT = 2_000;

interface ResultPorts {
  readonly matches: Matches;
  readonly slots: Pick<Slots, 'isPublished'>;
  readonly batches: Pick<BatchStore, 'between'>;
}

/** The public view, derived from the view of subscribers. */
export function storeResults({ matches, slots, batches }: ResultPorts): Results {
  const published = new LeastRecent<number>(KEPT);
  const publishedAt = async (slot: number): Promise<number | null> => {
    const known = published.get(`${slot}`);
    if (known !== undefined) return known;
    const [batch] = await batches.between('scores', slot, slot + 1);
    if (batch?.publishedAt != null) published.set(`${slot}`, batch.publishedAt);
    return batch?.publishedAt ?? null;
  };
  const isOnChain = (ts: number): Promise<boolean> =>
    slots.isPublished({ kind: 'scores', slotStart: slotStartOf('scores', ts) });
  const proofOf = async ({ final }: MatchEntry): Promise<FinalProof | null> => {
    if (final === null || !(await isOnChain(final.ts))) return null;
    const slot = slotStartOf('scores', final.ts);
    return { seq: final.seq, slot, publishedAt: await publishedAt(slot) };
  };
  const publicEntry = async (match: MatchEntry, now: number): Promise<PublicEntry> => {
    const { final: _, declared, ...entry } = match;
    // A match that was called off before its first record does not need a proof.
    const isShown = OVER.includes(match.state) && (match.latestTs === null || (await isOnChain(match.latestTs)));
    return isShown ? { ...entry, proof: await proofOf(match) } : hidden({ ...entry, statKeys: declared }, now);
  };
  const page = async ({ stage, ...question }: PublicQuestion, now: number): Promise<readonly PublicEntry[]> => {
    const found: PublicEntry[] = [];
    let asked = { ...question, ...within(question, stage, now), limit: Math.max(question.limit, AT_ONCE) };
    // The stage of a match may be hidden, so the store cannot filter by it alone.
    for (;;) {
      const some = await matches.page(asked);
      for (const match of some) {
        const entry = await publicEntry(match, now);
        if (stage === undefined || stageOf(entry) === stage) found.push(entry);
        if (found.length === question.limit) return found;
      }
      const last = some.at(-1);
      if (!last || some.length < asked.limit) return found;
      asked = { ...asked, after: { startTime: last.startTime, fixtureId: last.fixtureId } };
    }
  };
  return {
    page,
    of: async (fixtureId, now) => (await page({ fixtureId, stage: 'over', order: 'earliest', limit: 1 }, now))[0],
  };
}

/** The match as announced, without later facts; so are its stats, because the first ones are an event. */
const hidden = (match: Omit<PublicEntry, 'proof'>, now: number): PublicEntry => ({
  ...match,
  state: match.startTime > now ? 'scheduled' : 'live',
  score: null,
  shootOut: null,
  statusId: null,
  clock: null,
  sumsDiffer: false,
  updates: 0,
  latestTs: null,
  proof: null,
});

function stageOf({ state }: PublicEntry): PublicStage {
  if (state === 'scheduled') return 'coming';
  return state === 'live' ? 'running' : 'over';
}

/** Filters that the store applies. */
function within(
  { start }: PublicQuestion,
  stage: PublicStage | undefined,
  now: number,
): Partial<Pick<MatchQuestion, 'states' | 'start'>> {
  if (stage === 'over') return { states: OVER };
  if (stage === undefined) return {};
  const span = stage === 'coming' ? { from: now, to: Number.MAX_SAFE_INTEGER } : { from: now - LONGEST, to: now + 1 };
  return { start: start ? { from: Math.max(start.from, span.from), to: Math.min(start.to, span.to) } : span };
}
