import { Keeper } from '../../../ts/keeper/keeper.js';
import type { KeeperOptions } from '../../../ts/keeper/keeperOptions.js';
import { KeeperMetrics } from '../../../ts/keeper/metrics.js';
import { systemTimers } from '../../../ts/sdk/client/timers.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { httpProofSource } from '../../../ts/sdk/prove/httpProofSource.js';
import type { SimulatedNode } from '../node.js';
import type { Running } from '../part.js';

export interface KeepingOptions {
  readonly node: SimulatedNode;
  readonly fetch: typeof fetch;
  readonly apiToken: string;
  readonly payer: KeyPair;
  readonly claim: boolean;
  readonly log: KeeperOptions['log'];
}

/** A process of `linesman keeper --claim`. */
export async function startKeeping({ node, fetch, apiToken, payer, claim, log }: KeepingOptions): Promise<Running> {
  const stopping = new AbortController();
  const keeper = new Keeper({
    chain: node,
    programs: LOCALNET_PROGRAM_IDS,
    source: httpProofSource({ baseUrl: 'http://service.test', apiToken, timers: systemTimers, fetch }),
    payer,
    timers: systemTimers,
    log,
    metrics: new KeeperMetrics(),
    claim,
  });
  const running = keeper.run(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
