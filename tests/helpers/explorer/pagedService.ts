import type { AddressInfo } from 'node:net';
import { rootOf } from '../../../ts/sdk/format/hash.js';
import { hexToBytes } from '../../../ts/sdk/format/hex.js';
import { rootsAccount } from '../../../ts/sdk/program/account/rootsAccountBytes.js';
import { firstDayOf } from '../../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { ServiceMetrics } from '../../../ts/service/metrics/serviceMetrics.js';
import { AccountNode } from '../accountNode.js';
import { DAY, HOUR, SLOT } from '../service/sentRecords.js';
import { StoredService, type StoredServiceOptions } from '../service/storedService.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;

/** A real service whose clock and records the test moves on, with the explorer, and a node that has its roots. */
export class PagedService {
  private constructor(
    readonly service: StoredService,
    readonly node: AccountNode,
    private readonly metrics: ServiceMetrics,
    private port: number,
  ) {}

  static async start(store: Store, options: StoredServiceOptions = {}): Promise<PagedService> {
    const node = await AccountNode.start();
    const explorer = { rpc: node.url, oracle, settlement };
    const metrics = new ServiceMetrics();
    const service = await StoredService.start(store, {
      // As `linesman serve` does with its own chain.
      metrics,
      ...options,
      app: { explorer, ...options.app },
    });
    const paged = new PagedService(service, node, metrics, 0);
    await paged.listen();
    return paged;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Streams that have a reader. */
  async openStreams(): Promise<number> {
    const { values } = await this.metrics.streams.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  /** Ends every connection and listens no more. */
  async vanish(): Promise<void> {
    await this.service.app.close();
  }

  /** Comes back at the same address, with nothing but its database. */
  async comeBack(): Promise<void> {
    await this.service.restart();
    await this.listen();
  }

  /** Seals and publishes what is due, and writes every published root into the accounts of the node. */
  async publish(): Promise<void> {
    await this.service.sealAndPublish();
    const days = new Map<
      string,
      { kind: 'scores' | 'odds' | 'fixtures'; day: number; roots: Map<number, Uint8Array> }
    >();
    for (const [name, root] of this.service.published.roots) {
      const [kind, start] = name.split('/') as ['scores' | 'odds' | 'fixtures', string];
      const day = Math.floor(Number(start) / DAY);
      const first = firstDayOf(kind, day);
      const account = days.get(`${kind}/${first}`) ?? { kind, day: first, roots: new Map() };
      account.roots.set((Number(start) - first * DAY) / (kind === 'fixtures' ? HOUR : SLOT), rootOf(hexToBytes(root)));
      days.set(`${kind}/${first}`, account);
    }
    for (const { kind, day, roots } of days.values()) {
      const { address, data } = rootsAccount(kind, day, roots as never, oracle);
      this.node.accounts.set(address, { owner: oracle, data });
    }
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.node.stop();
  }

  private async listen(): Promise<void> {
    await this.service.app.listen({ host: '127.0.0.1', port: this.port });
    this.port = (this.service.app.server.address() as AddressInfo).port;
  }
}
