import { base58 } from '@scure/base';
import { activationMessage } from 'linesman/client';
import {
  CHAIN_NOT_REACHABLE,
  fail,
  LEVEL_NOT_LOGGED,
  NOT_A_SUBSCRIPTION,
  REPEATED_WITH_OTHER_LEAGUES,
  SUBSCRIPTION_OVER,
  TRANSACTION_FAILED,
  TRANSACTION_OF_OTHER_WALLET,
  TRANSACTION_UNKNOWN,
  TRANSACTION_USED,
  WALLET_BLOCKED,
  WALLET_SIGNATURE_INVALID,
} from 'linesman/error';
import type { ServiceRow } from 'linesman/program';
import { checkSignature } from 'linesman/proof';
import type { RealTime, WorldTime } from '../clock/index.js';
import { apiTokenHash, newApiToken } from './apiToken.js';
import { type AuthStore, MS_PER_WEEK, type NotGiven } from './authStore.js';
import { termsOf } from './entitlement.js';
import type { OperatorTables } from './operatorTables.js';
import type { SubscriptionChain, SubscriptionTransaction } from './subscriptionChain.js';

/** What a wallet asks for. */
export interface ActivationRequest {
  /** Base58, 64 bytes. */
  readonly txSig: string;
  /** 64 bytes. */
  readonly walletSignature: Uint8Array;
  readonly leagues: readonly number[];
  /** The session token of the request. */
  readonly jwt: string;
  /** When that was issued: a repeat needs it. */
  readonly sessionIssuedAt?: RealTime;
}

export interface ActivationPorts {
  readonly chain: SubscriptionChain;
  readonly store: AuthStore;
  readonly tables: OperatorTables;
  /** The oracle program of the deployment, Base58. */
  readonly program: string;
  /** Names under which customers reach the service, as they stand in its address; a message that names one of them is taken, too. */
  hosts?(): readonly string[];
  /** By which periods begin and end: they are bought on the chain of the world. */
  now(): WorldTime;
  /** By which sessions are issued: what says whether one is new enough for a repeat. */
  realTime(): RealTime;
}

/** ms that the session of a repeat may be old. */
const FRESH = 600_000;

/**
 * Turns a subscribe transaction into an API token. Errors, in this order: CHAIN_NOT_REACHABLE the chain cannot be
 * asked; TRANSACTION_UNKNOWN unknown, TRANSACTION_FAILED failed, NOT_A_SUBSCRIPTION no subscribe of the program,
 * TRANSACTION_OF_OTHER_WALLET and WALLET_SIGNATURE_INVALID signed by another wallet or not at all, SUBSCRIPTION_OVER
 * over, LEVEL_NOT_LOGGED it does not say what the level was, then those of the leagues (LEAGUES_NOT_SELECTABLE to
 * TOO_MANY_LEAGUES), WALLET_BLOCKED the wallet is blocked, TRANSACTION_USED used.
 *
 * The wallet that has activated it before repeats it by the same request with a new session: the answer was lost, or
 * the token leaked. That changes nothing but the token. Errors: WALLET_SIGNATURE_INVALID, REPEATED_WITH_OTHER_LEAGUES
 * other leagues, TRANSACTION_USED a session that is not newer than the last activation or repeat, or older than 10
 * minutes (what somebody captured gives no token), WALLET_BLOCKED.
 *
 * What the level is worth is read from the transaction, never from the pricing matrix: a cheap subscription that is
 * held back until its level is redefined gains nothing by it, and loses nothing.
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
    // Not before its session, whose clock may be ahead of this one: this request must give no second token.
    realTime: Math.max(ports.realTime(), request.sessionIssuedAt ?? 0),
  });
  return typeof stored === 'string' ? refused(stored, request, bought.signer) : { token, wallet: bought.signer };
}

/** The transaction need not be looked up again: what it has bought is noted. */
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
  const found = await chain.find(txSig).catch((cause: unknown) => fail(CHAIN_NOT_REACHABLE, {}, { cause }));
  if (found === null) return fail(TRANSACTION_UNKNOWN, { txSig });
  if (found.status === 'failed') return fail(TRANSACTION_FAILED, { txSig });
  // Zero weeks cannot be bought from the program, but what decides here is what the chain says.
  if (found.status === 'other' || found.program !== program || found.weeks <= 0)
    return fail(NOT_A_SUBSCRIPTION, { txSig, program });
  return found;
}

/** Not the row of now where the log lacks it: whoever logs enough before a subscribe can cut its event off. */
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
 * By the description's message or one that names a host of this service: never by the `Host` of the request, which whoever
 * forwards it writes.
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
