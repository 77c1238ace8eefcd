import { connect, type Socket } from 'node:net';
import { Changes } from './changes.js';

export interface From {
  readonly host?: string;
  readonly localAddress?: string;
}

/** A connection over which a test sends arbitrary bytes. */
export class RawConnection {
  text = '';
  closed = false;
  private readonly changes = new Changes();

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.text += chunk.toString('latin1');
      this.changes.tell();
    });
    // A reset counts as an end.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
      this.changes.tell();
    });
  }

  /** `localAddress`: source address, any of 127.0.0.0/8. */
  static open(port: number, { host = '127.0.0.1', localAddress }: From = {}): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, ...(localAddress !== undefined && { localAddress }) });
      const connection = new RawConnection(socket);
      socket.once('connect', () => resolve(connection));
      socket.once('error', reject);
    });
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Everything until the service closes the connection. */
  async end(): Promise<string> {
    return this.until(() => this.closed);
  }

  async until(fits: (text: string) => boolean): Promise<string> {
    while (!fits(this.text)) {
      if (this.closed) throw new Error(`the connection is closed: ${this.text.slice(-300)}`);
      await this.changes.next();
    }
    return this.text;
  }

  /** Status of each answer, in order. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  close(): void {
    this.socket.destroy();
  }
}
