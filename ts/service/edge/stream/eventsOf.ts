import { encodeScores, isSuspended, type ScoresRecord } from '@linesman/records';
import type { Fields } from '../../data/ingest/fields.js';
import { oddsOfWire } from '../../data/ingest/oddsOfWire.js';
import type { StoredRecord } from '../../data/store/recordStore.js';
import { recordEncoders } from '../answer/encoders.js';
import { eventFrame } from './frame.js';
import type { StreamEvent } from './streamEvent.js';

/**
 * The stream events of an accepted record; fixture records have none. Frames are encoded once, when the first
 * subscriber needs them.
 */
export function eventsOf(record: StoredRecord): readonly StreamEvent[] {
  const { kind, fixtureId, competitionId, label, ts, acceptedAt, streamSlot, streamIndex, json } = record;
  if (kind === 'fixtures') return [];
  const id = `${streamSlot}:${streamIndex}`;
  const common = { id, fixtureId, leagueId: competitionId, ts, acceptedAt };
  if (kind === 'scores') return [{ ...common, kind, frames: new ScoresFrames(id, json) }];
  const odds = oddsOfWire(JSON.parse(json) as Fields);
  const suspended = isSuspended(odds);
  return [{ ...common, kind, market: odds.superOddsType, line: label, suspended, frames: new OddsFrames(id, json) }];
}

/** Many events have no subscribers, and most have subscribers of one wire only. */
class ScoresFrames {
  private made: { described?: Uint8Array; observed?: Uint8Array } = {};

  constructor(
    private readonly id: string,
    private readonly json: string,
  ) {}

  get described(): Uint8Array {
    this.made.described ??= this.frame('snapshot');
    return this.made.described;
  }

  get observed(): Uint8Array {
    this.made.observed ??= this.frame('observed');
    return this.made.observed;
  }

  private frame(form: 'snapshot' | 'observed'): Uint8Array {
    return eventFrame(this.id, encodeScores(JSON.parse(this.json) as ScoresRecord, form));
  }
}

/** The same in both wires. */
class OddsFrames {
  private made: Uint8Array | undefined;
  private json: string | undefined;

  constructor(
    private readonly id: string,
    json: string,
  ) {
    this.json = json;
  }

  get described(): Uint8Array {
    if (this.json !== undefined) {
      this.made = eventFrame(this.id, recordEncoders.odds(JSON.parse(this.json) as Fields, 'described'));
      this.json = undefined;
    }
    return this.made as Uint8Array;
  }

  get observed(): Uint8Array {
    return this.described;
  }
}
