import { SERVICE_UNAVAILABLE } from '../error/codes/library.js';
import { errorOf, fail } from '../error/linesmanError.js';
import { clipped } from '../error/quoted.js';
import { EventStreamParser, type StreamedEvent } from './eventStream.js';
import { ATTEMPTS } from './retryDelay.js';
import type { ServiceSession } from './serviceSession.js';

/** An event of a stream other than a record. */
export type StreamNotice =
  | { readonly kind: 'open' }
  /** Clock of the service, Unix seconds. */
  | { readonly kind: 'heartbeat'; readonly seconds: number }
  /** The service no longer buffers the records between these ids; they are fetched from history. */
  | { readonly kind: 'gap'; readonly from: string; readonly to: string }
  /** The service is closing this connection. */
  | { readonly kind: 'closing'; readonly reason: string }
  /** The connection is lost. The next attempt follows in `delay` ms. */
  | { readonly kind: 'lost'; readonly reason: string; readonly delay: number };

export interface ConnectionOptions {
  /** Only records of this fixture. */
  readonly fixtureId?: number;
  /**
   * ms without data after which the connection counts as lost. The service sends a heartbeat every 15 s. Default
   * 45,000.
   */
  readonly silence?: number;
  /**
   * Consecutive attempts to reconnect before SERVICE_UNAVAILABLE. Counts only after a first successful connection.
   * Default: unlimited.
   */
  readonly reconnects?: number;
  readonly onNotice?: (notice: StreamNotice) => void;
}

export interface ReconnectingStream<T> {
  readonly session: ServiceSession;
  readonly path: string;
  readonly options: ConnectionOptions;
  readonly signal: AbortSignal;
  /** Id to resume after. */
  readonly lastId: () => string | undefined;
  /**
   * Returns the values that the stream yields for an event. A failure that may pass ends the connection, and the next
   * one resumes.
   */
  readonly deliver: (event: StreamedEvent) => Iterable<T> | AsyncIterable<T>;
}

/**
 * The events of a stream across reconnects: a lost or silent connection is reopened after the last id. Ends when the
 * signal aborts. Errors: those of `deliver` that cannot pass; the error of a refusal (400, 401 twice, 403);
 * SERVICE_UNAVAILABLE without a connection, or when the response is not an event stream; MALFORMED_RESPONSE.
 */
export async function* reconnecting<T>(stream: ReconnectingStream<T>): AsyncGenerator<T, void, undefined> {
  const { session, path, options, signal, lastId, deliver } = stream;
  const { reconnects = Number.POSITIVE_INFINITY } = options;
  let limit = (session.options.attempts ?? ATTEMPTS) - 1;
  for (let failed = 0; !signal.aborted; ) {
    const connection = new Connection(session, path, options, signal, lastId());
    let reason = 'the connection has ended';
    let error: unknown;
    try {
      for await (const events of connection.events()) {
        // A page instead of a stream does not count as a connection.
        if (connection.isStream) limit = reconnects;
        for (const event of events) yield* deliver(event);
        // The count is reset only now, because every connection begins with the same gap while history is unavailable.
        if (events.length > 0) failed = 0;
      }
    } catch (caught) {
      if (caught instanceof BrokenConnection) {
        error = caught.cause;
        reason = caught.message;
      } else if (session.delayAfter(caught, 1) !== null) {
        error = caught;
        reason = (caught as Error).message;
      } else throw caught;
    }
    if (signal.aborted) return;
    failed++;
    const delay = session.delayAfter(error ?? errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }), failed);
    if (delay === null) throw error;
    if (failed > limit) fail(SERVICE_UNAVAILABLE, { problem: 'no stream', endpoint: path, reason, attempts: failed });
    options.onNotice?.({ kind: 'lost', reason, delay });
    await session.pause(delay, signal);
  }
}

/** How many characters of a response that is not a stream are shown. */
const SHOWN = 80;

/** A single connection of a stream. */
class Connection {
  private readonly parser = new EventStreamParser();

  constructor(
    private readonly session: ServiceSession,
    private readonly path: string,
    private readonly options: ConnectionOptions,
    private readonly signal: AbortSignal,
    private readonly lastId: string | undefined,
  ) {}

  /** Whether events, or at least comments, have arrived. */
  get isStream(): boolean {
    return this.parser.isEventStream;
  }

  /** Yields events in batches, which may be empty. Errors: `BrokenConnection`; MALFORMED_RESPONSE. */
  async *events(): AsyncGenerator<StreamedEvent[], void, undefined> {
    const { silence = 45_000, fixtureId, onNotice } = this.options;
    const { path, lastId, session } = this;
    const cut = new AbortController();
    const follow = (): void => cut.abort(this.signal.reason);
    this.signal.addEventListener('abort', follow, { once: true });
    if (this.signal.aborted) follow();
    const response = await session
      .open({
        path,
        query: { fixtureId },
        headers: {
          accept: 'text/event-stream, application/problem+json;q=0.9',
          ...(lastId && { 'last-event-id': lastId }),
        },
        signal: cut.signal,
      })
      .catch((error: unknown) => {
        this.signal.removeEventListener('abort', follow);
        throw new BrokenConnection(error instanceof Error ? error.message : 'no answer', error);
      });
    const { parser } = this;
    const type = mediaTypeOf(response);
    const isOther = OTHER_TYPE.test(type);
    if (!isOther) onNotice?.({ kind: 'open' });
    const reader = response.body?.getReader();
    if (!reader) return this.signal.removeEventListener('abort', follow);
    // Some engines drop the request's signal once the response has begun, so cancel the reader here.
    cut.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true });
    if (cut.signal.aborted) await reader.cancel().catch(() => {});
    let why: string | undefined;
    /** The beginning of the body, until it is a stream. */
    let start = '';
    const text = new TextDecoder();
    try {
      for (;;) {
        const stop = session.timers.after(silence, () => {
          why = `nothing came for ${silence} ms`;
          cut.abort();
        });
        const piece = await reader
          .read()
          .catch((error: unknown) => {
            throw new BrokenConnection(
              why ?? 'the connection broke',
              errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }, { cause: error }),
            );
          })
          .finally(stop);
        if (piece.done && why !== undefined)
          throw new BrokenConnection(why, errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }));
        if (piece.done) {
          if (isOther || (start.trim() !== '' && !STREAM_START.test(start))) this.refuse(type, start);
          return;
        }
        if (isOther || !parser.isEventStream)
          start = (start + text.decode(piece.value, { stream: true })).slice(0, 4_096);
        if (isOther ? start.length >= SHOWN : OTHER_START.test(start)) this.refuse(type, start);
        if (isOther) continue;
        const events = parser.push(piece.value);
        if (parser.isEventStream) start = '';
        yield events;
      }
    } finally {
      this.signal.removeEventListener('abort', follow);
      cut.abort();
    }
  }

  private refuse(type: string, start: string): never {
    const said = clipped(this.session.withoutSecrets(start.replace(/\s+/g, ' ').trim()), SHOWN);
    const what = type === '' || type === 'text/event-stream' ? 'something else' : clipped(type, SHOWN);
    const reason = `${what} came instead of events${said && `: ${said}`}`;
    throw new BrokenConnection(reason, errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }));
  }
}

/**
 * A service that answers with one of these types does not stream. Other types may come from a proxy in front of a
 * stream.
 */
const OTHER_TYPE = /^(text\/html|application\/(json|xhtml\+xml|xml)|.+\+json)$/;
/** The first line of an event stream never begins like a page or a document. */
const OTHER_START = /^\ufeff?\s*[<{[]/;
/** The stream broke in its first line. */
const STREAM_START = /^\ufeff?\s*(:|data|event|id|retry)/;

const mediaTypeOf = ({ headers }: Response): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The end of a connection. `cause` decides whether to reconnect. */
class BrokenConnection extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}
