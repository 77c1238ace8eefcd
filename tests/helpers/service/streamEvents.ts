import { eventFrame } from '../../../ts/service/edge/stream/frame.js';
import type { OddsEvent, ScoresEvent } from '../../../ts/service/edge/stream/streamEvent.js';

/** The start of a slot. */
export const SLOT = 1_782_958_200_000;

/** An odds event of fixture 1, league 901, that many ms into the slot. */
export function oddsEvent(index: number, after: number, more: Partial<OddsEvent> = {}): OddsEvent {
  const ts = SLOT + after;
  const id = `${ts - (ts % 300_000)}:${index}`;
  const record = { MessageId: `m${index}` };
  const frame = eventFrame(id, record);
  return {
    kind: 'odds',
    id,
    fixtureId: 1,
    leagueId: 901,
    market: '1X2',
    line: 'a',
    suspended: false,
    ts,
    acceptedAt: ts,
    frames: { described: frame, observed: eventFrame(id, { observed: index }) },
    ...more,
  };
}

export function scoresEvent(index: number, after: number, more: Partial<ScoresEvent> = {}): ScoresEvent {
  const ts = SLOT + after;
  const id = `${ts - (ts % 300_000)}:${index}`;
  return {
    kind: 'scores',
    id,
    fixtureId: 1,
    leagueId: 901,
    ts,
    acceptedAt: ts,
    frames: { described: eventFrame(id, { Seq: index }), observed: eventFrame(id, { seq: index }) },
    ...more,
  };
}

/** The record indices in event-stream text. */
export const indices = (text: string): number[] =>
  [...text.matchAll(/^id: \d+:(\d+)$/gm)].map(([, index]) => Number(index));

/** The data of the heartbeats in event-stream text. */
export const heartbeats = (text: string): Record<string, unknown>[] =>
  [...text.matchAll(/^data: (.*)\nevent: heartbeat$/gm)].map(([, data = '']) => JSON.parse(data));
