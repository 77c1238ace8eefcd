import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Address } from '../../ts/linesman/program/index.js';

/** An RPC node that only knows accounts, over loopback HTTP. */
export class AccountNode {
  readonly accounts = new Map<Address, { readonly owner: Address; readonly data: Uint8Array }>();
  /** The addresses it was asked for, in order. */
  readonly asked: Address[] = [];
  /** Drops every request while set. */
  down = false;

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<AccountNode> {
    const server = createServer(async (request, response) => {
      if (node.down) return void response.destroy();
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method, params } = JSON.parse(text);
      const accountAt = (address: Address): unknown => {
        node.asked.push(address);
        const found = node.accounts.get(address);
        if (!found) return null;
        const data = [Buffer.from(found.data).toString('base64'), 'base64'];
        return { owner: found.owner, data, lamports: 1, executable: false };
      };
      const value = method === 'getAccountInfo' ? accountAt(params[0]) : params[0].map(accountAt);
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } }));
    });
    const node = new AccountNode(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
