import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answerer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A service on loopback whose answers the test scripts. */
export class ScriptedService {
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] =
    [];
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(answer: Answerer): Promise<ScriptedService> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        service.requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        answer(request, response, body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new ScriptedService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return service;
  }

  /** How often a path was requested. */
  count(line: string): number {
    return this.requests.filter((request) => request.line.startsWith(line)).length;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
