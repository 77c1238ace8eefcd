import type { Writable } from 'node:stream';
import type { Wire } from '../answer/wire.js';
import type { StreamEvent, StreamKind } from './streamEvent.js';

/** The owner of a stream and its access rights. */
export interface StreamAccess {
  readonly tokenId: string;
  /** Wallet of the subscription, by which streams are counted and refreshed. */
  readonly wallet: string;
  /** Version of the subscription; any other version means that this access is outdated. */
  readonly version: number;
  /** End of validity, ms: a period then starts or ends. */
  readonly changesAt: number;
  /** Every value that `sampling` may return. */
  readonly intervals: readonly number[];
  seesLeague(leagueId: number): boolean;
  /**
   * Seconds between odds of a line in this league and market (`SuperOddsType`): 0 for real time, `null` for no access.
   */
  sampling(leagueId: number, market: string): number | null;
  /**
   * The access at another time (ms), for when the database is unavailable; `null` if the subscription has ended by
   * then.
   */
  at(now: number): StreamAccess | null;
}

/** The destination of a stream. */
export interface StreamSink {
  /** The writable for event bytes: the response, a compressor, or the socket once the head is sent. */
  readonly body: Writable;
  /** The response: its close ends the stream, and destroying it cuts the connection. */
  readonly connection: Writable;
  /** Called after the writes of a turn, for a compressor that buffers. */
  flush?(): void;
  /** Called after the last write, if `body.end` is not the right call. */
  end?(): void;
}

export interface ReaderOptions {
  readonly kind: StreamKind;
  readonly wire: Wire;
  /** Limits the stream to this fixture. */
  readonly fixtureId?: number | undefined;
  readonly access: StreamAccess;
  readonly sink: StreamSink;
  /** Maximum queued bytes, not counting those replayed on request. */
  readonly maxWaiting: number;
  /** Called when something is written but not flushed; must call `settle` at the end of the turn. */
  readonly onWritten: (reader: Reader) => void;
}

/** Consecutive checks without progress after which a reader counts as stuck. */
const IDLE_LOOKS = 2;

/** An open stream: its backlog and its flow control. */
export class Reader {
  access: StreamAccess;
  private readonly waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  /** Replayed bytes in the backlog. The limit ignores them, because their buffers belong to the retained window. */
  private repeatedBytes = 0;
  private taken = 0;
  private takenAtLastLook = 0;
  private idleLooks = 0;
  private held = false;
  private ended = false;
  /** Written in this turn, but not flushed. */
  private readonly turn: Uint8Array[] = [];
  private turnBytes = 0;

  constructor(readonly options: ReaderOptions) {
    this.access = options.access;
    options.sink.body.on('drain', () => this.pump());
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  sees(event: StreamEvent): boolean {
    return this.samplingOf(event) !== null;
  }

  /**
   * Seconds of the sampling that applies to an event, 0 for none; `null` without access to the event. Scores are never
   * sampled.
   */
  samplingOf(event: StreamEvent, access = this.access): number | null {
    const { kind, fixtureId } = this.options;
    if (event.kind !== kind || (fixtureId !== undefined && event.fixtureId !== fixtureId)) return null;
    if (event.kind === 'odds') return access.sampling(event.leagueId, event.market);
    return access.seesLeague(event.leagueId) ? 0 : null;
  }

  /** Sends frames that do not count towards the limit. */
  repeat(frames: readonly Uint8Array[]): void {
    for (const frame of frames) this.repeatedBytes += frame.length;
    this.send(frames);
  }

  send(frames: readonly Uint8Array[]): void {
    if (this.ended) return;
    const [only] = frames;
    if (only && frames.length === 1 && this.waiting.length === 0 && this.takes) {
      this.write(only);
      return;
    }
    for (const frame of frames) {
      this.waiting.push(frame);
      this.waitingBytes += frame.length;
    }
    this.pump();
  }

  /** Whether the backlog exceeds the limit. */
  get isBehind(): boolean {
    return this.waitingBytes - this.repeatedBytes > this.options.maxWaiting;
  }

  /** Whether there is a backlog without progress over several consecutive calls. */
  isStuck(): boolean {
    const idle = !this.held && this.waitingBytes > 0 && this.taken === this.takenAtLastLook;
    this.idleLooks = idle ? this.idleLooks + 1 : 0;
    this.takenAtLastLook = this.taken;
    return this.idleLooks >= IDLE_LOOKS;
  }

  /** Queues everything until `release`. */
  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    this.pump();
  }

  /** Flushes all writes of this turn at once. */
  settle(): void {
    const { turn, options } = this;
    const { sink } = options;
    const [first] = turn;
    if (!first) return;
    // Corking costs about as much as a write, so a single frame is written without it.
    if (turn.length === 1) sink.body.write(first);
    else {
      sink.body.cork();
      for (const frame of turn) sink.body.write(frame);
      sink.body.uncork();
    }
    turn.length = 0;
    this.turnBytes = 0;
    sink.flush?.();
  }

  /** Sends the last event and drops the backlog. */
  end(frame: Uint8Array | null): void {
    if (this.ended) return;
    this.ended = true;
    this.waiting.length = 0;
    this.waitingBytes = 0;
    const { body, end } = this.options.sink;
    if (body.destroyed) return;
    this.settle();
    if (!end) {
      body.end(frame ?? undefined);
      return;
    }
    if (frame) body.write(frame);
    end();
  }

  private get takes(): boolean {
    const { body } = this.options.sink;
    return !this.held && !body.writableNeedDrain && !body.destroyed;
  }

  private write(frame: Uint8Array): void {
    const { sink, onWritten } = this.options;
    const { body } = sink;
    // Flushes at the high-water mark, because otherwise a fast subscriber would look like a slow one.
    const held = this.turnBytes + body.writableLength + frame.length;
    if (this.turn.length > 0 && held >= body.writableHighWaterMark) this.settle();
    if (this.turn.length === 0) onWritten(this);
    this.turn.push(frame);
    this.turnBytes += frame.length;
    this.taken += frame.length;
  }

  private pump(): void {
    if (this.ended) return;
    let count = 0;
    while (count < this.waiting.length && this.takes) {
      const frame = this.waiting[count++] as Uint8Array;
      this.waitingBytes -= frame.length;
      this.repeatedBytes = Math.max(0, this.repeatedBytes - frame.length);
      this.write(frame);
    }
    if (count > 0) this.waiting.splice(0, count);
  }
}
