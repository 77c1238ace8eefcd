import type { Wake, WakeListener } from './wake.js';

/** Notifies the parts of one process. */
export class LocalWake implements Wake {
  private readonly listeners = new Set<WakeListener>();

  get isConnected(): boolean {
    return true;
  }

  recordsStored(): void {
    for (const listener of [...this.listeners]) listener.onRecords?.();
  }

  subscriptionChanged(wallet: string): void {
    for (const listener of [...this.listeners]) listener.onSubscription?.(wallet);
  }

  listen(listener: WakeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.listeners.clear();
  }
}
