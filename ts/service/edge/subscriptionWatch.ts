import { wait } from '../clock/index.js';
import type { SubscriptionStore } from '../data/store/index.js';
import type { Wake } from '../wake/index.js';
import type { KeptOwners } from './auth/index.js';
import type { StreamHub } from './stream/index.js';

/** ms from one look to the next: what is revoked elsewhere ends within 5 s, so one look may be late by as much again. */
export const SUBSCRIPTION_INTERVAL = 2_000;

export interface SubscriptionWatchOptions {
  readonly subscriptions: Pick<SubscriptionStore, 'versions'>;
  readonly hub: Pick<StreamHub, 'wallets' | 'refresh' | 'refreshChanged'>;
  readonly wake: Pick<Wake, 'listen'>;
  /** What is kept of tokens: it is brought up to date before the streams ask. */
  readonly owners?: Pick<KeptOwners, 'forget' | 'compare'>;
  /**
   * ms of the machine's clock after which a change is noticed that nobody told of. Default 2,000: what is revoked elsewhere ends here within
   * 5 s, whether anybody tells of it or not.
   */
  readonly interval?: number;
  /** Told when the subscriptions could not be read; that is repeated after `interval`. */
  readonly onFailure?: (error: unknown) => void;
}

/** Brings what other processes activated to the open streams of this one: at once when it is told, else at the next look, until the signal is aborted. */
export async function watchSubscriptions(options: SubscriptionWatchOptions, signal: AbortSignal): Promise<void> {
  const { subscriptions, hub, wake, owners, interval = SUBSCRIPTION_INTERVAL, onFailure } = options;
  const stopListening = wake.listen({
    onSubscription: (wallet) => {
      owners?.forget(wallet);
      void hub.refresh(wallet);
    },
  });
  while (!signal.aborted) {
    await wait(interval, signal);
    if (signal.aborted) break;
    try {
      const versions = await subscriptions.versions([...hub.wallets]);
      owners?.compare(versions);
      await hub.refreshChanged(versions);
    } catch (error) {
      onFailure?.(error);
    }
  }
  stopListening();
}
