import { fail, WALLET_NOT_SHARED } from '@linesman/sdk/error';
import type { StandardWallet } from '@linesman/sdk/wallet';
import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../../frame/store.js';
import { CopyButton } from '../../shared/CopyButton.js';
import { Problem } from '../../shared/Problem.js';
import { requireClient } from '../../wallet/chain.js';
import { chooseWallet } from '../../wallet/chooseWallet.js';
import { openTestWallet, TEST_NAMES } from '../../wallet/testWallets.js';
import { useTask } from '../../wallet/useTask.js';
import { BalanceText, useBalances } from '../../wallet/WalletBar.js';
import { sharedAccounts, useWallet, type Wallet } from '../../wallet/wallet.js';

/** The faucet's amounts: enough for a subscription in real time, and for bets. */
const GIFT = { sol: 10, stablecoin: 100_000 } as const;

/** Opens a wallet: a test wallet on the embedded chain, or one of the browser. */
export function WalletChoice({ isEmbedded }: { readonly isEmbedded: boolean }) {
  const wallet = useWallet();
  const money = useTask();
  const [funded, setFunded] = useState(0);
  const balances = useBalances(wallet, funded);
  return (
    <section class="card" aria-labelledby="wallets">
      <h2 id="wallets">Your wallet</h2>
      {wallet && (
        <>
          <p>
            <strong>{wallet.name}</strong> <code>{wallet.address}</code>{' '}
            <CopyButton text={wallet.address} of="address" />
          </p>
          <section aria-label="Balances">
            <BalanceText balances={balances} />
          </section>
        </>
      )}
      <div class="actions">
        {isEmbedded &&
          TEST_NAMES.map((name) => (
            <button
              key={name}
              type="button"
              class={wallet?.name === name ? '' : 'plain'}
              aria-pressed={wallet?.name === name}
              onClick={() => chooseWallet(openTestWallet(name))}
            >
              {name}
            </button>
          ))}
        {wallet?.kind === 'test' && (
          <button
            type="button"
            disabled={money.isRunning}
            onClick={() =>
              money.run(async () => {
                await requireClient().world.fund({ wallet: wallet.address, ...GIFT });
                setFunded(funded + 1);
              })
            }
          >
            Get test money
          </button>
        )}
      </div>
      {money.error !== null && <Problem error={money.error} />}
      {isEmbedded && (
        <p class="hint">
          Anna and Ben are test wallets: their keys exist only in this tab, and their money only on the chain of this
          service.
        </p>
      )}
      <BrowserWallets current={wallet} />
    </section>
  );
}

/** Wallets of the browser. Their code is loaded on demand. */
function BrowserWallets({ current }: { readonly current: Wallet | null }) {
  const [isAsked, setAsked] = useState(current?.kind === 'standard');
  const [found, setFound] = useState<readonly StandardWallet[]>([]);
  const accounts = useStore(sharedAccounts);
  const task = useTask();
  useEffect(() => {
    if (!isAsked) return;
    let end: (() => void) | undefined;
    let isWanted = true;
    void import('../../wallet/standardWallets.js').then(({ watchStandardWallets }) => {
      if (isWanted) end = watchStandardWallets(setFound);
    });
    return () => {
      isWanted = false;
      end?.();
    };
  }, [isAsked]);
  const connect = async (wallet: StandardWallet): Promise<void> => {
    const { connectStandardWallet } = await import('../../wallet/standardWallets.js');
    if (!(await connectStandardWallet(wallet))) fail(WALLET_NOT_SHARED, { wallet: wallet.name });
  };
  if (!isAsked)
    return (
      <p class="actions">
        <button type="button" class="plain" onClick={() => setAsked(true)}>
          Connect a wallet in this browser
        </button>
      </p>
    );
  return (
    <>
      {found.length === 0 && <p role="status">No wallet for Solana is installed in this browser.</p>}
      <div class="actions">
        {found.map((wallet) => (
          <button
            key={wallet.name}
            type="button"
            class={current?.name === wallet.name ? '' : 'plain'}
            disabled={task.isRunning}
            onClick={() => task.run(() => connect(wallet))}
          >
            {wallet.name}
          </button>
        ))}
      </div>
      {current?.kind === 'standard' && accounts.length > 1 && (
        <fieldset class="actions">
          <legend>Account</legend>
          {accounts.map((account) => (
            <button
              key={account.address}
              type="button"
              class={current.address === account.address ? '' : 'plain'}
              aria-pressed={current.address === account.address}
              onClick={() => chooseWallet(account)}
            >
              {account.address.slice(0, 4)} … {account.address.slice(-4)}
            </button>
          ))}
        </fieldset>
      )}
      {task.error !== null && <Problem error={task.error} />}
    </>
  );
}
