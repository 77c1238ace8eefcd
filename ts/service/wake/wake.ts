/** Notifications between processes. Their content is in the database already, so they may get lost or arrive twice. */
export interface WakeListener {
  /** Records were stored. */
  onRecords?(): void;
  /** The subscription of a wallet changed. */
  onSubscription?(wallet: string): void;
}

/** Notifies the processes of a service. */
export interface Wake {
  recordsStored(): void;
  subscriptionChanged(wallet: string): void;
  /** Returns a function that removes the listener. */
  listen(listener: WakeListener): () => void;
  /** If false, other processes are not notified and rely on polling. */
  readonly isConnected: boolean;
  close(): Promise<void>;
}
