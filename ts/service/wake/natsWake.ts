import { fail, INVALID_NATS_ADDRESS } from '@linesman/sdk/error';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { wait } from '../clock/wait.js';
import { LocalWake } from './localWake.js';
import type { Wake, WakeListener } from './wake.js';

/** ms between connection attempts. */
const RETRY = 1_000;

const SUBJECT = 'linesman';

export interface NatsWakeOptions {
  /** Prefix of the subjects. Default `linesman`. */
  readonly subject?: string;
  /** Called when the connection is lost, and once if the first attempt fails. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Notifies every process on a NATS server, including this one: `<subject>.records` when records were stored,
 * `<subject>.wallet` with the wallet whose subscription changed. The messages are not persisted, because the database
 * is the source of truth. Never waits for the server and never stops retrying; while disconnected it notifies this
 * process only. Errors: INVALID_NATS_ADDRESS.
 */
export function connectWake(url: string, options: NatsWakeOptions = {}): Wake {
  return new NatsWake(connectionOptions(url), options);
}

/**
 * Tells the processes on a NATS server that records were stored. For senders that have their own connection and do
 * not listen.
 */
export function announceRecords(connection: NatsConnection): void {
  // A closed client would buffer messages that are not needed later, because the other processes poll anyway.
  if (!connection.isClosed()) connection.publish(`${SUBJECT}.records`);
}

class NatsWake implements Wake {
  private readonly local = new LocalWake();
  private connection: NatsConnection | undefined;
  private connected = false;
  private announcing = false;
  private readonly ending = new AbortController();
  private readonly subject: string;
  private readonly connecting: Promise<void>;

  constructor(
    address: NodeConnectionOptions,
    private readonly options: NatsWakeOptions,
  ) {
    this.subject = options.subject ?? SUBJECT;
    this.connecting = this.connect(address);
  }

  get isConnected(): boolean {
    return this.connected;
  }

  recordsStored(): void {
    this.local.recordsStored();
    // One message covers everything stored in one turn of the event loop.
    if (this.announcing) return;
    this.announcing = true;
    setImmediate(() => {
      this.announcing = false;
      this.send('records');
    });
  }

  subscriptionChanged(wallet: string): void {
    this.local.subscriptionChanged(wallet);
    this.send('wallet', wallet);
  }

  listen(listener: WakeListener): () => void {
    return this.local.listen(listener);
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.local.close();
    await this.connecting;
    this.connected = false;
    await this.connection?.close();
  }

  private send(what: 'records' | 'wallet', text = ''): void {
    // A disconnected client would buffer messages that are not needed later.
    if (this.connected) this.connection?.publish(`${this.subject}.${what}`, text);
  }

  private async connect(address: NodeConnectionOptions): Promise<void> {
    const { signal } = this.ending;
    for (let attempt = 0; this.connection === undefined; attempt++) {
      if (signal.aborted) return;
      try {
        this.connection = await connect(address);
      } catch (error) {
        if (attempt === 0) this.options.onFailure?.(error);
        await wait(RETRY, signal);
      }
    }
    const { connection } = this;
    connection.subscribe(`${this.subject}.records`, { callback: () => this.local.recordsStored() });
    connection.subscribe(`${this.subject}.wallet`, {
      callback: (error, message) => {
        if (!error) this.local.subscriptionChanged(message.string());
      },
    });
    this.connected = true;
    // Catches up on messages from before the connection.
    this.local.recordsStored();
    void this.watch(connection);
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection' || type === 'close') {
        if (this.connected && !this.ending.signal.aborted)
          this.options.onFailure?.(new Error('the connection to the NATS server is lost'));
        this.connected = false;
      }
      if (type === 'reconnect') {
        this.connected = true;
        this.local.recordsStored();
      }
    }
    this.connected = false;
  }
}

/** Parses an address such as `nats://user:password@host:4222`, or several separated by commas. */
function connectionOptions(text: string): NodeConnectionOptions {
  const urls = text.split(',').map((part) => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : null;
    if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '')
      // The error does not quote the address, because it may contain a password.
      return fail(INVALID_NATS_ADDRESS);
    return url;
  });
  const [first] = urls as [URL];
  const [user, pass] = [decodeURIComponent(first.username), decodeURIComponent(first.password)];
  return {
    name: 'linesman',
    servers: urls.map(({ host }) => host),
    ...(first.protocol === 'tls:' && { tls: {} }),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
    // This process has been notified locally.
    noEcho: true,
    maxReconnectAttempts: -1,
    // The password may be changing at the moment.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RETRY,
    timeout: 5_000,
    // Detects a silently dropped connection within 20 seconds.
    pingInterval: 10_000,
    maxPingOut: 2,
  };
}
