import { base64 } from '@scure/base';
import { fail } from '../error/index.js';
import { DocumentNode } from '../proof/document.js';
import { bytesFromText } from '../proof/index.js';
import type { RequestOptions } from './clientOptions.js';
import { type ServiceSession, tokenOf } from './serviceSession.js';

export interface Activation extends RequestOptions {
  /** Base58 signature of the confirmed `subscribe` transaction. */
  readonly txSig: string;
  /** League ids of a custom subscription; empty for any other. Default empty. */
  readonly leagues?: readonly number[];
  /** Detached Ed25519 signature (64 bytes) over the message, by the wallet that subscribed. Asked again when the session was renewed. */
  readonly sign: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;
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

/** What the wallet signs to activate a subscription: `<txSig>:<leagues, comma-separated>:<session token>`, UTF-8. */
export function activationMessage(txSig: string, leagues: readonly number[], jwt: string): Uint8Array {
  return new TextEncoder().encode(`${txSig}:${leagues.join(',')}:${jwt}`);
}

/** Session, subscription and keys. All reject with the errors of `ServiceSession.text`. */
export class AccountEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The session token that is in use; starts a guest session when there is none. */
  async sessionToken(options: RequestOptions = {}): Promise<string> {
    return this.session.token(options.signal);
  }

  /**
   * Activates a subscription and returns its API token, which this client sends from now on; the service shows it this once. Errors
   * besides: 7071 to 7082, 7180 or 7027 with the reason why not, 7015 a signature that is not 64 bytes, 7000 no token in the answer.
   */
  async activate({ txSig, leagues = [], sign, ...options }: Activation): Promise<string> {
    const answer = await this.session.text({
      method: 'POST',
      path: '/api/token/activate',
      needs: 'session',
      bodyOf: async (jwt) => {
        const signature = await sign(activationMessage(txSig, leagues, jwt));
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
    return token;
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
