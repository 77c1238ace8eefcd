import { fail, TOO_MANY_STREAMS } from '@linesman/sdk/error';
import { MS_PER_SLOT } from '@linesman/sdk/format';
import type { RealTime, WorldTime } from '../../clock/clock.js';
import type { Wire } from '../answer/wire.js';
import type { EventWindow } from './eventWindow.js';
import { heartbeatFrame, isEventId } from './frame.js';
import { heldBack } from './heldBack.js';
import { OddsSampler } from './oddsSampler.js';
import { Reader, type StreamAccess, type StreamSink } from './reader.js';
import { eventsAfter, isHidden, type SampledView, sampledEventsAfter } from './resume.js';
import type { StreamClock } from './streamClock.js';
import type { OddsEvent, StreamEvent, StreamKind } from './streamEvent.js';

/** Why the service ends a stream. */
export type StreamEnd = 'slow' | 'stopping' | 'session' | 'subscription' | 'token';

const CLOSING: Readonly<Record<StreamEnd, string>> = {
  slow: 'The reader is too slow.',
  stopping: 'The service is stopping.',
  session: 'The session token has expired.',
  subscription: 'The subscription is over.',
  token: 'The API token was ended.',
};

/** Observes the hub. Its methods must not throw. */
export interface StreamObserver {
  opened?(kind: StreamKind): void;
  /** Also called if the subscriber disconnected. */
  closed?(kind: StreamKind): void;
  /** The service ended the stream. */
  dropped?(kind: StreamKind, why: StreamEnd): void;
  /** An event, or several released by sampling, was sent to `readers` subscribers. */
  delivered?(kind: StreamKind, readers: number): void;
}

export interface StreamHubPorts {
  /** Real time: for heartbeats and timeouts. */
  readonly clock: StreamClock<RealTime>;
  /** World time: for records, subscriptions and the content of heartbeats. Default `clock`. */
  readonly recordClock?: StreamClock<WorldTime>;
  /** Clock for the expiry of sessions. Default `clock`. */
  readonly sessionClock?: StreamClock<RealTime>;
  readonly window: EventWindow;
  readonly observer?: StreamObserver;
}

export interface StreamHubOptions {
  /** Open streams per wallet, over all its tokens. Default 10. */
  readonly streamsPerWallet?: number;
  /** Bytes that may be queued for a subscriber before it is dropped. Default 1 MiB. */
  readonly maxWaiting?: number;
  /** ms between heartbeats. Default 15,000. */
  readonly heartbeat?: number;
  /** ms after which a closing connection is cut. Default 5,000. */
  readonly closingTime?: number;
}

export interface OpenStream {
  readonly kind: StreamKind;
  readonly wire: Wire;
  readonly fixtureId?: number | undefined;
  /** As sent by the client. */
  readonly lastEventId?: string | undefined;
  readonly access: StreamAccess;
  /** Expiry of the session token. */
  readonly sessionEndsAt: RealTime;
  /**
   * Called when a period starts or ends, and after a change. Resolves to `null` if the access has ended; rejects if
   * that cannot be determined.
   */
  renew(): Promise<StreamAccess | null>;
}

interface Entry {
  readonly reader: Reader;
  readonly stream: OpenStream;
  /** Sampling intervals (seconds) that apply to the stream. */
  intervals: readonly number[];
  cancelEnd: () => void;
}

/** All open streams. Every event is encoded once, however many subscribers it has. */
export class StreamHub {
  private readonly entries = new Set<Entry>();
  private readonly perWallet = new Map<string, number>();
  /**
   * By seconds. Subscribers with the same interval share a sampler, which works per line; filters only exclude whole
   * lines.
   */
  private readonly samplers = new Map<number, { sampler: OddsSampler; cancel: () => void }>();
  private readonly settings: Required<StreamHubOptions>;
  private readonly recordClock: StreamClock<WorldTime>;
  private readonly sessionClock: StreamClock<RealTime>;
  /** Readers written to in this turn. */
  private written: Reader[] = [];
  private cancelHeartbeat: () => void = () => {};
  private closed = false;

  constructor(
    private readonly ports: StreamHubPorts,
    options: StreamHubOptions = {},
  ) {
    this.settings = { streamsPerWallet: 10, maxWaiting: 1 << 20, heartbeat: 15_000, closingTime: 5_000, ...options };
    // Without a separate record clock, world time is real time.
    this.recordClock = ports.recordClock ?? (ports.clock as StreamClock);
    this.sessionClock = ports.sessionClock ?? ports.clock;
    this.scheduleHeartbeat();
  }

  /** Number of open streams. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * Reserves a place for a stream of the wallet, whichever of its tokens is used, before anything is answered. Errors:
   * TOO_MANY_STREAMS.
   */
  admit(wallet: string): StreamPlace {
    const { streamsPerWallet } = this.settings;
    const count = this.perWallet.get(wallet) ?? 0;
    if (count >= streamsPerWallet) return fail(TOO_MANY_STREAMS, { streams: count, limit: streamsPerWallet });
    this.perWallet.set(wallet, count + 1);
    let taken = true;
    return {
      leave: () => {
        if (!taken) return;
        taken = false;
        const left = (this.perWallet.get(wallet) ?? 1) - 1;
        if (left > 0) this.perWallet.set(wallet, left);
        else this.perWallet.delete(wallet);
      },
    };
  }

  /** Starts the stream. Its place is released when the sink closes. */
  open(stream: OpenStream, sink: StreamSink, place: StreamPlace): void {
    const { kind, wire, fixtureId, access, lastEventId } = stream;
    const { maxWaiting } = this.settings;
    const { onWritten } = this;
    const reader = new Reader({ kind, wire, fixtureId, access, sink, maxWaiting, onWritten });
    const entry: Entry = { reader, stream, intervals: [], cancelEnd: () => {} };
    sink.connection.once('close', () => {
      this.forget(entry);
      reader.end(null);
      place.leave();
    });
    // A disconnect during a write is not a failure of the service.
    for (const part of new Set([sink.body, sink.connection])) part.on('error', () => sink.connection.destroy());
    this.setSampling(entry);
    if (lastEventId) this.resume(entry, lastEventId);
    this.entries.add(entry);
    this.ports.observer?.opened?.(kind);
    this.scheduleEnd(entry);
    if (this.closed) this.drop(entry, 'stopping');
  }

  /**
   * Adds an event to the window and sends it to all entitled subscribers at the end of this turn, together with the
   * turn's other events.
   */
  publish(event: StreamEvent): void {
    this.ports.window.append(event);
    this.deliver([event], 0);
    if (event.kind !== 'odds') return;
    for (const [seconds, one] of this.samplers) {
      this.deliver([...one.sampler.push(event), ...one.sampler.tick(this.recordClock.now())], seconds);
      this.scheduleTick(seconds);
    }
  }

  /** Applies a changed subscription to the wallet's open streams. */
  async refresh(wallet: string): Promise<void> {
    const own = [...this.entries].filter(({ reader }) => reader.access.wallet === wallet);
    await Promise.all(own.map((entry) => this.renew(entry)));
  }

  /** Wallets with open streams. */
  get wallets(): ReadonlySet<string> {
    return new Set([...this.entries].map(({ reader }) => reader.access.wallet));
  }

  /** Refreshes streams whose subscription was changed by another process. `versions`: the stored versions by wallet. */
  async refreshChanged(versions: ReadonlyMap<string, number>): Promise<void> {
    const changed = [...this.entries].filter(({ reader }) => {
      const { wallet, version } = reader.access;
      return (versions.get(wallet) ?? version) !== version;
    });
    await Promise.all(changed.map((entry) => this.renew(entry)));
  }

  /** Ends all streams. */
  close(): void {
    this.closed = true;
    this.cancelHeartbeat();
    for (const entry of [...this.entries]) this.drop(entry, 'stopping');
  }

  private deliver(events: readonly StreamEvent[], seconds: number): void {
    const [first] = events;
    if (!first) return;
    let readers = 0;
    // Usually there is one event, whose frame is shared by all subscribers of a wire; a wire may have no frame.
    const single: Partial<Record<Wire, readonly Uint8Array[]>> | null = events.length === 1 ? {} : null;
    for (const entry of this.entries) {
      const { wire } = entry.reader.options;
      if (single) {
        if (!isSeen(entry, first, seconds)) continue;
        readers++;
        single[wire] ??= [first.frames[wire]];
        this.send(entry, single[wire]);
        continue;
      }
      const frames = events.filter((event) => isSeen(entry, event, seconds)).map((event) => event.frames[wire]);
      if (frames.length === 0) continue;
      readers++;
      this.send(entry, frames);
    }
    if (readers > 0) this.ports.observer?.delivered?.(first.kind, readers);
  }

  private readonly onWritten = (reader: Reader): void => {
    if (this.written.push(reader) > 1) return;
    queueMicrotask(() => {
      const { written } = this;
      this.written = [];
      for (const one of written) one.settle();
    });
  };

  private send(entry: Entry, frames: readonly Uint8Array[]): void {
    entry.reader.send(frames);
    if (entry.reader.isBehind) this.drop(entry, 'slow');
  }

  private resume({ reader, intervals, stream }: Entry, given: string): void {
    const { window } = this.ports;
    const { kind, wire } = stream;
    const now = this.recordClock.now();
    const slowest = Math.max(...intervals);
    const view: SampledView | null =
      slowest > 0 ? { samplingOf: (event) => reader.samplingOf(event), slowest, now } : null;
    const after = !isEventId(given)
      ? undefined
      : view
        ? sampledEventsAfter(window, intervals, view, given)
        : eventsAfter(window, kind, given);
    if (after) {
      reader.repeat(after.filter((event) => reader.sees(event)).map(({ frames }) => frames[wire]));
      return;
    }
    const newest =
      window.kept(kind).findLast((event) => view === null || !isHidden(event, view))?.id ??
      `${now - (now % MS_PER_SLOT)}:0`;
    reader.send([heartbeatFrame(now, { Gap: { From: given.slice(0, 100), To: newest } })]);
  }

  private setSampling(entry: Entry): void {
    const before = entry.intervals;
    entry.intervals = entry.stream.kind === 'odds' ? entry.reader.access.intervals : [0];
    for (const seconds of before) if (!entry.intervals.includes(seconds)) this.releaseSampler(seconds);
    for (const seconds of entry.intervals) this.startSampler(seconds);
  }

  private startSampler(seconds: number): void {
    if (seconds === 0 || this.samplers.has(seconds)) return;
    const sampler = new OddsSampler(seconds);
    for (const event of this.ports.window.kept('odds')) if (event.kind === 'odds') sampler.push(event as OddsEvent);
    sampler.tick(this.recordClock.now());
    this.samplers.set(seconds, { sampler, cancel: () => {} });
    this.scheduleTick(seconds);
  }

  private releaseSampler(seconds: number): void {
    if ([...this.entries].some(({ intervals }) => intervals.includes(seconds))) return;
    this.samplers.get(seconds)?.cancel();
    this.samplers.delete(seconds);
  }

  private scheduleTick(seconds: number): void {
    const one = this.samplers.get(seconds);
    if (!one) return;
    one.cancel();
    const next = one.sampler.nextTick;
    if (next === undefined) return;
    one.cancel = this.recordClock.at(next, () => {
      this.deliver(one.sampler.tick(this.recordClock.now()), seconds);
      this.scheduleTick(seconds);
    });
  }

  private scheduleHeartbeat(): void {
    const { clock } = this.ports;
    this.cancelHeartbeat = clock.at(clock.now() + this.settings.heartbeat, () => {
      const frame = heartbeatFrame(this.recordClock.now());
      for (const entry of [...this.entries]) {
        if (entry.reader.isStuck()) this.drop(entry, 'slow');
        else this.send(entry, [frame]);
      }
      this.scheduleHeartbeat();
    });
  }

  private scheduleEnd(entry: Entry): void {
    const { stream, reader } = entry;
    entry.cancelEnd();
    if (!reader.isOpen) return;
    const cancelSession = this.sessionClock.at(stream.sessionEndsAt, () => this.drop(entry, 'session'));
    const cancelPeriod = this.recordClock.at(reader.access.changesAt, () => void this.renew(entry));
    entry.cancelEnd = () => {
      cancelSession();
      cancelPeriod();
    };
  }

  /** Sends nothing until the answer arrives, because the subscriber may have lost access. */
  private async renew(entry: Entry): Promise<void> {
    const { reader, stream } = entry;
    reader.hold();
    // If the answer is unavailable, the previous access stays until it expires.
    const access = await stream.renew().catch(() => reader.access.at(this.recordClock.now()));
    if (!reader.isOpen) return;
    const now = this.recordClock.now();
    // The access was refused although a period is still running, so the token has ended.
    if (!access) return this.drop(entry, reader.access.at(now) ? 'token' : 'subscription');
    if (access.changesAt <= now) return this.drop(entry, 'subscription');
    this.changeAccess(entry, access, now);
    reader.release();
    this.scheduleEnd(entry);
  }

  private changeAccess(entry: Entry, access: StreamAccess, now: number): void {
    const { reader, intervals, stream } = entry;
    const { access: before } = reader;
    const isSampled = stream.kind === 'odds' && intervals.some((seconds) => seconds > 0);
    // Windows that have ended but whose timers have not run yet still follow the old access.
    if (isSampled) for (const [seconds, one] of this.samplers) this.deliver(one.sampler.tick(now), seconds);
    if (!reader.isOpen) return;
    reader.access = access;
    this.setSampling(entry);
    if (!isSampled) return;
    const { wire } = stream;
    const by = (of: StreamAccess) => ({
      intervals: of.intervals,
      samplingOf: (event: OddsEvent) => reader.samplingOf(event, of),
    });
    reader.repeat(heldBack(this.ports.window, by(before), by(access), now).map(({ frames }) => frames[wire]));
  }

  private drop(entry: Entry, why: StreamEnd): void {
    const { reader } = entry;
    if (!reader.isOpen) return;
    const { clock } = this.ports;
    reader.end(heartbeatFrame(this.recordClock.now(), { Closing: CLOSING[why] }));
    this.ports.observer?.dropped?.(entry.stream.kind, why);
    this.forget(entry);
    const { connection } = reader.options.sink;
    // The subscriber may never read the rest. The timer is cancelled when the connection closes.
    entry.cancelEnd = clock.at(clock.now() + this.settings.closingTime, () => connection.destroy());
  }

  private forget(entry: Entry): void {
    entry.cancelEnd();
    if (!this.entries.delete(entry)) return;
    for (const seconds of entry.intervals) this.releaseSampler(seconds);
    this.ports.observer?.closed?.(entry.stream.kind);
  }
}

/** Whether a reader may see an event released by this sampling (seconds; 0 for scores). */
function isSeen({ intervals, reader }: Entry, event: StreamEvent, seconds: number): boolean {
  return intervals.includes(seconds) && reader.samplingOf(event) === seconds;
}

/** The place of an admitted stream. */
export interface StreamPlace {
  /** Releases the place. The end of the stream also releases it. */
  leave(): void;
}
