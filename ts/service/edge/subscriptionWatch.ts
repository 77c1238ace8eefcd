import { wait } from '../clock/wait.js';
import type { SubscriptionStore } from '../data/store/subscriptionStore.js';
import type { Wake } from '../wake/wake.js';
import type { KeptOwners } from './auth/keptOwners.js';
import type { StreamHub } from './stream/hub.js';

/** ms between polls, so that revocations elsewhere apply within 5 s, even if one poll is late by the same time. */
export const SUBSCRIPTION_INTERVAL = 2_000;

export interface SubscriptionWatchOptions {
  readonly subscriptions: Pick<SubscriptionStore, 'versions'>;
  readonly hub: Pick<StreamHub, 'wallets' | 'refresh' | 'refreshChanged'>;
  readonly wake: Pick<Wake, 'listen'>;
  /** Cached tokens, updated before the streams check them. */
  readonly owners?: Pick<KeptOwners, 'forget' | 'compare'>;
  /**
   * ms (machine time) between polls for changes without a notification. Default 2,000, so that revocations elsewhere
   * apply within 5 s in any case.
   */
  readonly interval?: number;
  /** Called when a read fails; it is retried after `interval`. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Applies activations by other processes to the open streams of this one, at once when notified, else with the next
 * poll, until the signal aborts.
 */
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
