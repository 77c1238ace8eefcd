import {
  fail,
  INVALID_API_TOKEN,
  INVALID_WALLET_SIGNATURE,
  LinesmanError,
  MALFORMED_RESPONSE,
  TOKEN_NOT_ACCEPTED,
} from '../error/index.js';
import { checkOptions, checkValue, type OptionRules, optional, required } from '../format/checkOptions.js';
import { I32_MAX, I32_MIN } from '../format/index.js';
import { BOOLEAN, BYTES, FUNCTION, NUMBER, NUMBERS, TEXT } from '../format/optionKinds.js';
import { DocumentNode } from '../proof/document.js';
import { bytesFromText } from '../proof/index.js';
import { activationMessage } from './activationMessage.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
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
   * Sign nothing that another service could use: one that does not take the message with its host in it is refused
   * (SERVICE_NOT_BOUND). Default false: the host is signed where the service takes it.
   */
  readonly bindService?: boolean;
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
};

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
    checkOptions('sessionToken', options, REQUEST_OPTIONS);
    return this.session.token(options.signal);
  }

  /**
   * Activates a subscription and returns its API token, which this client sends from now on; the service shows it
   * this once. When the answer is lost it is asked for again with a new session; asked for by the same wallet later, it
   * replaces the token of the transaction. Signs a message that names the service where that takes it
   * (`activationMessage`), and tries the token before it returns. Errors besides: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of what it is given, before anything is asked;
   * WALLET_SIGNATURE_INVALID to
   * TOO_MANY_LEAGUES, LEVEL_NOT_LOGGED, REPEATED_WITH_OTHER_LEAGUES, WALLET_BLOCKED or SERVICE_REFUSED with the reason
   * why not, INVALID_WALLET_SIGNATURE a signature that is not 64 bytes, MALFORMED_RESPONSE no token in the answer,
   * SERVICE_NOT_BOUND the service is not the one that is asked for or does not take the message that `bindService`
   * wants, TOKEN_NOT_ACCEPTED the token is none: then the one from before stays.
   *
   * @example
   * const token = await client.account.activate({ txSig, sign: (message) => wallet.sign(message), bindService: true });
   */
  async activate(activation: Activation): Promise<string> {
    checkOptions('activate', activation, ACTIVATION);
    const { txSig, leagues = [], sign, bindService = false, ...options } = activation;
    const host = await signedHost(this.session, bindService, options);
    const answer = await this.session.textOfNewSession({
      method: 'POST',
      path: '/api/token/activate',
      needs: 'session',
      bodyOf: async (jwt) => {
        const signature = await sign(activationMessage(txSig, leagues, jwt, host));
        checkValue('activate', 'signature of the wallet', signature, BYTES);
        if (signature.length !== 64) fail(INVALID_WALLET_SIGNATURE, { bytes: signature.length });
        return { txSig, walletSignature: btoa(String.fromCharCode(...signature)), leagues };
      },
      ...options,
    });
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
   * The host that `activate` would have the wallet sign; undefined: the service takes only the message without one.
   * Asked before something is paid, it says whether the activation would be refused for it. Errors besides:
   * SERVICE_NOT_BOUND, as `activate`.
   *
   * @example
   * await client.account.activationHost({ bindService: true }); // oracle.example
   */
  async activationHost(asked: Pick<Activation, 'bindService' | 'signal'> = {}): Promise<string | undefined> {
    checkOptions('activationHost', asked, HOST_QUESTION);
    const { bindService = false, ...options } = asked;
    return signedHost(this.session, bindService, options);
  }

  /**
   * What the wallet of the API token has bought, and until when.
   *
   * @example
   * const { periods, now } = await client.account.subscription();
   */
  async subscription(options: RequestOptions = {}): Promise<Subscription> {
    checkOptions('subscription', options, REQUEST_OPTIONS);
    const answer = new DocumentNode(await this.session.json({ path: '/api/subscription', ...options }), '$');
    return {
      wallet: answer.field('wallet').string(),
      now: answer.field('now').integer(0, Number.MAX_SAFE_INTEGER),
      periods: answer.field('periods').list().map(periodOf),
    };
  }

  /** Ends the API token of this client, and its streams: at every edge of the service within 5 s. The subscription stays. */
  async endToken(options: RequestOptions = {}): Promise<void> {
    checkOptions('endToken', options, REQUEST_OPTIONS);
    await this.session.text({
      method: 'DELETE',
      path: '/api/token',
      // Ended by the attempt whose answer was lost, it is refused.
      isDone: ({ number }) => number === INVALID_API_TOKEN,
      ...options,
    });
    this.session.useApiToken(undefined);
  }

  /**
   * A transaction that buys so many whole service tokens. Errors besides: INVALID_PARAMETERS, NO_STABLECOIN_ACCOUNT no
   * stablecoin account, BALANCE_TOO_LOW too little balance.
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

/** What a service says of a fixture that it does not have, once it has looked at the token. */
const NO_FIXTURE: readonly unknown[] = [400, 404];

/** One call with the new token, the cheapest that every service has. Errors: TOKEN_NOT_ACCEPTED it is refused. */
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
