import { REQUEST_ABORTED, TRANSACTION_USED } from '../error/codes/api.js';
import { MALFORMED_RESPONSE, SERVICE_UNAVAILABLE } from '../error/codes/library.js';
import { API_TOKEN_NEEDED, INVALID_SERVICE_ADDRESS, UNSENDABLE_TOKEN } from '../error/codes/service.js';
import { errorOf, fail, isError, LinesmanError } from '../error/linesmanError.js';
import { checkOptions } from '../format/checkOptions.js';
import { readDocument } from '../proof/readDocument.js';
import { AnswerWait } from './answerWait.js';
import { CLIENT_OPTIONS, type ClientOptions } from './clientOptions.js';
import { jsonOf, RecordListParser, type RecordReader, recordsOfText } from './recordList.js';
import { refusalOf } from './refusal.js';
import { ATTEMPTS, FIRST_DELAY, retryAfterOf, retryDelay } from './retryDelay.js';
import { systemTimers, type Timers } from './timers.js';

export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Appended to the base URL; encoded, without query. */
  readonly path: string;
  /** Query parameters. Undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Credentials to send; `token` means both. Default `token`. */
  readonly needs?: 'nothing' | 'session' | 'token';
  /** Replaces `body`; called for each session. */
  readonly bodyOf?: (jwt: string) => object | Promise<object>;
  /** Whether a refusal shows that an earlier attempt, whose response was lost, succeeded. The result is then empty. */
  readonly isDone?: (refusal: LinesmanError) => boolean;
  readonly signal?: AbortSignal;
}

/** Maximum bytes of a response that is read whole, decompressed. A whole match has a few MB. */
const LARGEST = 64 * 1024 * 1024;
/** The same of one that is read in pages: a slot of a million records has 600 MB. */
const LARGEST_LIST = 1024 * 1024 * 1024;
const GUEST: ServiceRequest = { method: 'POST', path: '/auth/guest/start', needs: 'nothing' };
/** Other characters could inject a header, and engines quote the value in their error. */
const TOKEN = /^[\w.~+/=-]{1,8192}$/;
const ACCEPT = 'application/json, application/problem+json, text/event-stream;q=0.9, text/plain;q=0.8';

/**
 * Sends requests with both credentials. Starts a guest session when first needed, shared by concurrent requests, and
 * renews it once after a 401. Retries 408, 429, 5xx and lost responses after `Retry-After` (at most 30 s) or an
 * exponential delay with jitter. Error messages never contain a token.
 */
export class ServiceSession {
  readonly timers: Required<Timers>;
  private jwt: Promise<string> | undefined;
  private readonly secrets = new Set<string>();
  private readonly base: string;
  private apiToken: string | undefined;

  /** Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; INVALID_SERVICE_ADDRESS; UNSENDABLE_TOKEN. */
  constructor(readonly options: ClientOptions) {
    checkOptions('createClient', options, CLIENT_OPTIONS);
    this.base = baseOf(options.baseUrl);
    this.timers = { ...systemTimers, ...bound(options.timers) };
    if (options.apiToken !== undefined) this.useApiToken(options.apiToken);
    if (options.jwt !== undefined) this.jwt = Promise.resolve(this.secret(options.jwt, 'session token'));
  }

  /** Sends this API token, or none, from now on and returns the previous one. Errors: UNSENDABLE_TOKEN. */
  useApiToken(token: string | undefined): string | undefined {
    const before = this.apiToken;
    this.apiToken = token === undefined ? undefined : this.secret(token, 'API token');
    return before;
  }

  /** Returns the session token. Starts a guest session if there is none. Errors: as `text`. */
  async token(signal?: AbortSignal): Promise<string> {
    return this.untilAborted(this.session(), signal);
  }

  /**
   * Returns the body of a successful response. Errors: SERVICE_UNAVAILABLE if every attempt fails; REQUEST_ABORTED;
   * API_TOKEN_NEEDED; that of a refusal (`refusalOf`).
   */
  async text(request: ServiceRequest): Promise<string> {
    let isLost = false;
    return this.authorised(request, (jwt) =>
      this.patiently(request, () =>
        this.answer(request, jwt).catch((error: unknown) => {
          if (!(error instanceof LinesmanError)) throw error;
          if (isLost && request.isDone?.(error)) return '';
          isLost ||= error.context.status !== 401 && error.context.status !== 429;
          throw error;
        }),
      ),
    );
  }

  /**
   * Like `text`, for requests that a service carries out once per session. Retries with a new session after a lost
   * response, because the request may have been carried out, and after a first TRANSACTION_USED.
   */
  async textOfNewSession(request: ServiceRequest): Promise<string> {
    const { attempts = ATTEMPTS } = this.options;
    let isLost = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.authorised(request, (jwt) => this.answer(request, jwt));
      } catch (error) {
        const isUsed = isError(error, TRANSACTION_USED);
        // May be refused even with a new session, because the clocks of the service's API servers differ slightly.
        const delay = isUsed && (attempt === 1 || isLost) ? FIRST_DELAY * attempt : this.delayAfter(error, attempt);
        if (delay === null) throw error;
        if (attempt >= attempts) throw isUsed ? error : this.exhausted(error as LinesmanError, attempt);
        isLost ||= !isUsed && (error as LinesmanError).context.status !== 429;
        await this.pause(delay, request.signal);
        if (isUsed || isLost) this.jwt = undefined;
      }
    }
  }

  /** `URL.host` of the service. */
  get host(): string {
    return new URL(this.base).host;
  }

  /** Like `text`, parsed as JSON. Errors besides: MALFORMED_RESPONSE, REPEATED_KEY. */
  async json(request: ServiceRequest): Promise<unknown> {
    return jsonOf(endpointOf(request.path), await this.text(request));
  }

  /**
   * Like `text`, read as a list of records. Errors besides: MALFORMED_RESPONSE; those of `read`.
   *
   * @param mayBeBlank For endpoints that write event-stream text, which is empty without records.
   */
  async list<R>(request: ServiceRequest, read: RecordReader<R>, mayBeBlank = false): Promise<R[]> {
    const text = await this.text(request);
    return mayBeBlank && text.trim() === '' ? [] : recordsOfText(endpointOf(request.path), text, read);
  }

  /**
   * Returns a successful response with an unread body. Does not retry, except to renew the session. Errors: as `text`.
   */
  async open(request: ServiceRequest): Promise<Response> {
    return this.authorised(request, async (jwt) => {
      const { response, wait } = await this.send(request, jwt);
      wait.end();
      return response;
    });
  }

  /** Delay in ms after `attempt` failed attempts; null if the error is permanent. */
  delayAfter(error: unknown, attempt: number): number | null {
    if (!isTransient(error)) return null;
    const { retryAfter } = error.context;
    return retryDelay(attempt, typeof retryAfter === 'number' ? retryAfter : null, this.timers.random());
  }

  /** Waits. Errors: REQUEST_ABORTED, by this signal or the client's. */
  async pause(ms: number, signal?: AbortSignal): Promise<void> {
    const both = this.signalOf(signal);
    await this.timers.sleep(ms, both);
    checkAborted(both);
  }

  /** Combines a request's signal with the client's. */
  signalOf(signal: AbortSignal | undefined): AbortSignal {
    return AbortSignal.any([signal, this.options.signal].filter((one) => one !== undefined));
  }

  /**
   * Like `list`, but yields the records as they arrive, so that only a part of a long list is in memory. Retries until
   * the answer begins; a list that breaks off afterwards is SERVICE_UNAVAILABLE. Leaving the loop ends the request.
   */
  async *pages<R>(request: ServiceRequest, read: RecordReader<R>): AsyncGenerator<R[], void, undefined> {
    const parser = new RecordListParser(endpointOf(request.path), read);
    const { response, wait } = await this.authorised(request, (jwt) =>
      this.patiently(request, () => this.send(request, jwt)),
    );
    try {
      for await (const piece of piecesOf(response, wait, LARGEST_LIST)) {
        const records = parser.push(piece);
        if (records.length > 0) yield records;
      }
      const last = parser.end();
      if (last.length > 0) yield last;
    } catch (error) {
      throw this.noAnswer(request, error);
    } finally {
      wait.end();
    }
  }

  private async authorised<T>(request: ServiceRequest, send: (jwt: string | null) => Promise<T>): Promise<T> {
    const { needs = 'token', signal } = request;
    const { requiresApiToken = true } = this.options;
    if (needs === 'token' && this.apiToken === undefined && requiresApiToken)
      fail(API_TOKEN_NEEDED, { endpoint: endpointOf(request.path) });
    if (needs === 'nothing') return send(null);
    const session = this.session();
    try {
      return await send(await this.untilAborted(session, signal));
    } catch (error) {
      if (!(error instanceof LinesmanError) || error.context.status !== 401) throw error;
    }
    // A concurrent request may have renewed it already.
    if (this.jwt === session) this.jwt = undefined;
    return send(await this.untilAborted(this.session(), signal));
  }

  /** Makes one attempt. */
  private async answer(request: ServiceRequest, jwt: string | null): Promise<string> {
    const { response, wait } = await this.send(request, jwt);
    try {
      return await textOf(response, true, wait);
    } catch (error) {
      throw this.noAnswer(request, error);
    } finally {
      wait.end();
    }
  }

  private session(): Promise<string> {
    if (this.jwt === undefined) {
      const started: Promise<string> = this.start().catch((error: unknown) => {
        if (this.jwt === started) this.jwt = undefined;
        throw error;
      });
      this.jwt = started;
    }
    return this.jwt;
  }

  private async start(): Promise<string> {
    const token = tokenOf(await this.text(GUEST));
    if (!TOKEN.test(token))
      return fail(MALFORMED_RESPONSE, { problem: 'no token', token: 'session token', path: '$.token' });
    return this.secret(token, 'session token');
  }

  private secret(token: string, what: 'API token' | 'session token'): string {
    if (!TOKEN.test(token)) fail(UNSENDABLE_TOKEN, { what });
    this.secrets.add(token);
    return token;
  }

  private async patiently<T>(request: ServiceRequest, once: () => Promise<T>): Promise<T> {
    const { attempts = ATTEMPTS } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await once();
      } catch (error) {
        const delay = this.delayAfter(error, attempt);
        if (delay === null) throw error;
        if (attempt >= attempts) throw this.exhausted(error as LinesmanError, attempt);
        await this.pause(delay, request.signal);
      }
    }
  }

  /** Makes the error after the last attempt: a rate limit stays one, anything else is SERVICE_UNAVAILABLE. */
  private exhausted(error: LinesmanError, attempts: number): LinesmanError {
    if (error.context.status === 429) return error;
    const { message: last, hint: advice, number: code, context } = error;
    return errorOf(SERVICE_UNAVAILABLE, { ...context, problem: 'attempts', last, advice, code, attempts });
  }

  /** Sends once. Any status but 200 and 204 is an error. End `wait` after reading the body. */
  private async send(request: ServiceRequest, jwt: string | null) {
    const { method = 'GET', path, query = {}, needs = 'token', bodyOf } = request;
    const { timeout = 15_000, wire, onAnswer, fetch: send = fetch } = this.options;
    const endpoint = endpointOf(path);
    const outer = this.signalOf(request.signal);
    checkAborted(outer);
    const body = bodyOf ? await bodyOf(jwt ?? '') : request.body;
    const wait = new AnswerWait(outer, this.timers, timeout);
    wait.begin();
    try {
      const response = await send(
        this.base + path + queryOf({ ...query, wire: needs === 'token' ? wire : undefined }),
        {
          method,
          headers: {
            accept: ACCEPT,
            ...request.headers,
            ...(body && { 'content-type': 'application/json' }),
            ...(jwt !== null && { authorization: `Bearer ${jwt}` }),
            ...(needs === 'token' && this.apiToken !== undefined && { 'x-api-token': this.apiToken }),
          },
          ...(body && { body: JSON.stringify(body) }),
          // A redirect would send the tokens to another host.
          redirect: 'error',
          credentials: 'omit',
          cache: 'no-store',
          signal: wait.signal,
        },
      );
      wait.pause();
      onAnswer?.(endpoint, response.status);
      if (response.status === 200 || response.status === 204) return { response, wait };
      const answer = {
        endpoint,
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        retryAfter: retryAfterOf(response, this.timers.now()),
        text: await textOf(response, false, wait),
      };
      throw refusalOf(answer, (text) => this.withoutSecrets(text));
    } catch (error) {
      wait.end();
      throw this.noAnswer(request, error);
    }
  }

  /** Converts a network failure. Our own errors stay unchanged. */
  private noAnswer(request: ServiceRequest, error: unknown): LinesmanError {
    if (error instanceof LinesmanError) return error;
    if (this.signalOf(request.signal).aborted) return aborted();
    const endpoint = endpointOf(request.path);
    this.options.onAnswer?.(endpoint, 'unreachable');
    // The error has no cause, because engines include headers in it.
    return errorOf(SERVICE_UNAVAILABLE, {
      problem: 'no answer',
      endpoint,
      reason: this.withoutSecrets(reasonOf(error)),
    });
  }

  /** Services and engines may echo tokens. */
  withoutSecrets(text: string): string {
    let shown = text;
    for (const secret of this.secrets) shown = shown.replaceAll(secret, '…');
    return shown;
  }

  private untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (!signal) return promise;
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(aborted());
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }
}

/** Whether a retry may succeed. */
function isTransient(error: unknown): error is LinesmanError {
  if (!(error instanceof LinesmanError)) return false;
  const { status } = error.context;
  if (typeof status === 'number') return status === 408 || status === 429 || status >= 500;
  return error.number === SERVICE_UNAVAILABLE;
}

const aborted = (): LinesmanError => errorOf(REQUEST_ABORTED);

function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw aborted();
}

/** Copies the methods of a class instance, which spreading would lose. */
function bound(timers: Timers | undefined): Partial<Timers> {
  if (!timers) return {};
  return {
    now: () => timers.now(),
    random: () => timers.random(),
    sleep: (ms, signal) => timers.sleep(ms, signal),
    ...(timers.after && { after: (ms: number, run: () => void) => timers.after?.(ms, run) ?? (() => {}) }),
  };
}

/** Checks the base URL and strips trailing slashes. It may contain a password, so no error quotes it. */
function baseOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return fail(INVALID_SERVICE_ADDRESS, { problem: 'scheme' });
  if (url.username || url.password) fail(INVALID_SERVICE_ADDRESS, { problem: 'credentials' });
  if (url.search || url.hash) fail(INVALID_SERVICE_ADDRESS, { problem: 'query' });
  return url.href.replace(/\/+$/, '');
}

/** Replaces the numbers of a path, to keep the labels of metrics few. */
export const endpointOf = (path: string): string => path.replace(/\/-?\d+/g, '/{id}');

function queryOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
}

/** Reads a bare token or `{"token": …}`. */
export function tokenOf(text: string): string {
  try {
    const value = readDocument(text);
    if (typeof value === 'string') return value;
    return String((value as { token?: unknown } | null)?.token ?? '');
  } catch {
    return text.trim();
  }
}

/**
 * Reads a whole body.
 *
 * @param isExact Makes invalid UTF-8 an error (MALFORMED_RESPONSE) and keeps a byte order mark.
 */
async function textOf(response: Response, isExact: boolean, wait: AnswerWait): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: isExact, ignoreBOM: isExact });
  let text = '';
  for await (const piece of piecesOf(response, wait, LARGEST)) text += decoded(decoder, piece);
  return text + decoded(decoder);
}

/** The pieces of a body, by a reader, because some browsers cannot iterate over it. Errors: MALFORMED_RESPONSE. */
async function* piecesOf(
  { body }: Response,
  wait: AnswerWait,
  largest: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  // Some engines drop the request's signal once the response has begun, so cancel the reader here.
  const cancel = (): void => void reader.cancel().catch(() => {});
  wait.signal.addEventListener('abort', cancel, { once: true });
  let length = 0;
  try {
    for (;;) {
      wait.begin();
      const { done, value } = await reader.read();
      wait.signal.throwIfAborted();
      wait.pause(value?.length);
      if (done) return;
      length += value.length;
      if (length > largest)
        fail(MALFORMED_RESPONSE, {
          ...{ problem: 'too large', what: 'the answer', most: largest / 1024 / 1024, unit: 'MiB', path: '$' },
        });
      yield value;
    }
  } finally {
    wait.signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what: 'the answer', path: '$' });
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}
