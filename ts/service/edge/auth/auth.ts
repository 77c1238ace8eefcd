import type { Subscription } from '@linesman/sdk/client';
import { fail, INVALID_API_TOKEN } from '@linesman/sdk/error';
import { type Access, keptAccess } from './access.js';
import { type ActivationPorts, type ActivationRequest, activate } from './activation.js';
import { apiTokenHash, sameHash } from './apiToken.js';
import type { TokenOwner } from './authStore.js';
import { checkOperatorTables } from './operatorTables.js';
import type { Session, SessionTokens } from './sessionTokens.js';
import { subscriptionView } from './subscriptionView.js';

/** Authentication and authorisation for the endpoints. */
export interface Auth {
  /** Starts a guest session and returns its token. */
  startGuest(): Promise<string>;
  /** The session of an `Authorization` header. Errors: INVALID_SESSION. */
  session(header: string | undefined): Promise<Session>;
  /**
   * The access of the token in an `X-Api-Token` header. Errors: INVALID_API_TOKEN when it is missing or unknown, or its
   * subscription has ended.
   */
  access(header: string | undefined): Promise<Access>;
  /**
   * The wallet of the token in an `X-Api-Token` header, even if its subscription has ended. Errors: INVALID_API_TOKEN
   * when it is missing or unknown.
   */
  holder(header: string | undefined): Promise<string>;
  /** Activates a subscription and returns the API token. Errors: those of `activate`. */
  activate(request: ActivationRequest): Promise<string>;
  /**
   * Ends the token in an `X-Api-Token` header and its streams, here at once and elsewhere within 5 s. Errors:
   * INVALID_API_TOKEN.
   */
  endToken(header: string | undefined): Promise<void>;
  /** The periods that a wallet has bought, even if all have ended. */
  subscription(wallet: string): Promise<Subscription>;
  /** Hosts that an activation message may name. If empty, only the description's form is accepted. */
  hosts(): readonly string[];
}

export interface AuthPorts extends ActivationPorts {
  readonly sessions: SessionTokens;
  /** Called when a wallet's subscription changes. */
  onChange?(wallet: string): void;
}

/** Errors: INVALID_OPERATOR_TABLE when the operator's tables are inconsistent. */
export function createAuth(ports: AuthPorts): Auth {
  const { sessions, store, tables, now, onChange } = ports;
  checkOperatorTables(tables);
  const accessOf = keptAccess(tables);
  const ownerOf = async (header: string | undefined): Promise<TokenOwner> => {
    const hash = apiTokenHash(header);
    const owner = hash && (await store.token(hash, now()));
    // The store's index may compare byte by byte; this confirms the match in constant time.
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
    subscription: async (wallet) => {
      const time = now();
      return subscriptionView(wallet, await store.periods(wallet, time), time, tables);
    },
    hosts: () => ports.hosts?.() ?? [],
  };
}
