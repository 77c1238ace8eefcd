import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchAccount } from '../../../ts/sdk/program/account/fetchAccount.js';
import { type OracleConfig, oracleConfigAccount } from '../../../ts/sdk/program/account/oracleConfig.js';
import { configAddress } from '../../../ts/sdk/program/address/oracle.js';
import { rpcChain } from '../../../ts/sdk/web3/rpcChain.js';
import { SurfnetRpc } from '../../../ts/service/roots/chain/surfnetRpc.js';
import { KeyFolder } from '../../../ts/service/serve/keyFolder.js';
import { ORACLE } from '../oracleBank.js';
import { Surf } from '../surfpool.js';

/** A chain that stands in for a cluster. */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'linesman-cluster-'));
  readonly keyFolder = join(this.folder, 'keys');
  readonly keys = new KeyFolder(this.keyFolder);

  private constructor(readonly surf: Surf) {}

  /**
   * Has a key for every role. Those who sign the setup have lamports.
   *
   * @param isDeployed Whether the oracle program is there, not configured yet.
   */
  static async start(isDeployed = true): Promise<Cluster> {
    const surf = Surf.start(isDeployed ? ORACLE : undefined);
    if (!surf) throw new Error('surfpool does not start');
    const cluster = new Cluster(surf);
    cluster.keys.complete();
    for (const name of ['upgradeAuthority', 'admin', 'publisher', 'issuer'] as const)
      surf.fund(cluster.keys.pair(name).address);
    if (isDeployed)
      await cluster.rpc.setProgramAuthority(ORACLE.programId, cluster.keys.pair('upgradeAuthority').address);
    return cluster;
  }

  get url(): string {
    return this.surf.connection.rpcEndpoint;
  }

  get rpc(): SurfnetRpc {
    return new SurfnetRpc(this.url);
  }

  /** The oracle's configuration on chain. */
  config(): Promise<OracleConfig> {
    const { address } = configAddress(ORACLE.programId);
    return fetchAccount(rpcChain(this.surf.connection), oracleConfigAccount, address, ORACLE.programId);
  }

  stop(): void {
    this.surf.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
