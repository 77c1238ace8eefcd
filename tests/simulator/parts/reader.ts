import type { Readable } from 'node:stream';
import type { Random } from '../../../ts/season/random.js';
import type { Faults } from '../faults.js';
import type { Part } from '../part.js';
import { pause } from '../virtualWorld.js';
import { ask } from './connection.js';
import type { RunningEdge } from './edge.js';

/** An event of a stream, a note that some are missing, or a place from which the reader continued. */
export type Seen =
  | { readonly id: string; readonly at: number }
  | { readonly from: string; readonly at: number }
  | { readonly gap: { readonly From: string; readonly To: string }; readonly at: number };

export interface ReaderOptions {
  readonly kind: 'odds' | 'scores';
  readonly headers: Readonly<Record<string, string>>;
  readonly edges: readonly Part<RunningEdge>[];
  readonly random: Random;
  readonly faults: Faults;
  /** The id to send for the last one that was seen. */
  readonly resume: (id: string) => string;
  /** The time that windows go by, Unix ms. */
  readonly now: () => number;
}

/** ms that an edge may take to begin a stream. */
const PATIENCE = 15_000;
const FRAME = /^data: (.*)\n(?:id: (.*)|event: (heartbeat))$/;

/** A subscriber of a stream. When the connection ends, it resumes at any edge after the last event that it has seen. */
export class StreamReader {
  readonly seen: Seen[] = [];
  /** Connections so far. */
  connections = 0;
  /** When a connection was there without an id: what came before is not for this reader. */
  since = Number.POSITIVE_INFINITY;
  private lastId = '';
  private isOver = false;
  private current: Readable | null = null;
  /** Until when it stays away, virtual ms. */
  private awayUntil = 0;

  constructor(readonly options: ReaderOptions) {}

  stop(): void {
    this.isOver = true;
    this.current?.destroy();
  }

  async run(): Promise<void> {
    const { random, edges, faults } = this.options;
    while (!this.isOver) {
      const edge = random.pick(edges).running;
      if (edge && !faults.isWithin(this.awayUntil)) await this.read(edge);
      await pause(random.between(50, 3_000));
    }
  }

  /** Loses the connection. */
  hangUp(): void {
    this.current?.destroy();
  }

  /** Loses the connection, and comes back after ms. */
  stayAway(ms: number): void {
    this.awayUntil = performance.now() + ms;
    this.hangUp();
  }

  /** Loses the connection and what it has seen since some event, as after a crash. */
  fallBack(): void {
    this.hangUp();
    const ids = this.seen.flatMap((one) => ('id' in one ? [one.id] : []));
    if (ids.length === 0) return;
    // Mostly one of the last, because an edge still has those.
    this.lastId = ids.at(-1 - this.options.random.below(Math.min(ids.length, 20))) as string;
    this.seen.push({ from: this.lastId, at: this.options.now() });
  }

  private async read(edge: RunningEdge): Promise<void> {
    const { kind, headers, faults, random, now } = this.options;
    const resume: Record<string, string> =
      this.lastId === '' ? {} : { 'last-event-id': this.options.resume(this.lastId) };
    const giveUp = new AbortController();
    // A server that has died while it was asked says nothing.
    const late = setTimeout(() => giveUp.abort(), PATIENCE);
    const path = `/api/${kind}/stream`;
    const asked = { path, headers: { ...headers, ...resume }, signal: giveUp.signal };
    const body = await ask(edge, asked).catch(() => null);
    clearTimeout(late);
    if (body?.statusCode !== 200) return void body?.destroy();
    this.current = body;
    this.connections++;
    if (this.lastId === '') this.since = now();
    let text = '';
    try {
      for await (const chunk of body) {
        text += String(chunk);
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) this.take(frame, now());
        if (faults.strikes('slow reader', 200)) await pause(random.between(1_000, 60_000));
      }
    } catch {
      // The connection broke.
    }
  }

  private take(frame: string, at: number): void {
    const [, data = '', id, heartbeat] = FRAME.exec(frame) ?? [];
    if (id !== undefined) {
      this.lastId = id;
      this.seen.push({ id, at });
    } else if (heartbeat) {
      const { Gap } = JSON.parse(data) as { Gap?: { From: string; To: string } };
      if (Gap) this.seen.push({ gap: Gap, at });
    } else throw new Error(`no frame of a stream: ${frame}`);
  }
}
