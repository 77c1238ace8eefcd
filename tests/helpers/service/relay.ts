import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One address for a service that is started again on another port; can be cut, held back and taken away. */
export class Relay {
  /** Port on loopback, or path of a socket; `null`: whoever connects is cut off. */
  target: number | string | null = null;
  /** Connections that came in. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  /** Those of them that lead to the target. */
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
   * Nothing more goes through the connections that there are, and neither side is told: as when a machine is gone without a word. With
   * `answers` what is asked still arrives, with `questions` what is answered does.
   */
  silence(what: 'all' | 'answers' | 'questions' = 'all'): void {
    for (const socket of this.sockets) {
      const spared = { all: null, answers: false, questions: true }[what];
      if (this.targets.has(socket) === spared) continue;
      socket.unpipe();
      socket.pause();
    }
  }

  /** Destroys every connection, whatever is on its way. */
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
