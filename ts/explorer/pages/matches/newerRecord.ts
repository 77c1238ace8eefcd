import type { Match, ScoresRecord } from '@linesman/sdk/client';
import { stageOf } from '../../shared/shownMatches.js';

/** A record, completed with the fields that only earlier records carry. Records of one frame are handed on together. */
export function keptOf(before: ScoresRecord | undefined, record: ScoresRecord): ScoresRecord {
  if (!before) return record;
  const { StatusId, Clock } = before;
  const Stats = Object.keys(record.Stats).length > 0 ? record.Stats : before.Stats;
  return { ...(StatusId !== undefined && { StatusId }), ...(Clock !== undefined && { Clock }), ...record, Stats };
}

/**
 * A match updated by the record, if the record is newer. The score of a match that is over stays that of the answer
 * which says so.
 */
export function withRecord<M extends Match>(match: M, record: ScoresRecord | undefined): M {
  if (!record || record.Seq < match.updates || stageOf(match.state) === 'over') return match;
  const { Stats, StatusId, Clock, Ts, Seq } = record;
  const [participant1, participant2] = [Stats['1'], Stats['2']];
  return {
    ...match,
    score: participant1 === undefined || participant2 === undefined ? match.score : { participant1, participant2 },
    statusId: StatusId ?? match.statusId,
    clock: Clock ?? match.clock,
    updates: Seq + 1,
    latestTs: Ts,
  };
}
