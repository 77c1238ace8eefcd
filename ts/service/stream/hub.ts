import { fail, TOO_MANY_STREAMS } from 'linesman/error';
import { MS_PER_SLOT } from 'linesman/format';
import type { RealTime, WorldTime } from '../clock/index.js';
import type { Wire } from '../edge/answer/wire.js';
import type { EventWindow } from './eventWindow.js';
import { heartbeatFrame, isEventId } from './frame.js';
import { heldBack } from './heldBack.js';
import { OddsSampler } from './oddsSampler.js';
import { Reader, type StreamAccess, type StreamSink } from './reader.js';
import { eventsAfter, isHidden, type SampledView, sampledEventsAfter } from './resume.js';
import type { StreamClock } from './streamClock.js';
import type { OddsEvent, StreamEvent, StreamKind } from './streamEvent.js';

/** Why the service ended a stream. */
export type StreamEnd = 'slow' | 'stopping' | 'session' | 'subscription' | 'token';

const CLOSING: Readonly<Record<StreamEnd, string>> = {
  slow: 'The reader is too slow.',
  stopping: 'The service stops.',
  session: 'The session token has expired.',
  subscription: 'The subscription is over.',
  token: 'The API token was ended.',
};

/** Told of what the hub does; must not throw. */
export interface StreamObserver {
  opened?(kind: StreamKind): void;
  /** Also when the reader went away by itself. */
  closed?(kind: StreamKind): void;
  /** The service ended it. */
  dropped?(kind: StreamKind, why: StreamEnd): void;
  /** One event, or some that sampling gave, was sent to so many readers. */
  delivered?(kind: StreamKind, readers: number): void;
}

export interface StreamHubPorts {
  /** The machine's: when heartbeats are due, time limits. */
  readonly clock: StreamClock<RealTime>;
  /** Records, subscriptions, and what heartbeats say; `clock` when left out. */
  readonly recordClock?: StreamClock<WorldTime>;
  /** By which sessions end; `clock` when left out. */
  readonly sessionClock?: StreamClock<RealTime>;
  readonly window: EventWindow;
  readonly observer?: StreamObserver;
}

export interface StreamHubOptions {
  /** Open streams of one wallet, all its tokens together. Default 10. */
  readonly streamsPerWallet?: number;
  /** Bytes that may wait for a reader before it is dropped. Default 1 MiB. */
  readonly maxWaiting?: number;
  /** ms between heartbeats. Default 15,000. */
  readonly heartbeat?: number;
  /** ms after which a connection that was told to close is cut. Default 5,000. */
  readonly closingTime?: number;
}

export interface OpenStream {
  readonly kind: StreamKind;
  readonly wire: Wire;
  readonly fixtureId?: number | undefined;
  /** As the client sent it. */
  readonly lastEventId?: string | undefined;
  readonly access: StreamAccess;
  /** When the session token ends. */
  readonly sessionEndsAt: RealTime;
  /** Asked when a period begins or ends, and after a change; null: there is no more to see. Rejects when that cannot be found out. */
  renew(): Promise<StreamAccess | null>;
}

interface Entry {
  readonly reader: Reader;
  readonly stream: OpenStream;
  /** Seconds of each sampling that gives it events. */
  intervals: readonly number[];
  cancelEnd: () => void;
}

/** All open streams. Every event is encoded once, whoever reads it. */
export class StreamHub {
  private readonly entries = new Set<Entry>();
  private readonly perWallet = new Map<string, number>();
  /** By seconds: readers with the same sampling share it, for it works line by line and filters take whole lines. */
  private readonly samplers = new Map<number, { sampler: OddsSampler; cancel: () => void }>();
  private readonly settings: Required<StreamHubOptions>;
  private readonly recordClock: StreamClock<WorldTime>;
  private readonly sessionClock: StreamClock<RealTime>;
  /** Those that were written to in this turn. */
  private written: Reader[] = [];
  private cancelHeartbeat: () => void = () => {};
  private closed = false;

  constructor(
    private readonly ports: StreamHubPorts,
    options: StreamHubOptions = {},
  ) {
    this.settings = { streamsPerWallet: 10, maxWaiting: 1 << 20, heartbeat: 15_000, closingTime: 5_000, ...options };
    // Without a clock of its own the time of the world is the real one.
    this.recordClock = ports.recordClock ?? (ports.clock as StreamClock);
    this.sessionClock = ports.sessionClock ?? ports.clock;
    this.scheduleHeartbeat();
  }

  /** Open streams. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * Takes a place for one more stream of the wallet, whichever of its tokens asks, before anything is answered. Errors:
   * TOO_MANY_STREAMS at the limit.
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

  /** Begins to write. The place is left when the sink closes. */
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
    // A reader that goes away in the middle of a write is no failure of the service.
    for (const part of new Set([sink.body, sink.connection])) part.on('error', () => sink.connection.destroy());
    this.setSampling(entry);
    if (lastEventId) this.resume(entry, lastEventId);
    this.entries.add(entry);
    this.ports.observer?.opened?.(kind);
    this.scheduleEnd(entry);
    if (this.closed) this.drop(entry, 'stopping');
  }

  /** Sends an event to everybody who may see it, at the end of this turn and together with others of it; also puts it into the window. */
  publish(event: StreamEvent): void {
    this.ports.window.append(event);
    this.deliver([event], 0);
    if (event.kind !== 'odds') return;
    for (const [seconds, one] of this.samplers) {
      this.deliver([...one.sampler.push(event), ...one.sampler.tick(this.recordClock.now())], seconds);
      this.scheduleTick(seconds);
    }
  }

  /** After a wallet has another subscription: its streams see what that lets them see. */
  async refresh(wallet: string): Promise<void> {
    const own = [...this.entries].filter(({ reader }) => reader.access.wallet === wallet);
    await Promise.all(own.map((entry) => this.renew(entry)));
  }

  /** Whose streams are open. */
  get wallets(): ReadonlySet<string> {
    return new Set([...this.entries].map(({ reader }) => reader.access.wallet));
  }

  /** `refresh` of the streams that do not know of a change elsewhere. `versions` has those of the subscriptions as they are stored, by wallet. */
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
    // Mostly there is one event, and its frame is the same for all that see it in one wire; nobody may see it in the other.
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

  /** Nothing is sent before the answer: it may be that the reader may see no more. */
  private async renew(entry: Entry): Promise<void> {
    const { reader, stream } = entry;
    reader.hold();
    // What cannot be found out now leaves it with what it had, until that ends.
    const access = await stream.renew().catch(() => reader.access.at(this.recordClock.now()));
    if (!reader.isOpen) return;
    const now = this.recordClock.now();
    // Refused while a period of it holds: so it is the token that is no more.
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
    // Windows that are over, though their timers have not run, go by what it had.
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
    // It may never take the rest. Cancelled when the connection closes.
    entry.cancelEnd = clock.at(clock.now() + this.settings.closingTime, () => connection.destroy());
  }

  private forget(entry: Entry): void {
    entry.cancelEnd();
    if (!this.entries.delete(entry)) return;
    for (const seconds of entry.intervals) this.releaseSampler(seconds);
    this.ports.observer?.closed?.(entry.stream.kind);
  }
}

/** Whether a reader may see an event that comes with this sampling (seconds); there is none for scores. */
function isSeen({ intervals, reader }: Entry, event: StreamEvent, seconds: number): boolean {
  return intervals.includes(seconds) && reader.samplingOf(event) === seconds;
}

/** A stream that was let in. */
export interface StreamPlace {
  /** Gives the place back; also done when the stream closes. */
  leave(): void;
}
