import { base64 } from '@scure/base';
import { fail, LinesmanError } from '../error/index.js';
import { I32_MAX, I32_MIN } from '../format/index.js';
import { DocumentNode } from '../proof/document.js';
import { bytesFromText } from '../proof/index.js';
import { activationMessage } from './activationMessage.js';
import type { RequestOptions } from './clientOptions.js';
import { type ServiceSession, tokenOf } from './serviceSession.js';
import { signedHost } from './signedHost.js';

export interface Activation extends RequestOptions {
  /** Base58 signature of the confirmed `subscribe` transaction. */
  readonly txSig: string;
  /** League ids of a custom subscription; empty for any other. Default empty. */
  readonly leagues?: readonly number[];
  /** Detached Ed25519 signature (64 bytes) over the message, by the wallet that subscribed. Asked again when the session was renewed. */
  readonly sign: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /**
   * Sign nothing that another service could use: one that does not take the message with its host in it is refused (7192). Default false:
   * the host is signed where the service takes it.
   */
  readonly bindService?: boolean;
}

/** A time for which the wallet has bought a level. Times are Unix times in ms. */
export interface SubscribedPeriod {
  readonly level: number;
  readonly from: number;
  readonly until: number;
  /** Seconds between odds of one line; 0: real time. */
  readonly samplingSeconds: number;
  /** 0 for all leagues; `null`: a selection. */
  readonly leagueBundle: number | null;
  /** Ids; `null`: all there are. */
  readonly leagues: readonly number[] | null;
  /** 0 for all markets. */
  readonly marketBundle: number;
  /** `SuperOddsType`; `null`: all there are. */
  readonly markets: readonly string[] | null;
}

/** What the wallet of an API token has bought. */
export interface Subscription {
  /** Base58. */
  readonly wallet: string;
  /** What the clock of the service shows, Unix time in ms. */
  readonly now: number;
  /** By level and start; those that are over are left out, those to come are there. */
  readonly periods: readonly SubscribedPeriod[];
}

export interface PurchaseQuote {
  /** Legacy transaction, signed by the service; the buyer signs and sends it. Read it before you sign. */
  readonly transactionBase64: string;
  /** Whole units of the stablecoin. */
  readonly baseStableCost: number;
  readonly feeStableAmount: number;
  readonly totalStableCharged: number;
}

export interface OracleKeyEntry {
  readonly status: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

function periodOf(period: DocumentNode): SubscribedPeriod {
  const count = (name: string): number => period.field(name).integer(0, Number.MAX_SAFE_INTEGER);
  const orNull = <T>(name: string, read: (node: DocumentNode) => T): T | null => {
    const node = period.field(name);
    return node.value === null ? null : read(node);
  };
  return {
    level: count('level'),
    from: count('from'),
    until: count('until'),
    samplingSeconds: count('samplingSeconds'),
    leagueBundle: orNull('leagueBundle', (node) => node.integer(I32_MIN, I32_MAX)),
    leagues: orNull('leagues', (node) => node.list().map((id) => id.integer(I32_MIN, I32_MAX))),
    marketBundle: period.field('marketBundle').integer(I32_MIN, I32_MAX),
    markets: orNull('markets', (node) => node.list().map((name) => name.string())),
  };
}

/** Session, subscription and keys. All reject with the errors of `ServiceSession.text`. */
export class AccountEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The session token that is in use; starts a guest session when there is none. */
  async sessionToken(options: RequestOptions = {}): Promise<string> {
    return this.session.token(options.signal);
  }

  /**
   * Activates a subscription and returns its API token, which this client sends from now on; the service shows it this once. When the
   * answer is lost it is asked for again with a new session; asked for by the same wallet later, it replaces the token of the transaction.
   * Signs a message that names the service where that takes it (`activationMessage`), and tries the token before it returns. Errors
   * besides: 7071 to 7082, 7180, 7190, 7191 or 7027 with the reason why not, 7015 a signature that is not 64 bytes, 7000 no token in
   * the answer, 7192 the service is not the one that is asked for or does not take the message that `bindService` wants, 7193 the token
   * is none.
   *
   * @example
   * const token = await client.account.activate({ txSig, sign: (message) => wallet.sign(message), bindService: true });
   */
  async activate({ txSig, leagues = [], sign, bindService = false, ...options }: Activation): Promise<string> {
    const host = await signedHost(this.session, bindService, options);
    const answer = await this.session.textOfNewSession({
      method: 'POST',
      path: '/api/token/activate',
      needs: 'session',
      bodyOf: async (jwt) => {
        const signature = await sign(activationMessage(txSig, leagues, jwt, host));
        if (signature.length !== 64)
          fail(7015, { message: `The signature of the wallet has ${signature.length} bytes, not 64.` });
        return { txSig, walletSignature: base64.encode(signature), leagues };
      },
      ...options,
    });
    const token = tokenOf(answer);
    if (!/^[\w.~+/=-]{1,8192}$/.test(token))
      return fail(7000, { message: 'The answer holds no API token.', path: '$' });
    this.session.useApiToken(token);
    await tryToken(this.session, options);
    return token;
  }

  /**
   * What the wallet of the API token has bought, and until when.
   *
   * @example
   * const { periods, now } = await client.account.subscription();
   */
  async subscription(options: RequestOptions = {}): Promise<Subscription> {
    const answer = new DocumentNode(await this.session.json({ path: '/api/subscription', ...options }), '$');
    return {
      wallet: answer.field('wallet').string(),
      now: answer.field('now').integer(0, Number.MAX_SAFE_INTEGER),
      periods: answer.field('periods').list().map(periodOf),
    };
  }

  /** Ends the API token of this client, and its streams: at every edge of the service within 5 s. The subscription stays. */
  async endToken(options: RequestOptions = {}): Promise<void> {
    await this.session.text({ method: 'DELETE', path: '/api/token', ...options });
    this.session.useApiToken(undefined);
  }

  /** A transaction that buys so many whole service tokens. Errors besides: 7062, 7084 no stablecoin account, 7085 too little balance. */
  async quote(buyerPubkey: string, serviceAmount: number, options: RequestOptions = {}): Promise<PurchaseQuote> {
    const body = { buyerPubkey, serviceAmount };
    const path = '/api/guest/purchase/quote';
    const answer = new DocumentNode(
      await this.session.json({ method: 'POST', path, needs: 'session', body, ...options }),
      '$',
    );
    // The second names are those of the reference deployment.
    const amount = (name: string, other: string): number => {
      const found = answer.find(name) ?? answer.field(other);
      const { value } = found;
      return typeof value === 'number' && value >= 0 ? value : found.wrong('an amount');
    };
    return {
      transactionBase64: answer.field('transactionBase64').string(),
      baseStableCost: amount('baseStableCost', 'baseUsdtCost'),
      feeStableAmount: amount('feeStableAmount', 'feeUsdtAmount'),
      totalStableCharged: amount('totalStableCharged', 'totalUsdtCharged'),
    };
  }

  /** Keys that sign version 4 answers, as the service says; trust comes from elsewhere. */
  async oracleKeys(options: RequestOptions = {}): Promise<OracleKeyEntry[]> {
    const path = '/.well-known/oracle-keys';
    const answer = new DocumentNode(await this.session.json({ path, needs: 'nothing', ...options }), '$');
    return answer
      .field('keys')
      .list()
      .map((key) => ({
        status: key.field('status').string(),
        publicKey: bytesFromText(key.field('base58').string(), 32, `${key.path}.base58`),
      }));
  }
}

/** One call with the new token, the cheapest that every service has. Errors: 7193 it is refused. */
async function tryToken(session: ServiceSession, options: RequestOptions): Promise<void> {
  try {
    await session.text({ path: '/api/odds/updates/0', ...options });
  } catch (error) {
    if (!(error instanceof LinesmanError) || error.context.status !== 403) throw error;
    fail(7193, {
      message: `The service refuses the API token that it has just given: ${error.message}`,
      cause: error,
    });
  }
}
