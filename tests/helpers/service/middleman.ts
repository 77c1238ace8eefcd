import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy service: forwards every request to another service, and can drop or change answers. */
export class Middleman {
  /** Paths whose answers are dropped after the service has given them. */
  readonly losing = new Map<string, number>();
  /** Replaces the service's answer unless it returns undefined. */
  instead: (path: string) => { readonly status: number; readonly body: string } | undefined = () => undefined;
  /** The answers that passed through, by path. */
  readonly seen: { readonly path: string; readonly status: number; readonly body: string }[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(target: string): Promise<Middleman> {
    const { host, hostname, port } = new URL(target);
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const replaced = middleman.instead(path);
      if (replaced) {
        response.writeHead(replaced.status).end(replaced.body);
        return;
      }
      const headers = { ...request.headers, host };
      const forwarded = ask({ hostname, port, path, method: request.method, headers }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        answer.on('end', () => {
          middleman.seen.push({ path, status: answer.statusCode ?? 0, body });
          const left = middleman.losing.get(path) ?? 0;
          middleman.losing.set(path, left - 1);
          if (left > 0) request.socket.destroy();
          else response.writeHead(answer.statusCode ?? 0, answer.headers).end(body);
        });
      });
      forwarded.on('error', () => request.socket.destroy());
      request.pipe(forwarded);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const middleman = new Middleman(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return middleman;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
