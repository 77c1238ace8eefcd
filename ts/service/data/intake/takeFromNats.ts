import { BROKER_NOT_REACHABLE, fail, LinesmanError, UNSUITABLE_STREAM } from '@linesman/sdk/error';
import { type Consumer, type JetStreamClient, type JsMsg, jetstream } from '@nats-io/jetstream';
import { headers, millis, type NatsConnection } from '@nats-io/transport-node';
import { realClock } from '../../clock/realClock.js';
import { type Line, pathOf } from '../ingest/ingestLines.js';
import { type Decided, LONGEST_WAIT, Patience } from '../ingest/patience.js';
import type { RecordTaker } from '../ingest/recordTaker.js';
import { textOf } from './linesOfBytes.js';
import { type NatsSource, natsConsumer } from './natsConsumer.js';

/** A refused record. */
export interface RefusedMessage {
  /** Sequence number in the stream, from 1. */
  readonly sequence: number;
  readonly subject: string;
  readonly path: string;
  readonly error: LinesmanError;
}

/** Totals over the messages. A redelivered message counts again. */
export interface MessageCounts {
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  /** Records that are kept until others arrive. */
  readonly held?: number;
  /** The highest processed sequence number; 0 if none. */
  readonly lastSequence: number;
}

export interface TakeFromNatsOptions {
  /**
   * Stops the intake. Records that are being stored are still stored and acknowledged; the rest is returned to the
   * server.
   */
  readonly signal?: AbortSignal;
  readonly onRefused?: (refused: RefusedMessage) => void;
  readonly onProgress?: (counts: MessageCounts) => void;
  /** Called with the number of records that wait for others before them. */
  readonly onWaiting?: (waiting: number) => void;
  /** Called whenever records cannot be stored or moved; the attempt is repeated until it succeeds. */
  readonly onTrouble?: (error: unknown) => void;
  /** Maximum number of records stored together. Default 200. */
  readonly batch?: number;
  /** For a new consumer: ms until an unacknowledged record is delivered again. Default 30 seconds. */
  readonly ackWait?: number;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Takes in records from a stream, one per message, until the signal aborts. Acknowledges a message only once its record
 * is stored. A refused message is not delivered again but moved to `refusedSubject`, if given; until that succeeds, it
 * waits beside the others, which go on until those that wait are all that may be unacknowledged. A record that comes
 * before one that it needs is held aside, unacknowledged, and costs the others nothing: it is decided when that one is
 * stored, or after 2 s; while another process has messages, which may be redelivered after its crash, after the
 * acknowledgement time and 5 s; or earlier if such records fill half of what may be unacknowledged. Errors: those of
 * `natsConsumer`; BROKER_NOT_REACHABLE when the connection is closed; UNSUITABLE_STREAM when the consumer is deleted.
 */
export async function takeFromNats(
  taker: RecordTaker,
  connection: NatsConnection,
  source: NatsSource,
  options: TakeFromNatsOptions = {},
): Promise<MessageCounts> {
  const { batch = 200, ackWait = 30_000 } = options;
  const consumer = await natsConsumer(connection, source, { batch, ackWait });
  const { ack_wait = 0, max_ack_pending = batch } = (await consumer.info(true)).config;
  const limits = { ackWait: millis(ack_wait), most: max_ack_pending >> 1 };
  return new NatsIntake(taker, connection, consumer, source, { ...options, batch }, limits).run();
}

/** A message that is text. */
interface TextMessage {
  readonly message: JsMsg;
  readonly text: string;
}

class NatsIntake {
  private readonly counts: { -readonly [K in keyof MessageCounts]: MessageCounts[K] } = {
    accepted: 0,
    repeated: 0,
    refused: 0,
    lastSequence: 0,
  };
  /** Delivered but not yet processed, by stream sequence. */
  private readonly queue = new Map<number, JsMsg>();
  /** Delivered to this process and undecided: queued, in process or waiting for another. */
  private readonly held = new Map<number, JsMsg>();
  /** Has the records that wait for one before them. */
  private readonly patience: Patience<TextMessage>;
  /** Refused, and not moved yet: messages that no stream takes must not hold up the others. */
  private readonly refusals: { readonly message: JsMsg; readonly error: LinesmanError }[] = [];
  private moving: Promise<void> | undefined;
  /** When the server was last told that the messages here are in work, ms. */
  private told = realClock.now();
  /** When the server was last asked about the messages of others, ms. */
  private asked = 0;
  private readonly client: JetStreamClient;
  private wake = () => {};
  private ended: { readonly error: unknown } | undefined;

  constructor(
    taker: RecordTaker,
    private readonly connection: NatsConnection,
    private readonly consumer: Consumer,
    private readonly source: NatsSource,
    private readonly options: TakeFromNatsOptions & { readonly batch: number },
    private readonly limits: { readonly ackWait: number; readonly most: number },
  ) {
    const { onWaiting } = options;
    const { most } = limits;
    this.patience = new Patience(taker, { most, wait: LONGEST_WAIT, ...(onWaiting && { onWaiting }) });
    this.client = jetstream(connection);
  }

  async run(): Promise<MessageCounts> {
    const { signal, batch } = this.options;
    const onAbort = () => this.wake();
    signal?.addEventListener('abort', onAbort, { once: true });
    const messages = await this.consumer.consume({
      max_messages: batch,
      abort_on_missing_resource: true,
      callback: (message) => {
        this.held.set(message.seq, message);
        this.queue.set(message.seq, message);
        this.wake();
      },
    });
    void messages.closed().then((error) => {
      this.ended = { error };
      this.wake();
    });
    try {
      await this.untilAlone();
      while (signal?.aborted !== true) {
        if (this.ended) return this.fail(this.ended.error);
        if (this.queue.size > 0) await this.take(this.next());
        else await this.untilSomethingHappens();
        await this.judge();
        this.tell();
      }
      return { ...this.counts };
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await messages.close();
      await this.moving;
      // Returns the rest at once; otherwise the next process would wait for the redelivery timeout.
      if (!this.connection.isClosed()) {
        for (const message of this.inOrder(this.held)) message.nak();
        await this.connection.flush().catch(() => {});
      }
    }
  }

  private fail(cause: unknown): never {
    const reason = cause instanceof Error ? cause.message : 'the consumer was closed';
    if (this.connection.isClosed())
      return fail(BROKER_NOT_REACHABLE, { problem: 'connection lost', reason }, { cause });
    const { durable } = this.source;
    return fail(UNSUITABLE_STREAM, { problem: 'consumer ended', durable, reason }, { cause });
  }

  private inOrder(messages = this.queue): JsMsg[] {
    return [...messages.values()].sort((a, b) => a.seq - b.seq);
  }

  /** Waits for a message, the end, or the next moment at which waiting records have to be dealt with. */
  private async untilSomethingHappens(): Promise<void> {
    const { due } = this.patience;
    const over = new AbortController();
    const event = new Promise<void>((resolve) => {
      this.wake = resolve;
      if (this.queue.size > 0 || this.ended || this.options.signal?.aborted) resolve();
    });
    if (due === undefined) return event;
    const soon = Math.max(due, realClock.now() + FIRST_PAUSE);
    await Promise.race([event, realClock.sleepUntil(Math.min(soon, this.told + this.limits.ackWait / 3), over.signal)]);
    over.abort();
  }

  /** Keeps the server from redelivering the messages that wait here. */
  private tell(): void {
    if (realClock.now() >= this.told + this.limits.ackWait / 3) this.tellNow();
  }

  private tellNow(): void {
    this.told = realClock.now();
    for (const message of this.held.values()) message.working();
  }

  private next(): readonly JsMsg[] {
    const group = this.inOrder().slice(0, this.options.batch);
    for (const { seq } of group) this.queue.delete(seq);
    return group;
  }

  private async take(group: readonly JsMsg[]): Promise<void> {
    const items: TextMessage[] = [];
    const unreadable: { readonly message: JsMsg; readonly error: LinesmanError }[] = [];
    for (const message of group) {
      const text = textOf(message.data);
      if (text instanceof LinesmanError) unreadable.push({ message, error: text });
      else items.push({ message, text });
    }
    const next = async () =>
      this.inOrder()
        .slice(0, this.options.batch)
        .map(({ data }) => textOf(data))
        .filter(isText);
    const decided = await this.persistently(() => this.patience.take(items, next));
    if (!decided) return this.giveBack(group);
    await this.settle(decided, unreadable);
  }

  /** Decides about the records that have waited long enough. */
  private async judge(): Promise<void> {
    const { due } = this.patience;
    const now = realClock.now();
    if (due === undefined || due > now || this.asked > now - FIRST_PAUSE) return;
    this.asked = now;
    // Those of another process may be redelivered to this one.
    const wait = (await this.isAlone()) ? LONGEST_WAIT : this.limits.ackWait + LONGEST_PAUSE;
    const decided = await this.persistently(() => this.patience.judge(realClock.now() - wait));
    if (decided) await this.settle(decided);
  }

  private async settle(
    decided: readonly Decided<TextMessage>[],
    refused: { readonly message: JsMsg; readonly error: LinesmanError }[] = [],
  ): Promise<void> {
    for (const { of, result } of decided) {
      const { message } = of;
      if (result instanceof LinesmanError) refused.push({ message, error: result });
      else {
        message.ack();
        this.counts[result.status] = (this.counts[result.status] ?? 0) + 1;
        this.isDecided(message);
      }
    }
    refused.sort((a, b) => a.message.seq - b.message.seq);
    this.refusals.push(...refused);
    this.moving ??= this.refuseAll().finally(() => {
      this.moving = undefined;
    });
    // Where refused messages are only dropped, the caller hears of them before what comes next.
    if (this.source.refusedSubject === undefined) await this.moving;
    if (decided.length + refused.length > 0) this.options.onProgress?.({ ...this.counts });
  }

  private isDecided({ seq }: JsMsg): void {
    this.held.delete(seq);
    this.counts.lastSequence = Math.max(this.counts.lastSequence, seq);
  }

  private giveBack(group: readonly JsMsg[]): void {
    for (const message of group) this.queue.set(message.seq, message);
  }

  /** Moves or drops what is refused, one after the other. What cannot be moved before the end is delivered again. */
  private async refuseAll(): Promise<void> {
    const { refusedSubject } = this.source;
    for (let one = this.refusals.shift(); one; one = this.refusals.shift()) {
      const { message, error } = one;
      if (refusedSubject === undefined) message.term();
      else {
        if (!(await this.persistently(() => this.move(message, error, refusedSubject)))) return;
        message.ack();
      }
      this.counts.refused++;
      this.isDecided(message);
      const { seq: sequence, subject } = message;
      this.options.onRefused?.({ sequence, subject, path: pathOf(error), error });
      if (refusedSubject !== undefined) this.options.onProgress?.({ ...this.counts });
    }
  }

  private async move(message: JsMsg, error: LinesmanError, to: string): Promise<true> {
    const why = headers();
    why.set('Linesman-Error', `${error.number} ${error.name}`);
    // NATS headers are one line of ASCII.
    why.set('Linesman-Message', JSON.stringify(error.message.slice(0, 500)).replace(/[^ -~]/g, '?'));
    why.set('Linesman-Sequence', `${message.seq}`);
    const msgID = `linesman/${this.source.stream}/${this.source.durable}/${message.seq}`;
    await this.client.publish(to, message.data, { headers: why, msgID });
    return true;
  }

  /** Retries until it succeeds; undefined if the signal aborts first. */
  private async persistently<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { signal, onTrouble } = this.options;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await work();
      } catch (error) {
        onTrouble?.(error);
      }
      await realClock.sleepUntil(realClock.now() + pause, signal);
      if (signal?.aborted || this.connection.isClosed()) return undefined;
      this.tellNow();
    }
  }

  /**
   * Waits until messages held by an earlier process have been redelivered to this one, because they rank before new
   * ones.
   */
  private async untilAlone(): Promise<void> {
    const { signal } = this.options;
    const end = this.endOfPatience();
    while (signal?.aborted !== true && !this.ended && realClock.now() < end && !(await this.isAlone()))
      await this.pause();
  }

  private pause(): Promise<void> {
    return realClock.sleepUntil(realClock.now() + FIRST_PAUSE, this.options.signal);
  }

  /** By then, messages held by another process are acknowledged or redelivered. */
  private endOfPatience(): number {
    return realClock.now() + this.limits.ackWait + LONGEST_PAUSE;
  }

  /** Whether no other process holds unacknowledged messages. */
  private async isAlone(): Promise<boolean> {
    try {
      // What arrives while the query is on its way is not in its answer.
      const ours = this.held.size;
      // Our acknowledgements must arrive before the query.
      await this.connection.flush();
      return (await this.consumer.info()).num_ack_pending <= ours;
    } catch {
      return false;
    }
  }
}

const isText = (line: Line): line is string => typeof line === 'string';
