import { base58 } from '@scure/base';
import { fail } from '../../error/index.js';
import type { ServiceRow } from '../../program/index.js';
import { checkSignature } from '../../proof/index.js';
import { apiTokenHash, newApiToken } from './apiToken.js';
import { type AuthStore, MS_PER_WEEK } from './authStore.js';
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
}

export interface ActivationPorts {
  readonly chain: SubscriptionChain;
  readonly store: AuthStore;
  readonly tables: OperatorTables;
  /** The oracle program of the deployment, Base58. */
  readonly program: string;
  /** Unix time, ms. */
  now(): number;
}

/** What the wallet signs, as UTF-8; without leagues there are two colons in a row. */
export function activationMessage({
  txSig,
  leagues,
  jwt,
}: Pick<ActivationRequest, 'txSig' | 'leagues' | 'jwt'>): string {
  return `${txSig}:${leagues.join(',')}:${jwt}`;
}

/**
 * Turns a subscribe transaction into an API token. Errors, in this order: 7068 the chain cannot be asked; 7072 unknown,
 * 7073 failed, 7076 no subscribe of the program, 7075 and 7071 signed by another wallet or not at all, 7074 used, 7077
 * over, 7180 it does not say what the level was, then those of the leagues (7078 to 7082).
 *
 * What the level is worth is read from the transaction, never from the pricing matrix: a cheap subscription that is held
 * back until its level is redefined gains nothing by it, and loses nothing.
 */
export async function activate(
  request: ActivationRequest,
  ports: ActivationPorts,
): Promise<{ readonly token: string; readonly wallet: string }> {
  const { store, tables, now } = ports;
  const { txSig, leagues } = request;
  const bought = await subscribed(txSig, ports);
  checkSigner(request, bought);
  if (await store.isActivated(txSig)) return used(txSig);
  if (bought.time + bought.weeks * MS_PER_WEEK <= now())
    return fail(7077, { message: `The subscription of transaction ${txSig} is over.` });
  const terms = termsOf(rowOf(txSig, bought), leagues, tables);
  const token = newApiToken();
  const stored = await store.activate({
    txSig,
    wallet: bought.signer,
    weeks: bought.weeks,
    terms,
    tokenHash: apiTokenHash(token) as Uint8Array,
    now: now(),
  });
  return stored ? { token, wallet: bought.signer } : used(txSig);
}

type Bought = Extract<SubscriptionTransaction, { status: 'confirmed' }>;

async function subscribed(txSig: string, { chain, program }: ActivationPorts): Promise<Bought> {
  const found = await chain.find(txSig).catch((cause: unknown) => fail(7068, { cause }));
  if (found === null) return fail(7072, { message: `The transaction ${txSig} is not known to the chain.` });
  if (found.status === 'failed') return fail(7073, { message: `The transaction ${txSig} failed.` });
  // Zero weeks cannot be bought from the program, but what decides here is what the chain says.
  if (found.status === 'other' || found.program !== program || found.weeks <= 0)
    return fail(7076, { message: `The transaction ${txSig} is not a subscribe of the oracle program ${program}.` });
  return found;
}

/** Not the row of now where the log lacks it: whoever logs enough before a subscribe can cut its event off. */
function rowOf(txSig: string, { level, row }: Bought): ServiceRow {
  return row ?? fail(7180, { message: `The transaction ${txSig} does not say what service level ${level} was.` });
}

function checkSigner(request: ActivationRequest, { signer, signers }: Bought): void {
  const message = new TextEncoder().encode(activationMessage(request));
  if (isSignedBy(signer, message, request.walletSignature)) return;
  if (signers.some((other) => other !== signer && isSignedBy(other, message, request.walletSignature)))
    fail(7075, { message: `The transaction ${request.txSig} is a subscribe of another wallet, ${signer}.` });
  fail(7071, { message: `The wallet signature does not verify: not by ${signer} over this request.` });
}

function isSignedBy(wallet: string, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    checkSignature(message, signature, [base58.decode(wallet)]);
    return true;
  } catch {
    return false;
  }
}

const used = (txSig: string): never => fail(7074, { message: `The transaction ${txSig} has been activated already.` });
