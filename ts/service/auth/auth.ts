import { fail } from '../../error/index.js';
import { bytesToHex } from '../../format/index.js';
import { type ActivationPorts, type ActivationRequest, activate } from './activation.js';
import { apiTokenHash, sameHash } from './apiToken.js';
import { type Entitlement, entitlementOf } from './entitlement.js';
import { checkOperatorTables } from './operatorTables.js';
import type { Session, SessionTokens } from './sessionTokens.js';

/** What an API token may do now. */
export interface Access extends Entitlement {
  /** Tells tokens apart in limits and logs; no secret. */
  readonly tokenId: string;
  /** Base58. */
  readonly wallet: string;
  /** Unix time in ms from which the subscription is over. */
  readonly endsAt: number;
}

/** Who may do what, as the endpoints ask it. */
export interface Auth {
  /** A new guest session: the token. */
  startGuest(): Promise<string>;
  /** The session of an `Authorization` header. Errors: 7060. */
  session(header: string | undefined): Promise<Session>;
  /** What the token of an `X-Api-Token` header may do. Errors: 7061 no token, an unknown one, a subscription that is over. */
  access(header: string | undefined): Promise<Access>;
  /** A new API token. Errors: those of `activate`. */
  activate(request: ActivationRequest): Promise<string>;
}

export interface AuthPorts extends ActivationPorts {
  readonly sessions: SessionTokens;
  /** After a wallet has a new subscription, new leagues or a new end. */
  onChange?(wallet: string): void;
}

/** Errors: 7089 tables of the operator that do not fit together. */
export function createAuth(ports: AuthPorts): Auth {
  const { sessions, store, tables, now, onChange } = ports;
  checkOperatorTables(tables);
  return {
    startGuest: () => sessions.start(),
    session: (header) => sessions.checkHeader(header),
    access: async (header) => {
      const hash = apiTokenHash(header);
      const found = hash && (await store.token(hash));
      // The index of the store has found it by its first bytes perhaps; this says in constant time that it is the one.
      if (!hash || !found || !sameHash(hash, found.hash)) return fail(7061);
      const subscription = found.subscription ?? (await store.subscription(found.wallet));
      if (!subscription || now() >= subscription.endsAt) return fail(7061);
      return {
        ...entitlementOf(subscription.terms, tables),
        tokenId: bytesToHex(hash.subarray(0, 8)),
        wallet: found.wallet,
        endsAt: subscription.endsAt,
      };
    },
    activate: async (request) => {
      const { token, wallet } = await activate(request, ports);
      onChange?.(wallet);
      return token;
    },
  };
}
