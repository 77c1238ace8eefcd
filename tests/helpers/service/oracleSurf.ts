import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { sendTransaction } from '../../../ts/sdk/program/transaction/send.js';
import { openRpcNode } from '../../../ts/sdk/rpc/openRpcNode.js';
import { oracleRootsChain } from '../../../ts/service/roots/publish/oracleRootsChain.js';
import type { RootsChain } from '../../../ts/service/roots/publish/rootsChain.js';
import { CONFIG, configBytes, ORACLE, ROLES } from '../oracleBank.js';
import { Surf } from '../surfpool.js';

/** A chain with the oracle program and its configuration, whose publisher has lamports. */
export function startOracleSurf(): Surf {
  const surf = Surf.start(ORACLE);
  if (!surf) throw new Error('surfpool does not start');
  surf.fund(ROLES.publisher.address);
  surf.put(CONFIG.address, ORACLE.programId, configBytes());
  return surf;
}

export interface RootsOverRpc {
  readonly url: string;
  /** Request timeout, ms. Default: as in production. */
  readonly timeLimit?: number;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** ms between two polls of a transaction. Default 5. */
  readonly poll?: number;
  readonly payer?: KeyPair;
}

/** The roots accounts of the oracle program, reached over RPC as in the service. */
export function rootsOverRpc({
  url,
  timeLimit,
  fetch: ask,
  poll = 5,
  payer = ROLES.publisher,
}: RootsOverRpc): RootsChain {
  const chain = openRpcNode(url, { ...(timeLimit !== undefined && { timeLimit }), ...(ask && { fetch: ask }) });
  return oracleRootsChain({
    oracle: ORACLE.programId,
    publisher: payer.address,
    chain,
    send: async (instruction) => {
      await sendTransaction({
        chain,
        programs: LOCALNET_PROGRAM_IDS,
        payer,
        instructions: [instruction],
        sleep: () => new Promise((resolve) => setTimeout(resolve, poll)),
        attempts: 1,
      });
    },
  });
}
