import { fail, INVALID_API_TOKEN } from 'linesman/error';
import type { Access } from './access.js';
import { type ActivationPorts, type ActivationRequest, activate } from './activation.js';
import { apiTokenHash, sameHash } from './apiToken.js';
import type { TokenOwner } from './authStore.js';
import { keptAccess } from './keptAccess.js';
import { checkOperatorTables } from './operatorTables.js';
import type { Session, SessionTokens } from './sessionTokens.js';
import { type SubscriptionView, subscriptionView } from './subscriptionView.js';

/** Who may do what, as the endpoints ask it. */
export interface Auth {
  /** A new guest session: the token. */
  startGuest(): Promise<string>;
  /** The session of an `Authorization` header. Errors: INVALID_SESSION. */
  session(header: string | undefined): Promise<Session>;
  /**
   * What the token of an `X-Api-Token` header may do. Errors: INVALID_API_TOKEN no token, an unknown one, a
   * subscription that is over.
   */
  access(header: string | undefined): Promise<Access>;
  /**
   * The wallet whose token an `X-Api-Token` header holds, whether or not its subscription is over. Errors:
   * INVALID_API_TOKEN no token, an unknown one.
   */
  holder(header: string | undefined): Promise<string>;
  /** A new API token. Errors: those of `activate`. */
  activate(request: ActivationRequest): Promise<string>;
  /**
   * Ends the token of an `X-Api-Token` header, and its streams: here at once, elsewhere within 5 s. Errors:
   * INVALID_API_TOKEN.
   */
  endToken(header: string | undefined): Promise<void>;
  /** What the wallet of an access has bought. */
  subscription(access: Access): SubscriptionView;
  /** Hosts that the message of an activation may name; none: only the description's form is taken. */
  hosts(): readonly string[];
}

export interface AuthPorts extends ActivationPorts {
  readonly sessions: SessionTokens;
  /** After a wallet has another subscription. */
  onChange?(wallet: string): void;
}

/** Errors: INVALID_OPERATOR_TABLE tables of the operator that do not fit together. */
export function createAuth(ports: AuthPorts): Auth {
  const { sessions, store, tables, now, onChange } = ports;
  checkOperatorTables(tables);
  const accessOf = keptAccess(tables);
  const ownerOf = async (header: string | undefined): Promise<TokenOwner> => {
    const hash = apiTokenHash(header);
    const owner = hash && (await store.token(hash, now()));
    // The index of the store has found it by its first bytes perhaps; this says in constant time that it is the one.
    return hash && owner && sameHash(hash, owner.hash) ? owner : fail(INVALID_API_TOKEN);
  };
  return {
    startGuest: () => sessions.start(),
    session: (header) => sessions.checkHeader(header),
    access: async (header) => {
      const owner = await ownerOf(header);
      return accessOf(owner, now()) ?? fail(INVALID_API_TOKEN);
    },
    holder: async (header) => (await ownerOf(header)).wallet,
    activate: async (request) => {
      const { token, wallet } = await activate(request, ports);
      onChange?.(wallet);
      return token;
    },
    endToken: async (header) => {
      const { hash, wallet } = await ownerOf(header);
      await store.endToken(hash);
      onChange?.(wallet);
    },
    subscription: (access) => subscriptionView(access, now(), tables),
    hosts: () => ports.hosts?.() ?? [],
  };
}
