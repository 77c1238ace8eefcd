import { wholeTokens } from 'linesman/program';
import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../frame/route.js';
import { type Balances, balancesOf, DECIMALS, SOL_DECIMALS } from './balances.js';
import { chainAccess } from './chain.js';
import { useWallet, type Wallet } from './wallet.js';

/** ms between two looks at the balances. */
const LOOK = 5_000;

/** Balances of a wallet, read again after each change of `after`; null until they are known. */
export function useBalances(wallet: Wallet | null, after?: unknown): Balances | null {
  const [found, setFound] = useState<{ readonly of: Wallet; readonly balances: Balances }>();
  // `after` says that they may have changed.
  useEffect(() => {
    if (!wallet) return;
    let isWanted = true;
    const look = async (): Promise<void> => {
      const access = await chainAccess();
      if (!access) return;
      const balances = await balancesOf(access, wallet.address);
      if (isWanted) setFound({ of: wallet, balances });
    };
    const tried = (): void => void look().catch(() => {});
    tried();
    const timer = setInterval(tried, LOOK);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [wallet, after]);
  return found && found.of === wallet ? found.balances : null;
}

/** The wallet that signs, in one line. */
export function WalletBar({ after }: { readonly after?: unknown }) {
  const wallet = useWallet();
  const balances = useBalances(wallet, after);
  return (
    <p class="wallet-bar">
      {wallet ? (
        <>
          <strong>{wallet.name}</strong> <BalanceText balances={balances} />
        </>
      ) : (
        'No wallet is open.'
      )}{' '}
      <a href={linkTo('wallet')}>{wallet ? 'Wallet' : 'Open a wallet'}</a>
    </p>
  );
}

export const BalanceText = ({ balances }: { readonly balances: Balances | null }) =>
  balances === null ? (
    <span class="quiet">…</span>
  ) : (
    <span>
      <span class="amount">{wholeTokens(balances.stablecoin, DECIMALS)}</span> stablecoins,{' '}
      {wholeTokens(balances.serviceTokens, DECIMALS)} service tokens, {wholeTokens(balances.lamports, SOL_DECIMALS)} SOL
    </span>
  );
