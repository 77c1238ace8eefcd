import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One address for a service that is started again on another port; can be cut, held back and taken away. */
export class Relay {
  /** Port on loopback; `null`: whoever connects is cut off. */
  target: number | null = null;
  /** Connections that came in. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly callers = new Map<Socket, Socket>();

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

  /** Destroys every connection, whatever is on its way. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Those who are connected are heard no more, and do not notice; what is sent to them still comes. */
  holdBack(): void {
    for (const [caller, other] of this.callers) caller.unpipe(other);
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
    const other = connect(this.target, '127.0.0.1');
    this.callers.set(socket, other);
    socket.once('close', () => this.callers.delete(socket));
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
