/** What one process learns from another. Everything it is told is in the database already, so a message may be lost or come twice. */
export interface WakeListener {
  /** Records were stored. */
  onRecords?(): void;
  /** A wallet has another subscription. */
  onSubscription?(wallet: string): void;
}

/** Tells the processes of the service that something is new. */
export interface Wake {
  recordsStored(): void;
  subscriptionChanged(wallet: string): void;
  /** Gives back what ends it. */
  listen(listener: WakeListener): () => void;
  /** False: other processes are not told now, and look for themselves at intervals. */
  readonly isConnected: boolean;
  close(): Promise<void>;
}
