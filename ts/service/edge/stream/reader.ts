import type { Writable } from 'node:stream';
import type { Wire } from '../answer/wire.js';
import type { StreamEvent, StreamKind } from './streamEvent.js';

/** Whom a stream belongs to, and what it may see. */
export interface StreamAccess {
  readonly tokenId: string;
  /** Whose subscription it is; streams are counted by it, and `StreamHub.refresh` takes it. */
  readonly wallet: string;
  /** That of the subscription: with another one this is out of date. */
  readonly version: number;
  /** Until when this holds, ms: then a period begins or ends. */
  readonly changesAt: number;
  /** Every interval that `sampling` may give. */
  readonly intervals: readonly number[];
  seesLeague(leagueId: number): boolean;
  /** Seconds between odds of one line of this league and market (`SuperOddsType`), 0 for real time; `null`: not to be seen. */
  sampling(leagueId: number, market: string): number | null;
  /** The same at another time (ms), for when nobody can be asked; `null`: the subscription is over then. */
  at(now: number): StreamAccess | null;
}

/** Where a stream is written to. */
export interface StreamSink {
  /** The response, or what leads into it: what compresses, or the socket below it once the head is sent. */
  readonly body: Writable;
  /** The response: when it closes the stream is over, and destroying it cuts the connection. */
  readonly connection: Writable;
  /** Called after the writes of a turn, for what holds bytes back to compress them better. */
  flush?(): void;
  /** Called after the last write, when that is not for `body.end` to do. */
  end?(): void;
}

export interface ReaderOptions {
  readonly kind: StreamKind;
  readonly wire: Wire;
  /** Only this fixture. */
  readonly fixtureId?: number | undefined;
  readonly access: StreamAccess;
  readonly sink: StreamSink;
  /** Bytes that may wait for a reader beyond what it asked to be repeated. */
  readonly maxWaiting: number;
  /** Told when something is written that is not let go yet; calls `settle` at the end of the turn. */
  readonly onWritten: (reader: Reader) => void;
}

/** Looks in a row at which a reader has taken nothing of what waits, until it counts as stuck. */
const IDLE_LOOKS = 2;

/** One open stream: what waits for it and how it gets there. */
export class Reader {
  access: StreamAccess;
  private readonly waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  /** How much of that is repetition, which the limit does not count: its buffers are those of the kept window. */
  private repeatedBytes = 0;
  private taken = 0;
  private takenAtLastLook = 0;
  private idleLooks = 0;
  private held = false;
  private ended = false;
  /** Written in this turn, and not yet let go. */
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

  /** Seconds of the sampling by which an event gets here, 0 at once; `null`: it does not. Scores are never sampled. */
  samplingOf(event: StreamEvent, access = this.access): number | null {
    const { kind, fixtureId } = this.options;
    if (event.kind !== kind || (fixtureId !== undefined && event.fixtureId !== fixtureId)) return null;
    if (event.kind === 'odds') return access.sampling(event.leagueId, event.market);
    return access.seesLeague(event.leagueId) ? 0 : null;
  }

  /** Sends frames that the limit on waiting bytes does not count. */
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

  /** Whether more waits than the limit allows. */
  get isBehind(): boolean {
    return this.waitingBytes - this.repeatedBytes > this.options.maxWaiting;
  }

  /** Whether something waits, and nothing of it was taken over some calls of this in a row. */
  isStuck(): boolean {
    const idle = !this.held && this.waitingBytes > 0 && this.taken === this.takenAtLastLook;
    this.idleLooks = idle ? this.idleLooks + 1 : 0;
    this.takenAtLastLook = this.taken;
    return this.idleLooks >= IDLE_LOOKS;
  }

  /** Nothing is sent until `release`; what comes meanwhile waits. */
  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    this.pump();
  }

  /** Lets go what was written in this turn, all at once. */
  settle(): void {
    const { turn, options } = this;
    const { sink } = options;
    const [first] = turn;
    if (!first) return;
    // Corking costs about as much as writing, so one alone goes without.
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

  /** The last event; what waits is dropped. */
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
    // Held back beyond what it takes at a time, a reader that takes everything would look like a slow one.
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
