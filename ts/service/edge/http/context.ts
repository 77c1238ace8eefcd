import type { DeploymentFacts } from '@linesman/sdk/client';
import type { RealTime, WorldTime } from '../../clock/clock.js';
import type { Encoders } from '../answer/encoders.js';
import type { Matches } from '../answer/matches.js';
import type { Proofs } from '../answer/proofs.js';
import type { Records } from '../answer/records.js';
import type { Results } from '../answer/results.js';
import type { Slots } from '../answer/slots.js';
import type { Wire } from '../answer/wire.js';
import type { Access } from '../auth/access.js';
import type { Auth } from '../auth/auth.js';
import type { OracleKeys } from '../auth/oracleKeys.js';
import type { Session } from '../auth/sessionTokens.js';
import type { Quote } from '../quote/createQuote.js';
import type { StreamHub } from '../stream/hub.js';
import type { StreamKind } from '../stream/streamEvent.js';
import type { World } from '../world/world.js';

/** Everything that the endpoints depend on. */
export interface HttpPorts {
  readonly auth: Auth;
  readonly records: Records;
  readonly matches: Matches;
  /** Set only if the operator makes results public. */
  readonly results?: Results | undefined;
  readonly slots: Slots;
  readonly encoders: Encoders;
  readonly proofs: Proofs;
  readonly quote: Quote;
  readonly hub: StreamHub;
  /**
   * Needed if other processes store records, too: waits until the hub has the event with this id, if it exists. Rejects
   * if that cannot be determined.
   */
  caughtUp?(kind: StreamKind, id: string): Promise<void>;
  readonly oracleKeys: Pick<OracleKeys, 'published'>;
  readonly deployment: DeploymentFacts;
  /** RPC address in `deployment` for callers on this machine. Default: the same as for other callers. */
  readonly rpcHere?: string | undefined;
  /** Set only if the service runs its own chain. */
  readonly world?: World | undefined;
  /** Real time, ms: for limits. */
  now(): RealTime;
  /** World time, ms: determines the running slot. */
  recordTime(): WorldTime;
}

/** The parts of the service that an endpoint gets besides its parameters. */
export interface Context<Values, Body> {
  readonly values: Values;
  readonly body: Body;
  readonly wire: Wire;
  readonly ports: HttpPorts;
  /** Set only if the endpoint requires a session. */
  readonly session: Session;
  readonly access: Access;
  /** Set only if the endpoint requires an API token. */
  readonly wallet: string;
  /** Request headers, for streams and activation. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the other end of the connection, which is the proxy if there is one. */
  readonly remoteAddress: string | undefined;
  /** Whether the request comes from this machine. */
  isFromHere(): boolean;
  /** Whether it comes from no page, or from one that may change the world. */
  isOwnPage(): boolean;
}
