import type { ServerResponse } from 'node:http';
import { heartbeatFrame } from '../../../ts/service/edge/stream/frame.js';
import { ScriptedService } from '../service/scriptedService.js';

export const SLOT = 1_782_958_200_000;
const SESSION = 'session-token-of-a-guest';

interface Sent {
  readonly id: string;
  readonly data: string;
}

/** A service with a stream of scores that the test writes, and that resumes like the real one. */
export class StreamingService {
  readonly sent: Sent[] = [];
  /** Requested paths, in order. */
  readonly asked: string[] = [];
  /** Lists by path. Default: empty ones. */
  readonly lists = new Map<string, string>();
  /** Events before this one are no longer kept. */
  oldest = 0;
  private readonly open = new Set<ServerResponse>();
  private service!: ScriptedService;

  static async start(): Promise<StreamingService> {
    const one = new StreamingService();
    one.service = await ScriptedService.listen((request, response) => {
      const path = request.url ?? '';
      if (path === '/auth/guest/start') return response.end(JSON.stringify({ token: SESSION }));
      one.asked.push(path);
      if (!path.startsWith('/api/scores/stream')) return response.end(one.lists.get(path) ?? '[]');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      one.resume(response, request.headers['last-event-id'] as string | undefined);
      one.open.add(response);
      response.once('close', () => one.open.delete(response));
      return undefined;
    });
    return one;
  }

  get url(): string {
    return this.service.url;
  }

  get session(): string {
    return SESSION;
  }

  /** Sends records with these numbers, written in a way that parsing and printing would change. */
  send(...seqs: readonly number[]): void {
    for (const seq of seqs)
      this.write({
        id: `${SLOT}:${seq}`,
        data: `{"Ts":${SLOT + seq}, "FixtureId":7,"Seq":${seq},"Stats":{"10":1,"2":1.0,"b":1e2}}`,
      });
  }

  write(event: Sent): void {
    this.sent.push(event);
    for (const response of this.open) response.write(frameOf(event));
  }

  heartbeat(time: number): void {
    for (const response of this.open) response.write(heartbeatFrame(time));
  }

  /** Breaks all connections. */
  drop(): void {
    for (const response of this.open) response.destroy();
  }

  async stop(): Promise<void> {
    this.drop();
    await this.service.close();
  }

  private resume(response: ServerResponse, after: string | undefined): void {
    response.write(heartbeatFrame(SLOT));
    if (after === undefined) {
      // Like the real one: a stream begins now.
      if (this.sent.length === 0) return;
    }
    const place = this.sent.findIndex(({ id }) => id === after);
    if (after !== undefined && place < this.oldest) {
      const last = this.sent.at(-1)?.id ?? `${SLOT}:0`;
      response.write(heartbeatFrame(SLOT, { Gap: { From: after, To: last } }));
      return;
    }
    for (const event of this.sent.slice(place + 1)) response.write(frameOf(event));
  }
}

const frameOf = ({ id, data }: Sent): string => `data: ${data}\nid: ${id}\n\n`;
