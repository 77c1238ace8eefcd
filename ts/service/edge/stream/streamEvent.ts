import type { Wire } from '../answer/wire.js';

export type StreamKind = 'odds' | 'scores';

interface EventOf<Kind extends StreamKind> {
  readonly kind: Kind;
  /** `<start of the slot in ms>:<index in the slot over all records of the kind>`. */
  readonly id: string;
  readonly fixtureId: number;
  /** `CompetitionId` of the fixture, what entitlements name. */
  readonly leagueId: number;
  /** Time of the record, ms. */
  readonly ts: number;
  /** When it was accepted, ms. */
  readonly acceptedAt: number;
  /** The whole event as it is sent, made once, perhaps only when it is asked for: see `eventFrame`. */
  readonly frames: Readonly<Record<Wire, Uint8Array>>;
}

/** One accepted odds record. */
export interface OddsEvent extends EventOf<'odds'> {
  /** `SuperOddsType`. */
  readonly market: string;
  /** Type, period and parameters; unique within the fixture. */
  readonly line: string;
  /** Off the board: such a record is never held back by sampling. */
  readonly suspended: boolean;
}

/** One accepted score record. */
export type ScoresEvent = EventOf<'scores'>;

/** What the hub publishes. */
export type StreamEvent = OddsEvent | ScoresEvent;
