import { useEffect } from 'preact/hooks';
import { chooseWallet } from './chooseWallet.js';
import { reopenTestWallet } from './testWallets.js';
import { currentWallet } from './wallet.js';
import { type Surroundings, useSurroundings } from './world.js';

/**
 * The facts about the service's chain, with the tab's test wallet opened where the chain is embedded. On any other
 * chain the test wallet is closed, because a page must not hold a key to real money.
 */
export function useWorldWallet(): Surroundings {
  const around = useSurroundings();
  const chain = around.deployment?.chain;
  useEffect(() => {
    if (chain === 'embedded' && currentWallet.value === null) reopenTestWallet();
    if (chain === 'cluster' && currentWallet.value?.kind === 'test') chooseWallet(null);
  }, [chain]);
  return around;
}
