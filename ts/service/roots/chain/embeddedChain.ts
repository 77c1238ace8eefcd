import { fileURLToPath } from 'node:url';
import type { Seconds } from '@linesman/sdk/format';
import { authority } from '@linesman/sdk/node';
import { type Address, chainTime, LOCALNET_PROGRAM_IDS, type ProgramIds, type RpcNode } from '@linesman/sdk/program';
import { openRpcNode } from '@linesman/sdk/rpc';
import { inTurn } from '../../inTurn.js';
import { ARTIFACTS } from '../../shippedFiles.js';
import { type GuardedPort, guardRpc, guardWebsocket } from './chainGuard.js';
import { ClockMoves } from './clockMoves.js';
import { isEveryAddress } from './everyAddress.js';
import { requireSurfnet, type Surfnet } from './surfnet.js';
import { type SavedAccount, SurfnetRpc } from './surfnetRpc.js';

/** ms between blocks, as on the network. Other code must not depend on it. */
const BLOCK = 250;
/** The chain reports into a bounded queue and stalls unless the queue is drained. */
const DRAIN = 50;
/** The chain's report of a new block. */
const BLOCK_EVENT = 'systemClockUpdated';

export interface EmbeddedChainOptions {
  /** Host of the guarded RPC port. Default 127.0.0.1. */
  readonly host?: string;
  /** RPC port; the websocket is on the next one, where clients expect it. 0: free ports. */
  readonly port: number;
  /** Authorised to configure the oracle program. */
  readonly upgradeAuthority: Address;
  /** Start of the chain's clock, Unix ms; a time in the past means now. */
  readonly time: number;
  /** Accounts of an earlier run, by address. */
  readonly accounts?: Readonly<Record<string, SavedAccount>>;
  /** Every feature that the chain knows is active, as on the network of a later day; by default those of mainnet. */
  readonly allFeatures?: boolean;
}

/** A chain in this process with both programs deployed, behind real RPC and websocket ports. */
export class EmbeddedChain {
  readonly programs: ProgramIds = LOCALNET_PROGRAM_IDS;
  readonly node: RpcNode;
  private readonly draining: NodeJS.Timeout;
  /** Of two moves of the clock to one time, the later would be to the past. */
  private readonly inTurn = inTurn();
  /** Ends the waits for a block. */
  private readonly waits = new Set<() => void>();

  private constructor(
    private readonly surfnet: Surfnet,
    private readonly rpc: SurfnetRpc,
    /** Accounts of every new chain. */
    private readonly native: ReadonlySet<string>,
    private readonly ports: readonly [rpc: GuardedPort, websocket: GuardedPort],
    private readonly host: string,
    private readonly moves: ClockMoves,
  ) {
    this.draining = setInterval(() => {
      if (surfnet.drainEvents().some(({ kind }) => kind === BLOCK_EVENT)) for (const end of this.waits) end();
    }, DRAIN);
    // This access is not guarded, because the caller is this process.
    this.node = openRpcNode(surfnet.rpcUrl, { wsEndpoint: surfnet.wsUrl });
  }

  /** Errors: NO_EMBEDDED_CHAIN when this platform has none; PORT_TAKEN. */
  static async start(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
    const { host = '127.0.0.1', port, upgradeAuthority, time, accounts = {}, allFeatures = false } = options;
    const surfnet = requireSurfnet().startWithConfig({
      offline: true,
      blockProductionMode: 'clock',
      slotTimeMs: BLOCK,
      allFeatures,
    });
    const rpc = new SurfnetRpc(surfnet.rpcUrl);
    try {
      let moves = new ClockMoves(Date.now());
      const native = new Set(Object.keys(await rpc.accounts()));
      if (time > Date.now() + 1_000) {
        await rpc.travel(time);
        moves = new ClockMoves(time);
      }
      for (const name of ['oracle', 'settlement'] as const) {
        const programId = LOCALNET_PROGRAM_IDS[name];
        surfnet.deploy({ programId, soPath: fileURLToPath(new URL(`${name}.so`, ARTIFACTS)) });
        await rpc.setProgramAuthority(programId, upgradeAuthority);
      }
      for (const [address, account] of Object.entries(accounts)) await rpc.setAccount(address, account);
      const outside = await guardRpc(host, port, Number(new URL(surfnet.rpcUrl).port));
      try {
        const websocket = await guardWebsocket(
          host,
          port === 0 ? 0 : outside.port + 1,
          Number(new URL(surfnet.wsUrl).port),
        );
        return new EmbeddedChain(surfnet, rpc, native, [outside, websocket], host, moves);
      } catch (error) {
        await outside.close();
        throw error;
      }
    } catch (error) {
      surfnet.stop();
      throw error;
    }
  }

  get rpcUrl(): string {
    return `http://${authority(this.reachedAt, this.ports[0].port)}`;
  }

  get wsUrl(): string {
    return `ws://${authority(this.reachedAt, this.ports[1].port)}`;
  }

  /** Clients cannot connect to the wildcard address. */
  private get reachedAt(): string {
    return isEveryAddress(this.host) ? '127.0.0.1' : this.host;
  }

  /** Adds lamports for fees and rent. */
  fund(address: Address, lamports = 10 ** 11): void {
    this.surfnet.fundSol(address, lamports);
  }

  /** Deploys a compiled program, and replaces an existing one. */
  deploy(programId: Address, bytes: Uint8Array): void {
    this.surfnet.deploy({ programId, soBytes: [...bytes] });
  }

  /**
   * Writes an account without the signatures that a real chain would require, and replaces an existing account. Without
   * lamports the account is removed.
   */
  put(
    account: { readonly address: Address; readonly owner: Address; readonly data: Uint8Array },
    lamports = 10 ** 9,
  ): void {
    const { address, owner, data } = account;
    this.surfnet.setAccount(address, lamports, [...data], owner);
  }

  /** Waits `ms`, or until the next block: for callers that look whether a transaction has landed. */
  readonly untilBlock = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.waits.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.waits.add(end);
    });

  /** The chain's clock, Unix time in s. */
  time(): Promise<Seconds> {
    return chainTime(this.node);
  }

  /**
   * Moves the chain's clock forward to a time, Unix ms. The clock runs at the world's speed and never goes back; that
   * of a busy chain shows the time once it has caught up.
   */
  setTime(time: number): Promise<void> {
    return this.inTurn(async () => {
      const place = this.moves.towards(time, 1_000 * (await this.time()));
      if (place === null) return;
      await this.rpc.travel(place).catch(async (error: unknown) => {
        // It may have caught up meanwhile, and is there already.
        if (1_000 * (await this.time()) < place - 1_000) throw error;
      });
    });
  }

  /** The accounts that a later run needs: all except programs and the accounts that every new chain has. */
  async save(): Promise<Record<string, SavedAccount>> {
    const all = Object.entries(await this.rpc.accounts());
    return Object.fromEntries(all.filter(([address, { executable }]) => !this.native.has(address) && !executable));
  }

  async stop(): Promise<void> {
    clearInterval(this.draining);
    await Promise.all(this.ports.map((port) => port.close()));
    this.surfnet.stop();
  }
}
