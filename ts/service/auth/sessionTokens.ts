import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { fail, INVALID_SESSION } from 'linesman/error';
import { LeastRecent } from 'linesman/node';
import type { RealTime } from '../clock/index.js';
import type { SessionKeys } from './sessionKeys.js';

/** 30 days in seconds. */
export const SESSION_SECONDS = 2_592_000;
/** Nobody's token is longer; longer ones are not even parsed. */
const LONGEST = 2_048;

/** A guest session. */
export interface Session {
  /** Random; tells sessions apart and nothing else. */
  readonly subject: string;
  /** From then on the token is refused. */
  readonly endsAt: RealTime;
  /** When it was issued. */
  readonly issuedAt: RealTime;
  /** The token as it was sent: an activation signs it. */
  readonly jwt: string;
}

export interface SessionTokensOptions {
  readonly keys: SessionKeys;
  readonly issuer: string;
  readonly audience: string;
  /** Whoever holds a token compares its times with a clock of his own. */
  now(): RealTime;
  /** Default 30 days. */
  readonly seconds?: number;
}

/** Tokens whose signature is kept as good. */
const KEPT = 10_000;

/** A token whose signature was good; what time decides is asked each time. */
interface Signed {
  readonly session: Session;
  readonly kid: string | undefined;
  /** Unix time, s. */
  readonly issuedAt: number;
}

/** Issues and checks session tokens: Ed25519 only, with issuer, audience, end and key id. */
export class SessionTokens {
  private readonly signed = new LeastRecent<Signed>(KEPT);

  constructor(private readonly options: SessionTokensOptions) {}

  /** A new guest session. */
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

  /** Errors: INVALID_SESSION, whatever is wrong; the second of `exp` is already too late. */
  async check(jwt: string): Promise<Session> {
    const { keys, issuer, audience, now, seconds = SESSION_SECONDS } = this.options;
    const time = now();
    const kept = this.signed.get(jwt);
    if (kept && this.stillHolds(kept, time)) return kept.session;
    try {
      if (jwt.length > LONGEST || !isCanonical(jwt)) throw new Error('too long, or with another spelling');
      const { payload, protectedHeader } = await jwtVerify(
        jwt,
        ({ kid }) => {
          const key = keys.accepted(kid, time);
          if (!key) throw new Error('no such key');
          return key;
        },
        {
          // Pinned: a token may not choose "none", or HMAC with the public key as its secret.
          algorithms: ['EdDSA'],
          typ: 'JWT',
          issuer,
          audience,
          // Also says that `iat` must be there.
          maxTokenAge: seconds,
          currentDate: new Date(time),
        },
      );
      if (payload.role !== 'Guest' || !payload.sub || payload.exp === undefined) throw new Error('no guest, or no end');
      const session = {
        subject: payload.sub,
        endsAt: payload.exp * 1000,
        issuedAt: issuedAtOf(payload),
        jwt,
      };
      // One that begins later holds not yet at an earlier time, which is not asked below; ours have no beginning.
      if (payload.nbf === undefined && payload.iat !== undefined)
        this.signed.set(jwt, { session, kid: protectedHeader.kid, issuedAt: payload.iat });
      return session;
    } catch {
      // Which check failed is nobody's business.
      return fail(INVALID_SESSION);
    }
  }

  /** What else than the signature decides: its key may be accepted no more, and its time be over. */
  private stillHolds({ session, kid, issuedAt }: Signed, time: number): boolean {
    const { keys, seconds = SESSION_SECONDS } = this.options;
    const age = Math.floor(time / 1000) - issuedAt;
    return keys.accepted(kid, time) !== undefined && time < session.endsAt && age >= 0 && age <= seconds;
  }

  /** The same from an `Authorization` header: `Bearer`, one space, the token. */
  async checkHeader(header: string | undefined): Promise<Session> {
    const jwt = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
    return jwt === undefined ? fail(INVALID_SESSION) : this.check(jwt);
  }
}

/**
 * Whether each part is Base64url as it is written: without this the last character of the signature could be one of four, and what
 * is compared or counted by the text of a token would have as many names.
 */
const isCanonical = (jwt: string): boolean =>
  jwt.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** To the millisecond where the token says so; those from before it did say the second. */
function issuedAtOf({ iat = 0, iatMs }: { readonly iat?: number; readonly iatMs?: unknown }): number {
  return typeof iatMs === 'number' && Math.floor(iatMs / 1000) === iat ? iatMs : iat * 1000;
}
