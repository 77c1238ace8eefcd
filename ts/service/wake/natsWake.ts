import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { fail, INVALID_NATS_ADDRESS } from 'linesman/error';
import { wait } from '../clock/index.js';
import { LocalWake } from './localWake.js';
import type { Wake, WakeListener } from './wake.js';

/** ms between attempts to reach the server. */
const RETRY = 1_000;

const SUBJECT = 'linesman';

export interface NatsWakeOptions {
  /** In front of the subjects. Default `linesman`. */
  readonly subject?: string;
  /** Told when the server is lost, and once when it cannot be reached at first. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Tells all processes that are connected to a NATS server, this one included: `<subject>.records` when records were
 * stored, `<subject>.wallet` with a wallet when its subscription changed. Plain messages, which nobody keeps: the
 * database is the truth. Does not wait for the server and looks for it for ever; meanwhile only this process is told.
 * Errors: INVALID_NATS_ADDRESS for an address that is none.
 */
export function connectWake(url: string, options: NatsWakeOptions = {}): Wake {
  return new NatsWake(connectionOptions(url), options);
}

/** Tells the processes that listen at a server that records were stored, from one that has a connection of its own and listens to nothing. */
export function announceRecords(connection: NatsConnection): void {
  // Without a server the client would keep what nobody needs later; whoever looks for himself finds them.
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
    // One message for what is stored in one turn.
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
    // Without a server the client would keep what nobody needs later.
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
    // What was said before it was there.
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

/** The options of an address such as `nats://user:password@host:4222`; several with commas between them. */
function connectionOptions(text: string): NodeConnectionOptions {
  const urls = text.split(',').map((part) => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : null;
    if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '')
      // It may hold a password.
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
    // Whoever says something has told this process already.
    noEcho: true,
    maxReconnectAttempts: -1,
    // Somebody may be changing the password.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RETRY,
    timeout: 5_000,
    // A connection that is cut without a word is noticed within 20 seconds.
    pingInterval: 10_000,
    maxPingOut: 2,
  };
}
