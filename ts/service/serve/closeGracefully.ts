import type { Server } from 'node:http';
import type { RealTime } from '../clock/index.js';
import { type StreamClock, systemStreamClock } from '../edge/stream/index.js';

/** What is closed after the HTTP side, in its order. */
export interface CloseStep {
  /** For the log. */
  readonly name: string;
  run(): unknown;
}

export interface CloseOptions {
  /** The HTTP side: no new connection, streams end, running requests finish. */
  readonly app: { close(): PromiseLike<unknown>; readonly server: Pick<Server, 'closeAllConnections'> };
  /** Turned to not ready first. */
  readonly readiness?: { stop(): void };
  /** ms between not being ready and closing, for balancers to notice; requests are answered as ever. Default 0. */
  readonly notice?: number;
  /** ms from then on until connections that are still busy are cut. Default 10,000. */
  readonly requests?: number;
  /** ms from the beginning until nothing is waited for any more. Default 30,000. */
  readonly deadline?: number;
  /** One after the other: what takes records in, what seals and publishes, then what they stand on. */
  readonly steps?: readonly CloseStep[];
  /** Told of a step that failed; the others are done all the same. */
  readonly onFailure?: (name: string, error: unknown) => void;
  /** Time of the machine. */
  readonly clock?: StreamClock<RealTime>;
}

/** `closed`: all is done. `deadline`, `atOnce`: given up; connections are cut, and steps that had not ended are left where they were. */
export type Closed = 'closed' | 'deadline' | 'atOnce';

/**
 * Ends the service in order: not ready, notice, HTTP side, steps. `atOnce` is aborted when somebody insists (a second signal). Never
 * throws. What is left undone harms nothing that is stored; it is as if the process had been killed.
 */
export async function closeGracefully(options: CloseOptions, atOnce?: AbortSignal): Promise<Closed> {
  const { app, readiness, notice = 0, requests = 10_000, deadline = 30_000, steps = [] } = options;
  const { onFailure, clock = systemStreamClock } = options;
  const cut = (): void => app.server.closeAllConnections();
  const cancels: (() => void)[] = [];
  const after = (ms: number, run: () => void): void => {
    cancels.push(clock.at(clock.now() + ms, run));
  };
  let over: Closed | undefined;
  const givenUp = new Promise<Closed>((resolve) => {
    const giveUp = (why: Closed): void => {
      over ??= why;
      resolve(over);
    };
    after(deadline, () => giveUp('deadline'));
    if (atOnce?.aborted) giveUp('atOnce');
    const insist = (): void => giveUp('atOnce');
    atOnce?.addEventListener('abort', insist);
    cancels.push(() => atOnce?.removeEventListener('abort', insist));
  });
  const attempt = async (name: string, run: () => unknown): Promise<void> => {
    if (over) return;
    try {
      await run();
    } catch (error) {
      onFailure?.(name, error);
    }
  };
  const inOrder = async (): Promise<Closed> => {
    readiness?.stop();
    if (notice > 0) await new Promise<void>((resolve) => after(notice, resolve));
    await attempt('http', () => {
      after(requests, cut);
      return app.close();
    });
    for (const { name, run } of steps) await attempt(name, run);
    return 'closed';
  };
  const closed = await Promise.race([givenUp, inOrder()]);
  for (const cancel of cancels) cancel();
  if (closed !== 'closed') {
    // Listeners as well, if it had not come so far.
    void Promise.resolve(app.close()).catch(() => {});
    cut();
  }
  return closed;
}
