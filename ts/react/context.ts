import type { Linesman } from '@linesman/sdk/dapp';
import { fail, loadErrorTexts, MISSING_OPTION } from '@linesman/sdk/error';
import { marketAccount } from '@linesman/sdk/program';
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { type Live, live } from './live.js';

export interface LinesmanProviderProps {
  /**
   * What `createLinesman` returns. Create it once, outside of components or in `useMemo`: it remembers which
   * transactions may still land, and another one does not.
   */
  readonly linesman: Linesman;
  readonly children?: ReactNode;
}

export interface Provided {
  readonly linesman: Linesman;
  /** Calls its listeners after every change of a market. All hooks share one subscription to the chain. */
  readonly changes: Pick<Live<null>, 'subscribe' | 'set'>;
}

const Context = createContext<Provided | null>(null);

/**
 * Gives the hooks of this package the deployment, the service and the wallet that they work with.
 *
 * @example
 * ```ts
 * import { LinesmanProvider } from '@linesman/react';
 * import { createLinesman } from '@linesman/sdk/dapp';
 * import { createElement, type ReactElement } from 'react';
 *
 * const linesman = createLinesman({ rpc: 'http://127.0.0.1:8899', service: 'http://127.0.0.1:8080' });
 * export const withLinesman = (app: ReactElement) => createElement(LinesmanProvider, { linesman }, app);
 * ```
 */
export function LinesmanProvider({ linesman, children }: LinesmanProviderProps): ReactElement {
  const provided = useMemo(() => ({ linesman, changes: marketChanges(linesman) }), [linesman]);
  useEffect(() => {
    // Without them, errors in a bundle have a number and a name.
    loadErrorTexts().catch(() => {});
  }, []);
  return createElement(Context.Provider, { value: provided }, children);
}

export function useProvided(): Provided {
  const option = 'LinesmanProvider';
  const expected = 'what createLinesman returns to a provider around the component, and its value';
  return useContext(Context) ?? fail(MISSING_OPTION, { function: 'useLinesman', option, value: undefined, expected });
}

/**
 * The `Linesman` of the provider, for what has no hook. Errors: MISSING_OPTION outside of a provider, like all hooks.
 *
 * @example
 * ```ts
 * import { useLinesman } from '@linesman/react';
 *
 * export const useTermsFor = (fixture: number) => useLinesman().termsFor({ fixture, where: 'k1 - k2 > 0' });
 * ```
 */
export const useLinesman = (): Linesman => useProvided().linesman;

function marketChanges({ chain, programs }: Linesman): Live<null> {
  const markets = [{ offset: 0, bytes: marketAccount.discriminator }];
  const changes = live(null, (signal) => {
    const end = chain.watch(programs.settlement, markets, () => changes.set(null));
    signal.addEventListener('abort', end, { once: true });
  });
  return changes;
}
