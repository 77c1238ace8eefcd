import { type AuthStore, nextPeriod } from '../auth/index.js';
import type { Store } from '../store/index.js';

/** Tokens and subscriptions in the database, which stores only the hash of a token. */
export function storeAuth({ subscriptions }: Pick<Store, 'subscriptions'>): AuthStore {
  return {
    token: (hash, now) => subscriptions.token(hash, now),
    activation: (txSig) => subscriptions.activation(txSig),
    repeat: (repeat) => subscriptions.repeat(repeat),
    endToken: (hash) => subscriptions.endToken(hash),
    activate: (activation) => {
      const { now, weeks } = activation;
      return subscriptions.activate({ ...activation, periodAfter: (lastEnd) => nextPeriod(now, lastEnd, weeks) });
    },
  };
}
