import type { Wire } from '../answer/wire.js';

export type StreamKind = 'odds' | 'scores';

interface EventOf<Kind extends StreamKind> {
  readonly kind: Kind;
  /** `<start of the slot in ms>:<index in the slot over all records of the kind>`. */
  readonly id: string;
  readonly fixtureId: number;
  /** `CompetitionId` of the fixture, which entitlements refer to. */
  readonly leagueId: number;
  /** Time of the record, ms. */
  readonly ts: number;
  /** Time of acceptance, ms. */
  readonly acceptedAt: number;
  /** The complete event as sent, encoded once, possibly on demand; see `eventFrame`. */
  readonly frames: Readonly<Record<Wire, Uint8Array>>;
}

/** An accepted odds record. */
export interface OddsEvent extends EventOf<'odds'> {
  /** `SuperOddsType`. */
  readonly market: string;
  /** Market line: type, period and parameters; unique within the fixture. */
  readonly line: string;
  /** Whether the line is off the board. Sampling never delays such records. */
  readonly suspended: boolean;
}

/** An accepted score record. */
export type ScoresEvent = EventOf<'scores'>;

/** An event that the hub publishes. */
export type StreamEvent = OddsEvent | ScoresEvent;
