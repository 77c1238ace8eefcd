/** The result of `/readyz`: the failing checks, none when ready; `gone`: the process does not answer. */
export type Readiness = readonly string[] | 'gone';

/** ms between polls; the answer is at most a second old. */
const PAUSE = 100;

/** Polls whether a process is ready. */
export class ReadyzWatch {
  /** Results since `forget`, without repetitions. The last one is current. */
  seen: Readiness[] = [];
  private stopped = false;
  private readonly done: Promise<void>;

  /** `name` appears in failure messages. */
  constructor(
    readonly name: string,
    private readonly url: string,
  ) {
    this.done = this.watch();
  }

  get now(): Readiness | undefined {
    return this.seen.at(-1);
  }

  /** Ready, as far as known. */
  get isReady(): boolean {
    return this.now !== undefined && this.now !== 'gone' && this.now.length === 0;
  }

  fails(check: string): boolean {
    return this.now !== undefined && this.now !== 'gone' && this.now.includes(check);
  }

  /** Discards all results but the last. */
  forget(): void {
    this.seen = this.seen.slice(-1);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
  }

  private async watch(): Promise<void> {
    while (!this.stopped) {
      const now = await this.ask();
      if (JSON.stringify(now) !== JSON.stringify(this.now)) this.seen.push(now);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  private async ask(): Promise<Readiness> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${this.url}/readyz`, { headers: { accept: 'application/json' } });
      status = response.status;
      text = await response.text();
    } catch {
      return 'gone';
    }
    const { ready, checks } = JSON.parse(text) as { ready: boolean; checks: { name: string; ok: boolean }[] };
    const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    // The status and the checks must agree.
    if (ready !== (status === 200) || ready !== (failing.length === 0) || ![200, 503].includes(status))
      return [`${status} ${text}`];
    return failing;
  }
}
