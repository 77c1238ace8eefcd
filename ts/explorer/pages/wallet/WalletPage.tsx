import { useEffect, useState } from 'preact/hooks';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Problem } from '../../shared/Problem.js';
import { chainAccess, type Difference, differencesOf } from '../../wallet/chain.js';
import { useWorldWallet } from '../../wallet/useWorldWallet.js';
import { useWallet } from '../../wallet/wallet.js';
import type { Surroundings } from '../../wallet/world.js';
import { Subscribe } from './Subscribe.js';
import { WalletChoice } from './WalletChoice.js';
import { WorldSpeed } from './WorldSpeed.js';

/** The wallet that signs, its money, its subscription; and the speed of an embedded world. */
export default function WalletPage({ route }: PageProps) {
  const back = route.parameters.get('back');
  const { rpc } = useSettings();
  const around = useWorldWallet();
  const wallet = useWallet();
  const { differences, error } = useDifferences(around);
  return (
    <div class="page narrow">
      <h1>Wallet</h1>
      {back?.startsWith('markets') && (
        <p>
          <a class="button" href={`#/${back}`}>
            Back to the market
          </a>
        </p>
      )}
      {rpc === null && (
        <p class="lead">
          A wallet needs an RPC node of the chain: enter one in the <a href={linkTo('settings')}>settings</a>.
        </p>
      )}
      {error !== null && <Problem error={error} />}
      {differences.length > 0 && (
        <div class="problem" role="alert">
          <p class="sentence">The service belongs to another deployment than this page uses.</p>
          <ul>
            {differences.map(({ what, service, ours }) => (
              <li key={what}>
                {what}: the service uses <code>{service}</code>, this page uses <code>{ours}</code>
              </li>
            ))}
          </ul>
          <p>
            Ask someone you trust which one is right; this page uses the programs in the{' '}
            <a href={linkTo('settings')}>settings</a>.
          </p>
        </div>
      )}
      {around.world && <WorldSpeed around={around} />}
      <WalletChoice isEmbedded={around.deployment?.chain === 'embedded'} />
      {wallet && <Subscribe key={wallet.address} wallet={wallet} />}
    </div>
  );
}

function useDifferences({ deployment }: Surroundings): {
  readonly differences: readonly Difference[];
  readonly error: unknown;
} {
  const settings = useSettings();
  const [found, setFound] = useState<{ differences: readonly Difference[]; error: unknown }>({
    differences: [],
    error: null,
  });
  // `chainAccess` uses the settings.
  useEffect(() => {
    let isWanted = true;
    const show = (differences: readonly Difference[], error: unknown): void => {
      if (isWanted) setFound({ differences, error });
    };
    chainAccess()?.then(
      ({ programs, config }) => show(deployment ? differencesOf(deployment, programs, config) : [], null),
      (error: unknown) => show([], error),
    );
    return () => {
      isWanted = false;
    };
  }, [deployment, settings]);
  return found;
}
