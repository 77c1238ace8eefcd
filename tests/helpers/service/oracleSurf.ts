import type { Keypair } from '@solana/web3.js';
import { LOCALNET_PROGRAM_IDS, rpcConnection, rpcSendingChain, sendTransaction } from '../../../ts/program/index.js';
import { oracleRootsChain, type RootsChain } from '../../../ts/service/publish/index.js';
import { CONFIG, configBytes, ORACLE, ROLES } from '../oracleBank.js';
import { Surf } from '../surfpool.js';

/** A chain with the oracle program and its configuration, whose publisher has lamports. */
export function startOracleSurf(): Surf {
  const surf = Surf.start(ORACLE);
  if (!surf) throw new Error('surfpool does not start');
  surf.fund(ROLES.publisher.publicKey);
  surf.put(CONFIG.address, ORACLE.programId, configBytes());
  return surf;
}

export interface RootsOverRpc {
  readonly url: string;
  /** ms that a request may take; as in production when left out. */
  readonly timeLimit?: number;
  /** In place of the platform's own. */
  readonly fetch?: typeof fetch;
  /** ms between two looks at a transaction. Default 5. */
  readonly poll?: number;
  readonly payer?: Keypair;
}

/** The roots accounts of the oracle program, reached by RPC as the service does. */
export function rootsOverRpc({
  url,
  timeLimit,
  fetch: ask,
  poll = 5,
  payer = ROLES.publisher,
}: RootsOverRpc): RootsChain {
  const chain = rpcSendingChain(rpcConnection(url, { timeLimit, fetch: ask }));
  return oracleRootsChain({
    oracle: ORACLE.programId,
    publisher: payer.publicKey,
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
