import type { FastifyRequest } from 'fastify';
import { INVALID_API_TOKEN, INVALID_SESSION, isError, LinesmanError } from 'linesman/error';
import type { Access, Auth, Session } from '../auth/index.js';
import type { RealTime } from '../clock/index.js';
import { addressOf } from './addressOf.js';
import { costOf, type Endpoint } from './endpoint.js';
import type { Sent } from './parameter.js';
import { RateLimit } from './rateLimit.js';

/** Who asks. */
export interface Caller {
  readonly session?: Session;
  readonly access?: Access;
  /** Whose the API token is, also when it grants nothing any more. */
  readonly wallet?: string;
}

/** Requests a second. */
export interface CallerLimits {
  readonly ofWallet: number;
  readonly ofAddress: number;
}

/** Finds out who asks, and how often they do. */
export class Callers {
  private readonly known = new WeakMap<FastifyRequest, Caller>();
  private readonly wallets: RateLimit;
  private readonly strangers: RateLimit;
  /** Wrong API tokens, by session. */
  private readonly guesses: RateLimit;

  constructor(
    private readonly auth: Auth,
    { ofWallet, ofAddress }: CallerLimits,
    now: () => RealTime,
  ) {
    this.wallets = new RateLimit(ofWallet, now);
    this.strangers = new RateLimit(ofAddress, now);
    this.guesses = new RateLimit(ofAddress, now);
  }

  /** Whose a request is that was admitted; before that, nobody's. */
  of(request: FastifyRequest): Caller {
    return this.known.get(request) ?? {};
  }

  /** Counts a request for its address. Errors: TOO_MANY_REQUESTS. */
  takeStranger(request: FastifyRequest): void {
    this.strangers.take(addressOf(request.ip));
  }

  /** Errors: INVALID_SESSION, INVALID_API_TOKEN, TOO_MANY_REQUESTS. */
  async admit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    // Anybody can have a session, so without an API token it is the address that counts.
    if (endpoint.needs === 'session' || (endpoint.needs !== 'nothing' && apiTokenOf(request) === undefined))
      this.strangers.check(addressOf(request.ip));
    const caller = await this.callerOf(endpoint, request).catch((error: unknown) => {
      if (error instanceof LinesmanError && (error.number === INVALID_SESSION || error.number === INVALID_API_TOKEN))
        this.takeStranger(request);
      throw error;
    });
    this.known.set(request, caller);
    if (caller.wallet !== undefined) this.wallets.take(caller.wallet, costOf(endpoint, request.query as Sent));
    else this.takeStranger(request);
  }

  /**
   * Whoever brings an API token is looked at also when the address is at its limit, for behind a proxy or in one house others may be to blame. The
   * signature of a session costs no more than the rest of the request. A look for the token is a query: the session that an address at its limit
   * brings may make as many wrong ones as an address.
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
