import { useEffect, useRef } from 'preact/hooks';
import { linkTo } from '../frame/route.js';
import { tokensText } from '../shared/tokensText.js';
import { usePolled } from '../shared/usePolled.js';
import { type Balances, balancesOf, DECIMALS, SOL_DECIMALS } from './balances.js';
import { chainAccess } from './chain.js';
import { useWallet, type Wallet } from './wallet.js';

/** ms between two reads of the balances. */
const LOOK = 5_000;

/** Balances of a wallet, read again after each change of `after`; null until they are known. */
export function useBalances(wallet: Wallet | null, after?: unknown): Balances | null {
  const { value, again } = usePolled(
    async () => {
      const access = wallet && (await chainAccess());
      return access && (await balancesOf(access, wallet.address));
    },
    LOOK,
    [wallet],
  );
  const before = useRef(after);
  useEffect(() => {
    if (before.current === after) return;
    before.current = after;
    again();
  });
  return value;
}

/** The current page, so that the page of the wallet can link back to it. */
const here = (): string => location.hash.replace(/^#\/?/, '');

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
      <a href={linkTo('wallet', { back: here() })}>{wallet ? 'Wallet' : 'Open a wallet'}</a>
    </p>
  );
}

export const BalanceText = ({ balances }: { readonly balances: Balances | null }) =>
  balances === null ? (
    <span class="quiet">…</span>
  ) : (
    <span>
      <span class="amount">{tokensText(balances.stablecoin, DECIMALS)}</span> stablecoins,{' '}
      {tokensText(balances.serviceTokens, DECIMALS)} service tokens, {tokensText(balances.lamports, SOL_DECIMALS)} SOL
    </span>
  );
