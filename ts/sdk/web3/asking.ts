import type { Connection } from '@solana/web3.js';
import { type Busy, isBusy, patiently } from '../rpc/busyNode.js';
import { library } from './library.js';

/** Connections that already repeat requests to a busy node. */
export const PATIENT = new WeakSet<Connection>();

/** The error of web3.js for a response of 429. It has repeated the request, or was configured not to. */
const TOO_MANY_REQUESTS = /^429\b/;

/**
 * Sends the requests of a connection, and repeats them after a wait while its node is busy. Errors: CHAIN_NOT_REACHABLE
 * when it stays busy; all other errors are those of web3.js.
 */
export const asking =
  (connection: Connection) =>
  <T>(ask: () => Promise<T>): Promise<T> =>
    patiently(ask, (error): Busy | undefined => {
      if (error instanceof library().SolanaJSONRPCError && isBusy(error.code, error.message))
        return { after: PATIENT.has(connection) ? undefined : null, by: { rpcError: Number(error.code) } };
      const isLimited = error instanceof Error && TOO_MANY_REQUESTS.test(error.message);
      return isLimited ? { after: undefined, by: { status: 429 } } : undefined;
    });
