import { randomUUID } from 'node:crypto';
import { fail, INVALID_SESSION } from '@linesman/sdk/error';
import { LeastRecent } from '@linesman/sdk/node';
import { jwtVerify, SignJWT } from 'jose';
import type { RealTime } from '../../clock/clock.js';
import type { SessionKeys } from './sessionKeys.js';

/** 30 days in seconds. */
export const SESSION_SECONDS = 2_592_000;
/** Maximum length of a token; longer texts are not parsed. */
const LONGEST = 2_048;

/** A guest session. */
export interface Session {
  /** Random; only identifies the session. */
  readonly subject: string;
  /** From this time on the token is refused. */
  readonly endsAt: RealTime;
  /** Time of issue. */
  readonly issuedAt: RealTime;
  /** The token as sent, because activations sign it. */
  readonly jwt: string;
}

export interface SessionTokensOptions {
  readonly keys: SessionKeys;
  readonly issuer: string;
  readonly audience: string;
  /** Real time, because holders compare a token's times with their own clocks. */
  now(): RealTime;
  /** Lifetime. Default 30 days. */
  readonly seconds?: number;
}

/** Maximum number of tokens with a cached signature check. */
const KEPT = 10_000;

/** A token with a valid signature. Times are checked on each use. */
interface Signed {
  readonly session: Session;
  readonly kid: string | undefined;
  /** Unix time, s. */
  readonly issuedAt: number;
}

/** Issues and verifies session tokens: Ed25519 only, with issuer, audience, expiry and key id. */
export class SessionTokens {
  private readonly signed = new LeastRecent<Signed>(KEPT);

  constructor(private readonly options: SessionTokensOptions) {}

  /** Starts a guest session and returns its token. */
  async start(): Promise<string> {
    const { keys, issuer, audience, now, seconds = SESSION_SECONDS } = this.options;
    const time = now();
    const issued = Math.floor(time / 1000);
    const { id, secret } = keys.signing;
    return new SignJWT({ role: 'Guest', iatMs: time })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: id })
      .setSubject(randomUUID())
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(secret);
  }

  /** Errors: INVALID_SESSION for any fault. A token expires at the second of `exp`. */
  async check(jwt: string): Promise<Session> {
    const { keys, issuer, audience, now, seconds = SESSION_SECONDS } = this.options;
    const time = now();
    const kept = this.signed.get(jwt);
    if (kept && this.stillHolds(kept, time)) return kept.session;
    try {
      if (jwt.length > LONGEST || !isCanonical(jwt)) throw new Error('too long, or not canonical');
      const { payload, protectedHeader } = await jwtVerify(
        jwt,
        ({ kid }) => {
          const key = keys.accepted(kid, time);
          if (!key) throw new Error('no such key');
          return key;
        },
        {
          // The algorithm is fixed, because a token must not select "none", or HMAC with the public key as its secret.
          algorithms: ['EdDSA'],
          typ: 'JWT',
          issuer,
          audience,
          // Also makes `iat` mandatory.
          maxTokenAge: seconds,
          currentDate: new Date(time),
        },
      );
      if (payload.role !== 'Guest' || !payload.sub || payload.exp === undefined)
        throw new Error('not a guest, or no expiry');
      const session = {
        subject: payload.sub,
        endsAt: payload.exp * 1000,
        issuedAt: issuedAtOf(payload),
        jwt,
      };
      // A token with `nbf` is not cached, because `stillHolds` ignores it; ours have none.
      if (payload.nbf === undefined && payload.iat !== undefined)
        this.signed.set(jwt, { session, kid: protectedHeader.kid, issuedAt: payload.iat });
      return session;
    } catch {
      // Does not reveal which check failed.
      return fail(INVALID_SESSION);
    }
  }

  /** Checks the conditions that may change after the signature check: the acceptance of the key, and the time. */
  private stillHolds({ session, kid, issuedAt }: Signed, time: number): boolean {
    const { keys, seconds = SESSION_SECONDS } = this.options;
    const age = Math.floor(time / 1000) - issuedAt;
    return keys.accepted(kid, time) !== undefined && time < session.endsAt && age >= 0 && age <= seconds;
  }

  /** Checks the token of an `Authorization` header: `Bearer`, one space, the token. */
  async checkHeader(header: string | undefined): Promise<Session> {
    const jwt = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
    return jwt === undefined ? fail(INVALID_SESSION) : this.check(jwt);
  }
}

/**
 * Whether every part is canonical Base64url. Otherwise the last character of a signature could be any of four, and a
 * token would have several texts in caches and limits.
 */
const isCanonical = (jwt: string): boolean =>
  jwt.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** In ms if the token has them; older tokens only have seconds. */
function issuedAtOf({ iat = 0, iatMs }: { readonly iat?: number; readonly iatMs?: unknown }): number {
  return typeof iatMs === 'number' && Math.floor(iatMs / 1000) === iat ? iatMs : iat * 1000;
}
