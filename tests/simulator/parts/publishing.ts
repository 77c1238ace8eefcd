import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { DatabaseClock } from '../../../ts/service/clock/databaseClock.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { runBatches } from '../../../ts/service/roots/publish/batchLoop.js';
import { publisherRootsChain } from '../../../ts/service/roots/publish/oracleRootsChain.js';
import { Publisher } from '../../../ts/service/roots/publish/publisher.js';
import type { RootsChain } from '../../../ts/service/roots/publish/rootsChain.js';
import { Sealer } from '../../../ts/service/roots/seal/sealer.js';
import type { SimulatedNode } from '../node.js';
import type { Running } from '../part.js';

export interface PublishingOptions {
  readonly store: Store;
  readonly node: SimulatedNode;
  readonly payer: KeyPair;
  /** Name of the process. */
  readonly holder: string;
  readonly around?: (chain: RootsChain) => RootsChain;
  /** Called when a slot has a different root on chain. */
  readonly onAlarm: (alarm: Error) => void;
}

/** A process that seals and publishes, as `linesman serve --role publish` does. */
export async function startPublishing(options: PublishingOptions): Promise<Running> {
  const { store, node: chain, payer, holder, around = (roots) => roots, onAlarm } = options;
  const [stopping, givingUp] = [new AbortController(), new AbortController()];
  const clock = await DatabaseClock.start({ time: () => store.time(), onFailure: () => {} });
  const following = clock.follow(stopping.signal);
  const roots = around(publisherRootsChain({ programs: LOCALNET_PROGRAM_IDS, payer, chain }));
  const publisher = new Publisher({ store, clock, chain: roots, holder, giveUp: givingUp.signal, parallel: 8 });
  const running = runBatches({ sealer: new Sealer({ store, clock }), publisher, clock, onAlarm }, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      const late = setTimeout(() => givingUp.abort(), 5_000);
      await Promise.all([running, following]);
      clearTimeout(late);
    },
  };
}
