import { type AuthStore, extendedEnd, type Subscription, type Terms } from '../auth/index.js';
import type { Store, StoredSubscription } from '../store/index.js';

/** Tokens and subscriptions in the database; of a token only its hash gets there. */
export function storeAuth({ subscriptions }: Pick<Store, 'subscriptions'>): AuthStore {
  return {
    token: async (hash) => {
      const found = await subscriptions.token(hash);
      return found && { ...found, subscription: found.subscription && subscriptionOf(found.subscription) };
    },
    subscription: async (wallet) => {
      const found = await subscriptions.find(wallet);
      return found && subscriptionOf(found);
    },
    isActivated: (txSig) => subscriptions.isActivated(txSig),
    activate: async ({ terms, ...activation }) => {
      const { now, weeks } = activation;
      const stored = await subscriptions.activate({
        ...activation,
        terms: JSON.stringify(terms),
        endAfter: (endSoFar) => extendedEnd(now, endSoFar, weeks),
      });
      return stored && subscriptionOf(stored);
    },
  };
}

const subscriptionOf = ({ wallet, endsAt, terms }: StoredSubscription): Subscription => ({
  wallet,
  endsAt,
  terms: JSON.parse(terms) as Terms,
});
