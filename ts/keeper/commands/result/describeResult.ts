import { periodName, type Sport, statName, timeText } from '@linesman/sdk/format';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { type MatchResult, type Moment, type ResultFact, updatePlaceOf } from '@linesman/sdk/program';

type Row = readonly [name: string, value: string];

/** A result in words. `now`: of the chain. */
export function resultRows(address: string, result: MatchResult, now: Moment): Row[] {
  const { fixtureId, sport, finality, oracleProgram, attesters, orderKey, period, contradicted } = result;
  const { epochDay, slot, updateIndex } = updatePlaceOf(orderKey);
  const named = periodName(sport, period) ?? `period ${period}`;
  return [
    ['result', address],
    ['match', `${fixtureId}, ${sport}, policy ${finality}`],
    ['oracle', oracleProgram],
    ['attesters', attesters ? `${attesters.least} keys of ${attesters.set} vouched for it` : 'none'],
    ['state', contradicted ? 'contradicted: two proofs of one score record disagree, so do not rely on it' : 'holds'],
    ['update', `${updateIndex} of slot ${slot} of day ${epochDay}, ${named}`],
    ['played', `${isoTime(result.minTimestamp / 1_000)} to ${isoTime(result.maxTimestamp / 1_000)}`],
    ...result.facts.map((fact, i): Row => [i === 0 ? 'facts' : '', factRow(fact, sport, now)]),
    ['rent', `of ${result.payer}`],
    ['clock', `${isoTime(now.seconds)}, slot ${now.slot}`],
  ];
}

function factRow({ key, present, value, since, current }: ResultFact, sport: Sport, now: Moment): string {
  const name = statName(sport, key) ?? 'no stat of this sport';
  const shown = present ? `${value}` : '0, by the zero map';
  const of = current ? '' : ', of an earlier score record';
  return `k${key} ${name} = ${shown}, since ${timeText(since.seconds, now.seconds)}${of}`;
}

/** All of it, for programs. Times are ISO 8601, ages seconds. */
export function resultJson(address: string, result: MatchResult, now: Moment): object {
  const { orderKey, minTimestamp, maxTimestamp, eventNode, facts, bump: _, version: __, ...rest } = result;
  const { epochDay: day, slot, updateIndex: update } = updatePlaceOf(orderKey);
  return {
    result: address,
    ...rest,
    time: isoTime(now.seconds),
    slot: now.slot,
    orderKey,
    update: { day, slot, update },
    minTimestamp: isoTime(minTimestamp / 1_000),
    maxTimestamp: isoTime(maxTimestamp / 1_000),
    eventNode,
    facts: facts.map(({ since, ...fact }) => ({
      ...fact,
      since: isoTime(since.seconds),
      sinceSlot: since.slot,
      age: now.seconds - since.seconds,
    })),
  };
}
