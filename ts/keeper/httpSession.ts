import type { Timers } from '../client/index.js';
import { fail, LinesmanError } from '../error/index.js';
import { noProof } from './noProof.js';

/** How the service answered, for metrics. */
export type OnAnswer = (endpoint: string, status: number | 'unreachable') => void;

export interface HttpSessionOptions {
  /** Address of the service, without credentials; paths of the endpoints are appended. */
  readonly baseUrl: string;
  /** `X-Api-Token`; without it only the session token is sent. */
  readonly apiToken?: string;
  readonly timers: Timers;
  readonly onAnswer?: OnAnswer;
  /** Ends requests and waiting. */
  readonly signal?: AbortSignal;
  /** How often a request is sent before it counts as failed. Default 4. */
  readonly attempts?: number;
  /** ms for one answer. Default 15,000. */
  readonly timeout?: number;
}

/** An answer larger than this is none (a whole match has a few MB). */
const LARGEST = 64 * 1024 * 1024;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;
const GUEST = '/auth/guest/start';

interface Answer {
  readonly status: number;
  readonly retryAfter: number | null;
  readonly text: string;
}

/**
 * Requests to the service with both of its credentials: the guest session is started when it is needed and renewed once when it is
 * refused (401); answers 429 and 5xx and no answer are tried again, after `Retry-After` or a growing delay with jitter.
 */
export class HttpSession {
  private jwt: Promise<string> | undefined;
  private readonly base: string;

  /** Errors: 7015 an address that is none, or that carries credentials. */
  constructor(private readonly options: HttpSessionOptions) {
    const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : null;
    if (!url || !/^https?:$/.test(url.protocol))
      fail(7015, { message: `The service address "${options.baseUrl.slice(0, 100)}" is no http or https address.` });
    // It would end up in logs and error messages.
    if (url?.username || url?.password)
      fail(7015, { message: 'The service address carries a user name or a password.', hint: 'Leave them out.' });
    this.base = options.baseUrl.replace(/\/+$/, '');
  }

  /**
   * The body of a 200 answer. Errors: 7026 no answer, or 429 and 5xx to the end; 7025 (404) `NotPublished` or `NotFound`; 7027 any other
   * refusal.
   */
  async get(path: string): Promise<string> {
    const endpoint = endpointOf(path);
    let session = this.session();
    let answer = await this.patiently(endpoint, path, 'GET', await session);
    if (answer.status === 401) {
      // Whoever came first has renewed it already.
      if (this.jwt === session) this.jwt = undefined;
      session = this.session();
      answer = await this.patiently(endpoint, path, 'GET', await session);
    }
    return this.bodyOf(endpoint, answer);
  }

  private session(): Promise<string> {
    this.jwt ??= this.start().catch((error: unknown) => {
      this.jwt = undefined;
      throw error;
    });
    return this.jwt;
  }

  private async start(): Promise<string> {
    const text = this.bodyOf(GUEST, await this.patiently(GUEST, GUEST, 'POST', null));
    const token = tokenOf(text);
    // A header of anything else could be another header.
    if (!/^[\w.~+/=-]{1,8192}$/.test(token)) return fail(7000, { message: 'The answer holds no session token.' });
    return token;
  }

  private bodyOf(endpoint: string, { status, text, retryAfter }: Answer): string {
    if (status === 200) return text;
    const said = text.split('\n', 1)[0]?.slice(0, 200) ?? '';
    if (status === 404) {
      const pending = retryAfter !== null || /not published/i.test(said);
      throw noProof(pending ? 'NotPublished' : 'NotFound', `${endpoint} answers 404: ${said}`);
    }
    return fail(7027, { message: `${endpoint} answers ${status}: ${said}`, status });
  }

  /** Sends until there is an answer that is worth reading. */
  private async patiently(endpoint: string, path: string, method: string, jwt: string | null): Promise<Answer> {
    const { timers, attempts = 4, signal, onAnswer } = this.options;
    let why = '';
    for (let attempt = 1; ; attempt++) {
      let delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1)) * (0.5 + timers.random());
      try {
        const answer = await this.once(path, method, jwt);
        onAnswer?.(endpoint, answer.status);
        if (answer.status !== 429 && answer.status < 500) return answer;
        why = `answers ${answer.status}`;
        delay = Math.max(delay, Math.min(LONGEST_DELAY, answer.retryAfter ?? 0));
      } catch (error) {
        if (error instanceof LinesmanError) throw error;
        onAnswer?.(endpoint, 'unreachable');
        why = `gives no answer (${reasonText(error)})`;
      }
      if (attempt >= attempts || signal?.aborted)
        return fail(7026, { message: `${endpoint} ${why}, ${attempt} times.`, attempts: attempt });
      await timers.sleep(delay, signal);
    }
  }

  private async once(path: string, method: string, jwt: string | null): Promise<Answer> {
    const { apiToken, timeout = 15_000, signal } = this.options;
    const limit = AbortSignal.timeout(timeout);
    const response = await fetch(this.base + path, {
      method,
      headers: {
        accept: 'application/json, text/event-stream;q=0.9, text/plain;q=0.8',
        ...(jwt !== null && { authorization: `Bearer ${jwt}` }),
        ...(jwt !== null && apiToken !== undefined && { 'x-api-token': apiToken }),
      },
      // A redirect would take the tokens to another host.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return {
      status: response.status,
      retryAfter: retryAfterOf(response.headers.get('retry-after'), this.options.timers.now()),
      text: await textOf(response),
    };
  }
}

/** The path without query and numbers, so that metrics have few labels. */
const endpointOf = (path: string): string => (path.split('?', 1)[0] ?? '').replace(/\/-?\d+/g, '/{id}');

/** A bare token, or `{"token": …}`. */
function tokenOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    return String((value as { token?: unknown } | null)?.token ?? '');
  } catch {
    return text.trim();
  }
}

/** ms; the header is in seconds, or a date. */
function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body === null) return '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LARGEST) return fail(7000, { message: `The answer is larger than ${LARGEST / 1024 / 1024} MiB.` });
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonText(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}
