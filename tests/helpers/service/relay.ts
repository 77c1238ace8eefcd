import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A fixed address for a service that restarts on other ports. It can be cut, held back and taken away. */
export class Relay {
  /** Loopback port or socket path; `null`: connections are closed. */
  target: number | string | null = null;
  /** Accepted connections. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  /** Connections forwarded to the target. */
  private readonly targets = new WeakSet<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(): Promise<Relay> {
    const server = createServer((socket) => relay.join(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const relay = new Relay(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return relay;
  }

  /**
   * Drops everything on existing connections without telling either side, as when a machine disappears. `answers`:
   * requests still arrive; `questions`: answers still arrive.
   */
  silence(what: 'all' | 'answers' | 'questions' = 'all'): void {
    for (const socket of this.sockets) {
      const spared = { all: null, answers: false, questions: true }[what];
      if (this.targets.has(socket) === spared) continue;
      socket.unpipe();
      socket.pause();
    }
  }

  /** Destroys every connection, including data in flight. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(socket: Socket): void {
    this.connections++;
    if (this.target === null) {
      socket.destroy();
      return;
    }
    const other = typeof this.target === 'string' ? connect(this.target) : connect(this.target, '127.0.0.1');
    this.targets.add(other);
    for (const [one, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => to.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        to.destroy();
      });
      one.pipe(to);
    }
  }
}
