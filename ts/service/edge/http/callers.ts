import { INVALID_API_TOKEN, INVALID_SESSION, isError, LinesmanError } from '@linesman/sdk/error';
import type { FastifyRequest } from 'fastify';
import type { RealTime } from '../../clock/clock.js';
import type { Access } from '../auth/access.js';
import type { Auth } from '../auth/auth.js';
import type { Session } from '../auth/sessionTokens.js';
import { addressOf } from './address.js';
import { costOf, type Endpoint } from './endpoint.js';
import type { Sent } from './parameter.js';
import { RateLimit } from './rateLimit.js';

/** The sender of a request. */
export interface Caller {
  readonly session?: Session;
  readonly access?: Access;
  /** The API token's wallet, even if the token no longer grants access. */
  readonly wallet?: string;
}

/** Requests per second. */
export interface CallerLimits {
  readonly ofWallet: number;
  readonly ofAddress: number;
  /** Requests per second of an address to the public view. */
  readonly ofVisitor: number;
}

/** Bytes of a list that cost as much CPU time as a few small answers: 64 KiB take 5 ms. */
const BYTES = 1 << 16;

/** Authenticates callers and limits their rate. */
export class Callers {
  private readonly known = new WeakMap<FastifyRequest, Caller>();
  private readonly wallets: RateLimit;
  private readonly strangers: RateLimit;
  /**
   * The limit of the public view. It is separate, so that its readers do not use up the limit of callers who start a
   * session.
   */
  private readonly visitors: RateLimit;
  /** Limits wrong API tokens per session. */
  private readonly guesses: RateLimit;

  constructor(
    private readonly auth: Auth,
    { ofWallet, ofAddress, ofVisitor }: CallerLimits,
    now: () => RealTime,
  ) {
    this.wallets = new RateLimit(ofWallet, now);
    this.strangers = new RateLimit(ofAddress, now);
    this.visitors = new RateLimit(ofVisitor, now);
    this.guesses = new RateLimit(ofAddress, now);
  }

  /** The caller of an admitted request; empty before admission. */
  of(request: FastifyRequest): Caller {
    return this.known.get(request) ?? {};
  }

  /** Counts a request towards the limit of its address. Errors: TOO_MANY_REQUESTS. */
  takeStranger(request: FastifyRequest, cost?: number): void {
    this.strangers.take(addressOf(request.ip), cost);
  }

  /** The name by which an admitted caller is limited: its wallet, or its address. */
  nameOf(request: FastifyRequest): string {
    return this.of(request).wallet ?? addressOf(request.ip);
  }

  /**
   * Returns a function that charges an admitted caller for the bytes of its answer: nothing for the first `BYTES`,
   * which the request has paid for, then a request for each `BYTES`. Never refuses; the next request is.
   */
  chargeOf({ only }: Endpoint, request: FastifyRequest): (bytes: number) => void {
    const { wallet } = this.of(request);
    const limit = only === 'public' ? this.visitors : wallet === undefined ? this.strangers : this.wallets;
    const caller = this.nameOf(request);
    let written = 0;
    return (bytes) => {
      const paid = Math.floor(written / BYTES);
      written += bytes;
      const due = Math.floor(written / BYTES) - paid;
      if (due > 0) limit.charge(caller, due);
    };
  }

  /** Errors: INVALID_SESSION, INVALID_API_TOKEN, TOO_MANY_REQUESTS. */
  async admit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    if (endpoint.only === 'public')
      return this.visitors.take(addressOf(request.ip), costOf(endpoint, request.query as Sent));
    // Anyone can get a session, so without an API token the address counts.
    if (endpoint.needs === 'session' || (endpoint.needs !== 'nothing' && apiTokenOf(request) === undefined))
      this.strangers.check(addressOf(request.ip));
    const caller = await this.callerOf(endpoint, request).catch((error: unknown) => {
      if (error instanceof LinesmanError && (error.number === INVALID_SESSION || error.number === INVALID_API_TOKEN))
        this.takeStranger(request);
      throw error;
    });
    this.known.set(request, caller);
    const cost = costOf(endpoint, request.query as Sent);
    if (caller.wallet !== undefined) this.wallets.take(caller.wallet, cost);
    else this.takeStranger(request, cost);
  }

  /**
   * A caller with an API token is checked even if the address is at its limit, because others behind a proxy or a
   * shared address may have used up the limit. Verifying a session costs no more than the rest of the request, but
   * looking up a token takes a query. So a session from an address at its limit may try only as many wrong tokens as an
   * address.
   */
  private async callerOf({ needs }: Endpoint, request: FastifyRequest): Promise<Caller> {
    if (needs === 'nothing') return {};
    const { auth, guesses } = this;
    const session = await auth.session(request.headers.authorization);
    if (needs === 'session') return { session };
    if (this.strangers.isAtLimit(addressOf(request.ip))) guesses.check(session.subject);
    try {
      if (needs === 'holder') return { session, wallet: await auth.holder(apiTokenOf(request)) };
      const access = await auth.access(apiTokenOf(request));
      return { session, access, wallet: access.wallet };
    } catch (error) {
      if (isError(error, INVALID_API_TOKEN)) guesses.count(session.subject);
      throw error;
    }
  }
}

function apiTokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-api-token'];
  return typeof token === 'string' ? token : undefined;
}
