import type { Sport } from '@linesman/sdk/format';
import { describe, expect, test } from 'vitest';
import { isSuspended } from '../records/record/odds.js';
import type { ScoresRecord } from '../records/record/scores/scoresRecord.js';
import type { SoccerScores } from '../records/record/scores/soccer.js';
import { matchRecords } from './matchRecords.js';
import type { Script } from './script.js';

/** Properties that only show in many matches. Every message names the seed. */

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const MANY = Array.from({ length: 200 }, (_, i) => `many ${i}`);
const statsOf = (records: readonly ScoresRecord[]): Readonly<Record<string, number>> => records.at(-1)?.Stats ?? {};

describe('overtime', () => {
  const OVERTIME: readonly (readonly [Sport, Script])[] = [
    ['basketball', 'extraTime'],
    ['us-football', 'extraTime'],
    ['us-football', 'unnumberedOvertime'],
  ];
  test.each(OVERTIME)('of %s, %s, follows a draw that came about while the clock was running', (sport, script) => {
    for (const seed of MANY.slice(0, 40)) {
      const options = { seed, sport, script, fixtureId: 9, startTime: START, tempo: 0.3 };
      const scores: readonly ScoresRecord[] = matchRecords(options).scores;
      let before = 0;
      const late = new Map<number, number>();
      for (const { Stats, Clock, StatusId, Seq, Id } of scores) {
        const points = (Stats[1] ?? 0) + (Stats[2] ?? 0);
        const change = points - before;
        before = points;
        if (change === 0) continue;
        const seconds = Clock?.seconds ?? 0;
        expect(seconds, `${seed}, Seq ${Seq}, ${change} points`).toBeGreaterThan(0);
        if (seconds <= 6) late.set(StatusId ?? 0, (late.get(StatusId ?? 0) ?? 0) + change);
        expect(late.get(StatusId ?? 0) ?? 0, `${seed}, Seq ${Seq}, Id ${Id}`).toBeLessThan(7);
      }
    }
  });
});

describe('basketball', () => {
  test('has the margins, totals and quarters of real matches', () => {
    const margins: number[] = [];
    const totals: number[] = [];
    const quarters: number[] = [];
    for (const seed of MANY.slice(0, 60)) {
      const { scores } = matchRecords({ seed, sport: 'basketball', fixtureId: 8, startTime: START });
      const of = (key: number): number => statsOf(scores)[key] ?? Number.NaN;
      margins.push(Math.abs(of(1) - of(2)));
      totals.push(of(1) + of(2));
      for (const block of [10, 20, 30, 40])
        for (const side of [1, 2]) {
          const points = of(1000 * block + side);
          expect(points >= 5 && points <= 55, `${seed}, quarter ${block / 10}, side ${side}: ${points}`).toBe(true);
          quarters.push(points);
        }
    }
    // Real matches are occasionally outside of this range.
    expect(quarters.filter((points) => points < 10 || points > 45).length).toBeLessThan(quarters.length / 100);
    margins.sort((a, b) => a - b);
    const mean = totals.reduce((a, b) => a + b, 0) / totals.length;
    const deviation = Math.sqrt(totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / totals.length);
    const wide = margins.filter((margin) => margin >= 30).length / margins.length;
    const found = { median: margins[margins.length >> 1] ?? 0, wide, deviation, mean };
    expect(found.median > 4 && found.median < 14, JSON.stringify(found)).toBe(true);
    expect(found.wide < 0.06, JSON.stringify(found)).toBe(true);
    expect(found.deviation > 12 && found.deviation < 25, JSON.stringify(found)).toBe(true);
    expect(found.mean > 180 && found.mean < 210, JSON.stringify(found)).toBe(true);
  });
});

const cache = new Map<string, ReturnType<typeof played>>();
const played = (seed: string, script: Script) =>
  matchRecords({ seed, sport: 'soccer', script, fixtureId: 12_000_001, startTime: START });
function soccer(seed: string, script: Script = 'normal') {
  const name = `${seed}/${script}`;
  const match = cache.get(name) ?? played(seed, script);
  cache.set(name, match);
  return match;
}
const FEW = MANY.slice(0, 40);
const SOME = MANY.slice(0, 60);
/** Priced lines from one time to another. */
const priced = (match: ReturnType<typeof soccer>, from: number, until: number): string[] =>
  match.odds.filter((one) => one.ts >= from && one.ts < until && !isSuspended(one)).map(({ messageId }) => messageId);
const isConfirmed = ({ Confirmed }: SoccerScores): boolean => Confirmed === true;

describe('reviews', () => {
  const check = (seed: string, script: Script): number => {
    const match = soccer(seed, script);
    const reviews = match.scores.filter(({ Action }) => Action === 'var');
    for (const { Id, Ts, Seq } of reviews) {
      const end = match.scores.find((one) => one.Id === Id && one.Action === 'var_end')?.Ts ?? 0;
      const where = `${seed}, ${script}, Seq ${Seq}`;
      expect(end > Ts, where).toBe(true);
      expect(priced(match, Ts, end + 10_000), where).toEqual([]);
      const whistle = match.scores.find(({ StatusId }) => StatusId === 5)?.Ts ?? 0;
      if (end < whistle - 10 * MINUTE) expect(priced(match, end, whistle).length, where).toBeGreaterThan(5);
    }
    return reviews.length;
  };

  test('that take a goal back come in mid-match', () => {
    const minutes = FEW.map((seed) => {
      expect(check(seed, 'varReversal'), seed).toBeGreaterThan(0);
      const { scores } = soccer(seed, 'varReversal');
      const discarded = scores.find(({ Action }) => Action === 'action_discarded');
      const goal = scores.find((one) => one.Id === discarded?.Id);
      const minute = (goal?.Clock?.seconds ?? 0) / 60;
      expect(minute > 18 && minute < 79, `${seed}: minute ${minute}`).toBe(true);
      return Math.floor(minute / 10);
    });
    expect(new Set(minutes).size).toBeGreaterThan(4);
  });

  test('come in some normal matches too', () => {
    const reviews = FEW.reduce((sum, seed) => sum + check(seed, 'normal'), 0);
    expect(reviews > FEW.length / 6 && reviews < FEW.length, `${reviews}`).toBe(true);
  });
});

/** Game clock at the end of each half by status, s. */
const HALF_ENDS: Readonly<Record<number, number>> = { 2: 2_700, 4: 5_400, 7: 6_300, 9: 7_200 };

test('added time is announced when the regular time is over, and played', () => {
  for (const seed of FEW.slice(0, 20))
    for (const script of ['normal', 'extraTime', 'interrupted'] as const) {
      const { scores } = soccer(seed, script);
      const announced = scores.filter(({ Action }) => Action === 'additional_time');
      expect(announced.length, `${seed}, ${script}`).toBe(script === 'extraTime' ? 4 : 2);
      for (const { Ts, StatusId, Data, Clock, Seq } of announced) {
        const where = `${seed}, ${script}, Seq ${Seq}`;
        const regular = HALF_ENDS[StatusId ?? 0] ?? 0;
        const added = 60 * (Data?.Minutes ?? 0);
        // A review may delay the announcement.
        expect((Clock?.seconds ?? 0) - regular, where).toBeGreaterThanOrEqual(0);
        expect((Clock?.seconds ?? 0) - regular, where).toBeLessThan(150);
        const late = 1_000 * ((Clock?.seconds ?? 0) - regular);
        const whistle = scores.find((one) => one.Ts > Ts && one.StatusId !== StatusId)?.Ts ?? 0;
        expect(whistle - Ts + late, where).toBeGreaterThanOrEqual(1_000 * added);
        expect(whistle - Ts + late, where).toBeLessThan(1_000 * added + 3 * MINUTE);
        const clocks = scores.flatMap((one) => (one.StatusId === StatusId && one.Clock ? [one.Clock.seconds] : []));
        expect(Math.max(...clocks), where).toBeGreaterThan(regular + added - 100);
      }
    }
});

test('every line is off the board around each kick of a shoot-out, and prices come in between', () => {
  for (const seed of FEW.slice(0, 20)) {
    const match = soccer(seed, 'penalties');
    const kicks = match.scores.filter((one) => one.Action === 'shootout_penalty');
    const first = kicks[0]?.Ts ?? 0;
    for (const { Ts, Id, Seq } of kicks) {
      const settled = kicks.find((one) => one.Id === Id && isConfirmed(one))?.Ts ?? 0;
      expect(priced(match, Ts, settled + 10_000), `${seed}, Seq ${Seq}`).toEqual([]);
    }
    expect(priced(match, first, kicks.at(-1)?.Ts ?? 0).length, seed).toBeGreaterThan(3);
  }
});

describe('flags of danger', () => {
  const dangerOf = ({ Data, Action }: SoccerScores): string[] =>
    Action === 'possible'
      ? (['Goal', 'Penalty', 'RedCard', 'VAR'] as const).filter((name) => Data?.[name] === true)
      : [];
  const COMES: Readonly<Record<string, string>> = { goal: 'Goal', penalty: 'Penalty', red_card: 'RedCard', var: 'VAR' };

  test('come before what they warn of, are rarely wrong, and keep every line off the board', () => {
    let wrong = 0;
    let right = 0;
    for (const seed of FEW) {
      const match = soccer(seed);
      match.scores.forEach((record, i) => {
        const where = `${seed}, Seq ${record.Seq}`;
        for (const flag of dangerOf(record)) {
          const next = match.scores.findIndex((one, j) => j > i && one.Action === 'possible');
          const until = match.scores[next]?.Ts ?? 0;
          expect(priced(match, record.Ts, until), where).toEqual([]);
          if (match.scores.slice(i, next).some(({ Action }) => COMES[Action] === flag)) right++;
          else wrong++;
        }
        const flag = COMES[record.Action];
        // A penalty that is scored was flagged as a penalty.
        const own = match.scores.find(({ Id }) => Id === record.Id);
        if (flag === undefined || own?.Seq !== record.Seq) return;
        const before = match.scores.findLast((one, j) => j < i && one.Action === 'possible');
        expect(before && dangerOf(before), where).toEqual([flag]);
      });
    }
    expect(wrong / FEW.length, `${wrong} wrong, ${right} right`).toBeLessThan(6);
    expect(wrong, `${wrong} wrong, ${right} right`).toBeGreaterThan(0);
  });
});

describe('goals', () => {
  test('are rarely own goals, which are the other side’s; most penalties are scored, under one id', () => {
    let goals = 0;
    let own = 0;
    let penalties = 0;
    let scored = 0;
    for (const seed of SOME) {
      const { scores, teams } = soccer(seed);
      for (const record of scores) {
        const { Action, Data, Id, Seq, Participant = 1 } = record;
        const where = `${seed}, Seq ${Seq}`;
        if (Action === 'goal' && isConfirmed(record)) {
          goals++;
          const isOwn = Data?.GoalType === 'Own';
          if (isOwn) own++;
          const team = teams[(Participant === 1) === isOwn ? 1 : 0];
          expect(Math.floor((Data?.PlayerId ?? 0) / 100), where).toBe(team.id);
        }
        if (Action === 'penalty' && isConfirmed(record)) {
          penalties++;
          const outcome = scores.find((one) => one.Id === Id && one.Action === 'penalty_outcome')?.Data?.Outcome;
          const hasGoal = scores.some((one) => one.Id === Id && one.Action === 'goal');
          expect([outcome, hasGoal], where).toEqual(hasGoal ? ['Scored', true] : ['Missed', false]);
          if (hasGoal) scored++;
        }
        if (Action !== 'action_amend' || Data?.Action !== 'goal') continue;
        const goal = scores.findLast((one) => one.Id === Id && one.Action === 'goal')?.Data;
        const { GoalType, PlayerId, Participant: side } = Data.Previous ?? {};
        expect([GoalType, PlayerId, side], where).toEqual([goal?.GoalType, goal?.PlayerId, goal?.Participant]);
      }
    }
    const found = JSON.stringify({ goals, own, penalties, scored });
    expect(own / goals > 0.01 && own / goals < 0.06, found).toBe(true);
    expect(scored / penalties > 0.6 && scored / penalties < 0.9, found).toBe(true);
    expect(penalties / SOME.length > 0.15 && penalties / SOME.length < 0.5, found).toBe(true);
  });
});

test('only who is on the pitch plays; at most five substitutions of a side; a second yellow card is a red one', () => {
  for (const seed of SOME) {
    const { scores } = soccer(seed);
    const lineups = scores.find(({ Lineups }) => Lineups)?.Lineups ?? [];
    const pitch = lineups.map(({ lineups: of }) => new Set(of.filter((one) => one.starter).map(idOf)));
    const bench = lineups.map(({ lineups: of }) => new Set(of.filter((one) => !one.starter).map(idOf)));
    const substitutions = [0, 0];
    const yellow = new Map<number, number>();
    for (const record of scores) {
      const { Action, Data, Seq, Participant = 1 } = record;
      const where = `${seed}, Seq ${Seq}, ${Action}`;
      const side = Participant - 1;
      const { PlayerId, PlayerInId = 0, PlayerOutId = 0, GoalType, New, Previous } = Data ?? {};
      if (Action === 'action_amend' && Data?.Action === 'substitution') {
        expect([Previous?.PlayerOutId, New?.PlayerInId === New?.PlayerOutId], where).toEqual([New?.PlayerOutId, false]);
        expect(pitch[side]?.delete(Previous?.PlayerInId ?? 0), where).toBe(true);
        expect(bench[side]?.delete(New?.PlayerInId ?? 0), where).toBe(true);
        pitch[side]?.add(New?.PlayerInId ?? 0);
        bench[side]?.add(Previous?.PlayerInId ?? 0);
      }
      if (!isConfirmed(record)) continue;
      if (Action === 'substitution') {
        expect(pitch[side]?.delete(PlayerOutId), where).toBe(true);
        expect(bench[side]?.delete(PlayerInId), where).toBe(true);
        pitch[side]?.add(PlayerInId);
        substitutions[side] = (substitutions[side] ?? 0) + 1;
        expect(substitutions[side], where).toBeLessThanOrEqual(5);
      } else if (PlayerId !== undefined) {
        expect(pitch[GoalType === 'Own' ? 1 - side : side]?.has(PlayerId), where).toBe(true);
      }
      if (Action === 'yellow_card') yellow.set(PlayerId ?? 0, (yellow.get(PlayerId ?? 0) ?? 0) + 1);
      if (Action === 'red_card') pitch[side]?.delete(PlayerId ?? 0);
    }
    for (const [player, cards] of yellow) {
      const isOff = scores.some((one) => one.Action === 'red_card' && one.Data?.PlayerId === player);
      if (cards > 1) expect([seed, player, cards, isOff]).toEqual([seed, player, 2, true]);
    }
    for (const side of pitch) expect(side.size, seed).toBeGreaterThanOrEqual(7);
  }
});

const idOf = ({ fixturePlayerId }: { readonly fixturePlayerId: number }): number => fixturePlayerId;
