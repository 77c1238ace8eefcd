import { activationMessage } from '@linesman/sdk/client';
import {
  CHAIN_NOT_REACHABLE,
  fail,
  isError,
  LEVEL_NOT_LOGGED,
  NOT_A_SUBSCRIPTION,
  REPEATED_WITH_OTHER_LEAGUES,
  SUBSCRIPTION_OVER,
  TRANSACTION_FAILED,
  TRANSACTION_OF_OTHER_WALLET,
  TRANSACTION_UNKNOWN,
  TRANSACTION_USED,
  UNKNOWN_TRANSACTION_VERSION,
  WALLET_BLOCKED,
  WALLET_SIGNATURE_INVALID,
} from '@linesman/sdk/error';
import type { ServiceRow } from '@linesman/sdk/program';
import { checkSignature } from '@linesman/sdk/proof';
import { base58 } from '@scure/base';
import type { RealTime, WorldTime } from '../../clock/clock.js';
import { apiTokenHash, newApiToken } from './apiToken.js';
import { type AuthStore, MS_PER_WEEK, type NotGiven } from './authStore.js';
import type { SubscriptionTransaction } from './decodeSubscription.js';
import { termsOf } from './entitlement.js';
import type { OperatorTables } from './operatorTables.js';
import type { SubscriptionChain } from './subscriptionChain.js';

/** An activation request. */
export interface ActivationRequest {
  /** Base58, 64 bytes. */
  readonly txSig: string;
  /** 64 bytes. */
  readonly walletSignature: Uint8Array;
  readonly leagues: readonly number[];
  /** The session token of the request. */
  readonly jwt: string;
  /** When the session was issued; required for a repeat. */
  readonly sessionIssuedAt?: RealTime;
}

export interface ActivationPorts {
  readonly chain: SubscriptionChain;
  readonly store: AuthStore;
  readonly tables: OperatorTables;
  /** The deployment's oracle program, Base58. */
  readonly program: string;
  /**
   * Hosts under which customers reach the service, as in its URL. A message that names one of them is accepted, too.
   */
  hosts?(): readonly string[];
  /** World time, for periods: they are bought on the world's chain. */
  now(): WorldTime;
  /** Real time, for sessions: decides whether one is new enough for a repeat. */
  realTime(): RealTime;
}

/** Maximum age of the session for a repeat, ms. */
const FRESH = 600_000;

/**
 * Turns a subscribe transaction into an API token. Errors, in this order: CHAIN_NOT_REACHABLE;
 * UNKNOWN_TRANSACTION_VERSION; TRANSACTION_UNKNOWN; TRANSACTION_FAILED; NOT_A_SUBSCRIPTION;
 * TRANSACTION_OF_OTHER_WALLET when another wallet signed; WALLET_SIGNATURE_INVALID when no wallet did;
 * SUBSCRIPTION_OVER; LEVEL_NOT_LOGGED when the log does not contain the level's terms; LEAGUES_NOT_SELECTABLE to
 * TOO_MANY_LEAGUES for a wrong selection of leagues; WALLET_BLOCKED; TRANSACTION_USED.
 *
 * The same wallet may repeat its request with a new session if the answer was lost or the token leaked; only the token
 * changes. Errors: WALLET_SIGNATURE_INVALID; REPEATED_WITH_OTHER_LEAGUES; TRANSACTION_USED when the session is not
 * newer than the last activation or repeat, or older than 10 minutes, so that a captured request gives no token;
 * WALLET_BLOCKED.
 *
 * The terms come from the transaction, never from the pricing matrix, so a customer neither gains nor loses by delaying
 * the activation until the level is redefined.
 */
export async function activate(
  request: ActivationRequest,
  ports: ActivationPorts,
): Promise<{ readonly token: string; readonly wallet: string }> {
  const { store, tables, now } = ports;
  const { txSig, leagues } = request;
  const before = await store.activation(txSig);
  if (before) return repeat(request, before, ports);
  const bought = await subscribed(txSig, ports);
  checkSigner(request, bought, ports);
  if (bought.time + bought.weeks * MS_PER_WEEK <= now()) return fail(SUBSCRIPTION_OVER, { txSig });
  const terms = termsOf(rowOf(txSig, bought), leagues, tables);
  const token = newApiToken();
  const stored = await store.activate({
    txSig,
    wallet: bought.signer,
    weeks: bought.weeks,
    terms,
    tokenHash: apiTokenHash(token) as Uint8Array,
    now: now(),
    // At least the session's time, because its clock may be ahead of this one, and the same request must not give a
    // second token.
    realTime: Math.max(ports.realTime(), request.sessionIssuedAt ?? 0),
  });
  return typeof stored === 'string' ? refused(stored, request, bought.signer) : { token, wallet: bought.signer };
}

/** Needs no look-up of the transaction, because the purchase is stored. */
async function repeat(
  request: ActivationRequest,
  { wallet, leagues }: { readonly wallet: string; readonly leagues: readonly number[] },
  ports: ActivationPorts,
): Promise<{ readonly token: string; readonly wallet: string }> {
  const { txSig, sessionIssuedAt = Number.NEGATIVE_INFINITY } = request;
  if (!isSignedBy(wallet, request, ports)) fail(WALLET_SIGNATURE_INVALID, { wallet });
  if ([...leagues].sort().join() !== [...request.leagues].sort().join())
    fail(REPEATED_WITH_OTHER_LEAGUES, { txSig, leagues });
  const realTime = ports.realTime();
  if (realTime - sessionIssuedAt > FRESH) return refused('used', request, wallet);
  const token = newApiToken();
  const tokenHash = apiTokenHash(token) as Uint8Array;
  const done = await ports.store.repeat({ txSig, wallet, tokenHash, sessionIssuedAt, now: realTime });
  return done === 'repeated' ? { token, wallet } : refused(done, request, wallet);
}

type Bought = Extract<SubscriptionTransaction, { status: 'confirmed' }>;

async function subscribed(txSig: string, { chain, program }: ActivationPorts): Promise<Bought> {
  const found = await chain.find(txSig).catch((cause: unknown) => {
    if (isError(cause, UNKNOWN_TRANSACTION_VERSION)) throw cause;
    return fail(CHAIN_NOT_REACHABLE, {}, { cause });
  });
  if (found === null) return fail(TRANSACTION_UNKNOWN, { txSig });
  if (found.status === 'failed') return fail(TRANSACTION_FAILED, { txSig });
  // The program does not sell zero weeks, but the data on chain decides.
  if (found.status === 'other' || found.program !== program || found.weeks <= 0)
    return fail(NOT_A_SUBSCRIPTION, { txSig, program });
  return found;
}

/**
 * Never falls back to the current row, because a customer can truncate the event by logging enough before a subscribe.
 */
function rowOf(txSig: string, { level, row }: Bought): ServiceRow {
  return row ?? fail(LEVEL_NOT_LOGGED, { txSig, level });
}

function checkSigner(request: ActivationRequest, { signer, signers }: Bought, ports: ActivationPorts): void {
  if (isSignedBy(signer, request, ports)) return;
  if (signers.some((other) => isSignedBy(other, request, ports)))
    fail(TRANSACTION_OF_OTHER_WALLET, { txSig: request.txSig, wallet: signer });
  fail(WALLET_SIGNATURE_INVALID, { wallet: signer });
}

/**
 * Accepts the description's message, and messages that name a host of this service; never the `Host` of the request,
 * which a forwarder controls.
 */
function isSignedBy(wallet: string, request: ActivationRequest, { hosts }: ActivationPorts): boolean {
  const { txSig, leagues, jwt, walletSignature } = request;
  return [undefined, ...(hosts?.() ?? [])].some((host) => {
    try {
      checkSignature(activationMessage(txSig, leagues, jwt, host), walletSignature, [base58.decode(wallet)]);
      return true;
    } catch {
      return false;
    }
  });
}

function refused(why: NotGiven, { txSig }: ActivationRequest, wallet: string): never {
  switch (why) {
    case 'used':
      return fail(TRANSACTION_USED, { txSig });
    case 'blocked':
      return fail(WALLET_BLOCKED, { wallet });
  }
}
