import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ROOT, start } from '../cli.js';
import { Changes } from './changes.js';

/** The first output of the service: its addresses. */
export interface Listening {
  readonly event: 'listening';
  readonly url: string;
  readonly metrics: string | null;
  readonly rpc: string;
  readonly websocket: string;
  readonly time: string;
  readonly apiTokenFile: string;
  readonly sessionTokenFile: string;
  readonly wallet: string;
  readonly stablecoin: string;
  readonly matches: readonly { readonly fixtureId: number; readonly script: string }[];
  readonly ingestSocket: string | null;
}
export type ServeEvent =
  | Listening
  | { readonly event: 'step'; readonly what: string }
  | { readonly event: 'phase'; readonly phase: string; readonly ms: number }
  | { readonly event: 'published'; readonly kind: string; readonly slotStart: number }
  | { readonly event: 'alarm' | 'failure'; readonly number?: number; readonly message: string; readonly stack?: string }
  | { readonly event: 'stopping' };
/** The last output of a failed start. */
export interface ServeError {
  readonly error: { readonly number: number; readonly message: string };
}

/** Credentials that open everything, for a service with its own chain. */
export function tokensOf({ sessionTokenFile, apiTokenFile }: Listening): Record<string, string> {
  const [session, token] = [sessionTokenFile, apiTokenFile].map((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8').trim(),
  );
  return { authorization: `Bearer ${session}`, 'x-api-token': `${token}` };
}

const running = new Set<ServeProcess>();
process.once('exit', () => {
  for (const one of running) one.signal('SIGKILL');
});

/** `linesman serve --json` as a process that stops at once, without the delay for load balancers. */
export class ServeProcess {
  readonly events: ServeEvent[] = [];
  error: ServeError['error'] | null = null;
  stderr = '';
  ended: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | null = null;
  private readonly child: ReturnType<typeof start>;
  private readonly closed: Promise<unknown>;
  private readonly changes = new Changes();

  /** `before`: a script to preload. */
  constructor(args: readonly string[], before?: string) {
    this.child = start('ts/cli/main.ts', ['serve', '--json', '--drain', '0', ...args], before);
    running.add(this);
    this.child.stdin.end();
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as ServeEvent | ServeError;
      if ('event' in said) this.events.push(said);
      else this.error = said.error;
      this.changes.tell();
    });
    this.closed = once(this.child, 'close').then(([code, signal]) => {
      running.delete(this);
      this.ended = { code, signal };
      this.changes.tell();
    });
  }

  /** Kills everything that a test has left running. */
  static async killAll(): Promise<void> {
    await Promise.all([...running].map((one) => one.end('SIGKILL')));
  }

  /** Waits for an event. Fails when the process ends first. */
  async until<T extends ServeEvent>(fits: (event: ServeEvent) => event is T): Promise<T>;
  async until(fits: (event: ServeEvent) => boolean): Promise<ServeEvent>;
  async until(fits: (event: ServeEvent) => boolean): Promise<ServeEvent> {
    for (;;) {
      const found = this.events.find(fits);
      if (found) return found;
      if (this.ended)
        throw new Error(
          `serve has ended: ${JSON.stringify([this.ended, this.error, this.events.at(-1), this.stderr])}`,
        );
      await this.changes.next();
    }
  }

  listening(): Promise<Listening> {
    return this.until((event): event is Listening => event.event === 'listening');
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<NonNullable<ServeProcess['ended']>> {
    this.signal(signal);
    return this.exit();
  }

  async exit(): Promise<NonNullable<ServeProcess['ended']>> {
    await this.closed;
    return this.ended as NonNullable<ServeProcess['ended']>;
  }
}
