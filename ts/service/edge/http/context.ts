import type { RealTime, WorldTime } from '../../clock/index.js';
import type { Encoders } from '../answer/encoders.js';
import type { Proofs } from '../answer/proofs.js';
import type { Records } from '../answer/records.js';
import type { Wire } from '../answer/wire.js';
import type { Access, Auth, OracleKeys, Session } from '../auth/index.js';
import type { Quote } from '../quote/quote.js';
import type { StreamHub, StreamKind } from '../stream/index.js';

/** All that the endpoints stand on. */
export interface HttpPorts {
  readonly auth: Auth;
  readonly records: Records;
  readonly encoders: Encoders;
  readonly proofs: Proofs;
  readonly quote: Quote;
  readonly hub: StreamHub;
  /**
   * Where other processes store records, too: waits until the hub has the event with this id, if there is one. Rejects when that cannot be
   * found out.
   */
  caughtUp?(kind: StreamKind, id: string): Promise<void>;
  readonly oracleKeys: Pick<OracleKeys, 'published'>;
  /** Time of the machine, ms: limits. */
  now(): RealTime;
  /** Time of records, ms: which slot is the running one. */
  recordTime(): WorldTime;
}

/** What an endpoint is given besides its parameters. */
export interface Context<Values, Body> {
  readonly values: Values;
  readonly body: Body;
  readonly wire: Wire;
  readonly ports: HttpPorts;
  /** Of endpoints that need one; others must not ask. */
  readonly session: Session;
  readonly access: Access;
  /** Header texts that streams and activation look at. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}
