import { Writable } from 'node:stream';
import type { StreamSink } from '../../../ts/service/edge/stream/reader.js';

/** A reader in memory that accepts what it is sent or, once stopped, nothing. */
export class SlowSink extends Writable {
  private chunks: Buffer[] = [];
  private stopped = false;
  private goOn: (() => void) | null = null;

  constructor() {
    super({ highWaterMark: 1024 });
  }

  get sink(): StreamSink {
    return { body: this, connection: this };
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  /** The text since the last call. */
  take(): string {
    const { text } = this;
    this.chunks = [];
    return text;
  }

  stop(): void {
    this.stopped = true;
  }

  resume(): void {
    this.stopped = false;
    this.goOn?.();
    this.goOn = null;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const take = () => {
      this.chunks.push(chunk);
      done();
    };
    if (this.stopped) this.goOn = take;
    else take();
  }
}
