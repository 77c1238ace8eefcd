import { StreamReader } from './streamReader.js';

/**
 * Reads a stream from one of several edges. When that edge goes away, resumes at another after the last complete event.
 */
export class RoamingReader {
  /** All events, heartbeats included, without events cut off by a broken connection. */
  text = '';
  /** Connections so far. */
  connections = 0;
  /** Id of the last event that had one; empty: none yet. */
  lastId = '';
  private stopped = false;
  private current: StreamReader | undefined;
  private readonly done: Promise<void>;

  /** `edges` returns the URLs to try, in order. */
  constructor(
    private readonly edges: () => readonly string[],
    private readonly path: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.done = this.read();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.current?.close();
    await this.done;
  }

  private async read(): Promise<void> {
    for (let attempt = 0; !this.stopped; attempt++) {
      const edges = this.edges();
      const resume = this.lastId === '' ? {} : { 'last-event-id': this.lastId };
      const reader = await StreamReader.open(`${edges[attempt % edges.length]}${this.path}`, {
        ...this.headers,
        ...resume,
      }).catch(() => undefined);
      if (reader?.status !== 200) {
        reader?.close();
        // A short pause, so that a busy machine does not spin on reconnects.
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      attempt = -1;
      this.connections++;
      this.current = reader;
      const take = (): boolean => {
        const events = reader.takeEvents();
        this.text += events;
        this.lastId = [...events.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? this.lastId;
        return false;
      };
      await reader.until(take).catch(() => {});
      take();
    }
  }
}
