import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenOn } from '../roots/chain/listenOn.js';

export interface Place {
  readonly host: string;
  /** 0: any free port, and nothing to check. */
  readonly port: number;
}

/**
 * Refuses ports that are in use. A service opens its ports last, after long work, so they are checked before that work.
 * Errors: PORT_TAKEN.
 */
export async function checkPortsFree(places: readonly Place[]): Promise<void> {
  for (const { host, port } of places) {
    if (port === 0) continue;
    const probe = createServer();
    await listenOn(probe, host, port);
    await once(probe.close(), 'close');
  }
}
