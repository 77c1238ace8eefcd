import { type Connection, SolanaJSONRPCError } from '@solana/web3.js';
import { type Busy, isBusy, patiently } from '../rpc/busyNode.js';

/** Connections that ask a busy node again by themselves. */
export const PATIENT = new WeakSet<Connection>();

/** How web3.js says that a response was 429. It has repeated the request, or was configured not to. */
const TOO_MANY_REQUESTS = /^429\b/;

/**
 * Sends the requests of a connection, again after a wait while its node is busy. Errors: CHAIN_NOT_REACHABLE when it
 * stays busy; every other one is of web3.js.
 */
export const asking =
  (connection: Connection) =>
  <T>(ask: () => Promise<T>): Promise<T> =>
    patiently(ask, (error): Busy | undefined => {
      if (error instanceof SolanaJSONRPCError && isBusy(error.code, error.message))
        return { after: PATIENT.has(connection) ? undefined : null, by: { rpcError: Number(error.code) } };
      const isLimited = error instanceof Error && TOO_MANY_REQUESTS.test(error.message);
      return isLimited ? { after: undefined, by: { status: 429 } } : undefined;
    });
