import { TOKEN_NOT_ACCEPTED } from '../error/codes/access.js';
import { INVALID_API_TOKEN, TRANSACTION_UNKNOWN } from '../error/codes/api.js';
import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { INVALID_WALLET_SIGNATURE } from '../error/codes/service.js';
import { fail, isError, LinesmanError } from '../error/linesmanError.js';
import { checkOptions, checkValue, type OptionRules, optional, required } from '../format/checkOptions.js';
import { U16_MAX } from '../format/integer.js';
import { BOOLEAN, BYTES, FUNCTION, integerOf, NUMBER, NUMBERS, TEXT } from '../format/optionKinds.js';
import { bytesFromText } from '../proof/byteText.js';
import { DocumentNode } from '../proof/document.js';
import { activationMessage } from './activationMessage.js';
import {
  AMOUNT,
  I32,
  INTEGER,
  list,
  natural,
  object,
  orNull,
  readAnswer,
  STRING,
  since,
  TIME,
  WALLET,
} from './answerPart.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import { type ServiceRequest, type ServiceSession, tokenOf } from './serviceSession.js';
import { signedHost } from './signedHost.js';

export interface Activation extends RequestOptions {
  /** Base58 signature of the confirmed `subscribe` transaction. */
  readonly txSig: string;
  /** League ids of a custom subscription; empty for any other. Default empty. */
  readonly leagues?: readonly number[];
  /**
   * Returns the wallet's detached Ed25519 signature (64 bytes) over the message. Called once, and again only if the
   * session is renewed.
   */
  readonly sign: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /**
   * Refuses a service that does not accept a message with its host (SERVICE_NOT_BOUND), so that no other service can
   * use the signature. Default false: the host is signed if the service accepts it.
   */
  readonly bindService?: boolean;
  /**
   * ms during which the request is repeated, with the same signature, while the service's chain does not know the
   * transaction. The service's node may lag behind the node that received the transaction. Default 0.
   */
  readonly patience?: number;
}

const HOST_QUESTION: OptionRules<Pick<Activation, 'bindService' | 'signal'>> = {
  ...REQUEST_OPTIONS,
  bindService: optional(BOOLEAN),
};
const ACTIVATION: OptionRules<Activation> = {
  ...REQUEST_OPTIONS,
  txSig: required(TEXT),
  leagues: optional(NUMBERS),
  sign: required(FUNCTION),
  bindService: optional(BOOLEAN),
  patience: optional(integerOf(0)),
};

/** ms between two requests about a transaction that is not known yet. */
const UNKNOWN_PAUSE = 500;

/** A period for which the wallet has bought a service level. Times are Unix ms. */
export interface SubscribedPeriod {
  readonly level: number;
  readonly from: number;
  readonly until: number;
  /** Seconds between odds of one line; 0 for real time. */
  readonly samplingSeconds: number;
  /** 0 for all leagues; `null` for a selection. */
  readonly leagueBundle: number | null;
  /** League ids; `null` for all. */
  readonly leagues: readonly number[] | null;
  /** 0 for all markets. */
  readonly marketBundle: number;
  /** `SuperOddsType` values; `null` for all. */
  readonly markets: readonly string[] | null;
}

/** The periods that the wallet of an API token has bought. */
export interface Subscription {
  /** Base58. */
  readonly wallet: string;
  /** The service's clock, Unix ms. */
  readonly now: number;
  /** Names of the leagues in `periods`; empty if the service does not state them. */
  readonly leagueNames: readonly { readonly id: number; readonly name: string }[];
  /** Sorted by level and start: current and future ones, and the last one of a level that has ended. */
  readonly periods: readonly SubscribedPeriod[];
}

export interface PurchaseQuote {
  /**
   * Legacy transaction signed by the service, for the buyer to sign and send. Check it first:
   * `checkPurchaseTransaction`.
   */
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

export const SUBSCRIPTION = object('Subscription', {
  wallet: WALLET,
  now: TIME,
  leagueNames: since(list(object('LeagueName', { id: I32, name: STRING })), []),
  periods: list(
    object('SubscriptionPeriod', {
      level: natural(U16_MAX),
      from: TIME,
      until: TIME,
      samplingSeconds: natural(),
      leagueBundle: orNull(INTEGER),
      leagues: orNull(list(INTEGER)),
      marketBundle: INTEGER,
      markets: orNull(list(STRING)),
    }),
  ),
});

/** Session, subscription and keys. Every method rejects with the errors of `ServiceSession.text`. */
export class AccountEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** Returns the session token in use. Starts a guest session if there is none. */
  async sessionToken(options: RequestOptions = {}): Promise<string> {
    checkOptions('sessionToken', options, REQUEST_OPTIONS);
    return this.session.token(options.signal);
  }

  /**
   * Activates a subscription and returns its API token, which this client sends from now on. The service shows the
   * token only once; a later activation by the same wallet replaces it. If a response is lost, the client asks again
   * with a new session. The signed message names the service if the service accepts that (`activationMessage`). The
   * client tries the token before it returns.
   *
   * Errors, besides those of every request: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION, before anything is sent;
   * WALLET_SIGNATURE_INVALID to TOO_MANY_LEAGUES, LEVEL_NOT_LOGGED, REPEATED_WITH_OTHER_LEAGUES, WALLET_BLOCKED or
   * SERVICE_REFUSED if the service refuses; INVALID_WALLET_SIGNATURE unless `sign` returns 64 bytes; MALFORMED_RESPONSE
   * for a response without a token; SERVICE_NOT_BOUND if the service has another host, or does not accept a host that
   * `bindService` requires; TOKEN_NOT_ACCEPTED if the new token does not work, in which case the old one stays in use.
   *
   * @example
   * ```ts
   * const token = await client.account.activate({ txSig, sign: (message) => wallet.sign(message), bindService: true });
   * ```
   */
  async activate(activation: Activation): Promise<string> {
    checkOptions('activate', activation, ACTIVATION);
    const { txSig, leagues = [], sign, bindService = false, patience = 0, ...options } = activation;
    const host = await signedHost(this.session, bindService, options);
    // The wallet may ask its owner each time, so it signs only once per session.
    let given: { readonly jwt: string; readonly body: object } | undefined;
    const request: ServiceRequest = {
      method: 'POST',
      path: '/api/token/activate',
      needs: 'session',
      bodyOf: async (jwt) => {
        if (given?.jwt === jwt) return given.body;
        const signature = await sign(activationMessage(txSig, leagues, jwt, host));
        checkValue('activate', 'signature of the wallet', signature, BYTES);
        if (signature.length !== 64) fail(INVALID_WALLET_SIGNATURE, { bytes: signature.length });
        const body = { txSig, walletSignature: btoa(String.fromCharCode(...signature)), leagues };
        given = { jwt, body };
        return body;
      },
      ...options,
    };
    const answer = await whileUnknown(
      patience,
      () => this.session.textOfNewSession(request),
      () => this.session.pause(UNKNOWN_PAUSE, options.signal),
    );
    const token = tokenOf(answer);
    if (!/^[\w.~+/=-]{1,8192}$/.test(token))
      return fail(MALFORMED_RESPONSE, { problem: 'no token', token: 'API token', path: '$' });
    const before = this.session.useApiToken(token);
    await tryToken(this.session, options).catch((error: unknown) => {
      if (error instanceof LinesmanError && error.number === TOKEN_NOT_ACCEPTED) this.session.useApiToken(before);
      throw error;
    });
    return token;
  }

  /**
   * Returns the host that `activate` would have the wallet sign; undefined if the service accepts only the message
   * without one. Call it before paying, to learn whether the activation would fail. Errors, besides those of every
   * request: SERVICE_NOT_BOUND, as in `activate`.
   *
   * @example
   * ```ts
   * await client.account.activationHost({ bindService: true }); // 'oracle.example'
   * ```
   */
  async activationHost(asked: Pick<Activation, 'bindService' | 'signal'> = {}): Promise<string | undefined> {
    checkOptions('activationHost', asked, HOST_QUESTION);
    const { bindService = false, ...options } = asked;
    return signedHost(this.session, bindService, options);
  }

  /**
   * Returns the periods that the wallet of the API token has bought, also after the end of its subscription.
   *
   * @example
   * ```ts
   * const { periods, now } = await client.account.subscription();
   * ```
   */
  async subscription(options: RequestOptions = {}): Promise<Subscription> {
    checkOptions('subscription', options, REQUEST_OPTIONS);
    return readAnswer(SUBSCRIPTION, await this.session.json({ path: '/api/subscription', ...options }));
  }

  /** Revokes the API token of this client and closes its streams, everywhere within 5 s. The subscription stays. */
  async endToken(options: RequestOptions = {}): Promise<void> {
    checkOptions('endToken', options, REQUEST_OPTIONS);
    await this.session.text({
      method: 'DELETE',
      path: '/api/token',
      // A refusal after a lost response means that the earlier attempt revoked the token.
      isDone: ({ number }) => number === INVALID_API_TOKEN,
      ...options,
    });
    this.session.useApiToken(undefined);
  }

  /**
   * Requests a transaction that buys `serviceAmount` whole service tokens. Errors, besides those of every request:
   * INVALID_PARAMETERS, NO_STABLECOIN_ACCOUNT, BALANCE_TOO_LOW.
   */
  async quote(buyerPubkey: string, serviceAmount: number, options: RequestOptions = {}): Promise<PurchaseQuote> {
    checkValue('quote', 'buyerPubkey', buyerPubkey, TEXT);
    checkValue('quote', 'serviceAmount', serviceAmount, NUMBER);
    checkOptions('quote', options, REQUEST_OPTIONS);
    const body = { buyerPubkey, serviceAmount };
    const path = '/api/guest/purchase/quote';
    const answer = new DocumentNode(
      await this.session.json({ method: 'POST', path, needs: 'session', body, ...options }),
      '$',
    );
    // The reference deployment uses the second names.
    const amount = (name: string, other: string): number => AMOUNT.read(answer.find(name) ?? answer.field(other));
    return {
      transactionBase64: answer.field('transactionBase64').string(),
      baseStableCost: amount('baseStableCost', 'baseUsdtCost'),
      feeStableAmount: amount('feeStableAmount', 'feeUsdtAmount'),
      totalStableCharged: amount('totalStableCharged', 'totalUsdtCharged'),
    };
  }

  /** Lists the keys that the service claims to sign version 4 answers with. Do not trust them for that reason alone. */
  async oracleKeys(options: RequestOptions = {}): Promise<OracleKeyEntry[]> {
    checkOptions('oracleKeys', options, REQUEST_OPTIONS);
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

/** Asks again while the chain of the service does not know the transaction. */
async function whileUnknown<T>(patience: number, ask: () => Promise<T>, pause: () => Promise<void>): Promise<T> {
  for (let waited = 0; ; waited += UNKNOWN_PAUSE) {
    try {
      return await ask();
    } catch (error) {
      if (!isError(error, TRANSACTION_UNKNOWN) || waited >= patience) throw error;
      await pause();
    }
  }
}

/** Responses about an unknown fixture. A service sends them only after accepting the token. */
const NO_FIXTURE: readonly unknown[] = [400, 404];

/** Tries the new token on the cheapest endpoint that every service has. Errors: TOKEN_NOT_ACCEPTED. */
async function tryToken(session: ServiceSession, options: RequestOptions): Promise<void> {
  try {
    await session.text({ path: '/api/odds/updates/0', ...options });
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    const { status } = error.context;
    if (NO_FIXTURE.includes(status)) return;
    if (status !== 403) throw error;
    fail(TOKEN_NOT_ACCEPTED, { answer: error.message }, { cause: error });
  }
}
