import type { Server } from 'node:http';
import type { RealTime } from '../clock/clock.js';
import { type StreamClock, systemStreamClock } from '../edge/stream/streamClock.js';

/** A step of shutdown, after the HTTP side has closed. */
export interface CloseStep {
  /** For the log. */
  readonly name: string;
  run(): unknown;
}

export interface CloseOptions {
  /** The HTTP side: `close` accepts no new connections, ends streams and finishes running requests. */
  readonly app: { close(): PromiseLike<unknown>; readonly server: Pick<Server, 'closeAllConnections'> };
  /** Reports not-ready first. */
  readonly readiness?: { stop(): void };
  /**
   * ms between reporting not-ready and closing, for load balancers to notice. Requests are still answered. Default 0.
   */
  readonly notice?: number;
  /** ms after that until busy connections are cut. Default 10,000. */
  readonly requests?: number;
  /** ms from the start until shutdown gives up. Default 30,000. */
  readonly deadline?: number;
  /** Run in order: record intake, then sealing and publishing, then their dependencies. */
  readonly steps?: readonly CloseStep[];
  /** Called when a step fails; later steps still run. */
  readonly onFailure?: (name: string, error: unknown) => void;
  /** Real time. */
  readonly clock?: StreamClock<RealTime>;
}

/** `closed`: completed. `deadline`, `atOnce`: gave up, cut all connections and left unfinished steps running. */
export type Closed = 'closed' | 'deadline' | 'atOnce';

/**
 * Shuts the service down in order: not-ready, notice period, HTTP side, steps. Aborting `atOnce` (a second signal)
 * skips the rest. Never throws. Giving up is as safe as killing the process: no stored data is harmed.
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
    // Closes the listeners too, in case they are still open.
    void Promise.resolve(app.close()).catch(() => {});
    cut();
  }
  return closed;
}
