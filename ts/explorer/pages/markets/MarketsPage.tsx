import { isAddress } from '@linesman/sdk/program';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { useWorldWallet } from '../../wallet/useWorldWallet.js';
import { MarketDetail, NoMarket } from './MarketDetail.js';
import { MarketList } from './MarketList.js';
import { NewMarket } from './NewMarket.js';

/** `#/markets?fixture=…`, `#/markets/new?fixture=…`, `#/markets/<address>`. */
export default function MarketsPage({ route }: PageProps) {
  const { rpc } = useSettings();
  useWorldWallet();
  const [first] = route.rest;
  if (rpc === null)
    return (
      <div class="page narrow">
        <h1>Markets</h1>
        <p class="lead">
          Markets are on chain: enter an RPC node in the <a href={linkTo('settings')}>settings</a>.
        </p>
      </div>
    );
  if (first === 'new') return <NewMarket fixture={route.parameters.get('fixture')} />;
  if (first === undefined) return <MarketList fixture={route.parameters.get('fixture')} />;
  return isAddress(first) ? <MarketDetail key={first} address={first} /> : <NoMarket text={first} />;
}
