import type { OracleConfig } from '../../../ts/sdk/program/account/oracleConfig.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { type Deployment, serviceTokenAddress, stablecoinAddress } from '../../../ts/sdk/program/oracle/treasury.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import type { RpcNode } from '../../../ts/sdk/program/rpcNode.js';
import { issueTokens } from '../../../ts/sdk/program/tokenInstructions.js';
import { rpcNode } from '../../../ts/sdk/web3/rpcNode.js';
import { DEFAULT_PRICING } from '../../../ts/service/roots/chain/pricing.js';
import { setUpOracle } from '../../../ts/service/roots/chain/setUpOracle.js';
import { SurfnetRpc } from '../../../ts/service/roots/chain/surfnetRpc.js';
import { ORACLE, ROLES } from '../oracleBank.js';
import { Surf, type SurfOutcome } from '../surfpool.js';
import { settled } from './testClock.js';

const keypair = (number: number) => KeyPair.fromSeed(new Uint8Array(32).fill(number));
const MINTS = { service: keypair(120), stablecoin: keypair(121), issuer: keypair(122) };
const U64_MAX = 2n ** 64n - 1n;

/** An oracle program ready for customers, on the newer runtime behind a real RPC port. */
export class OracleChain {
  private wallets = 0n;
  readonly rpc: SurfnetRpc;
  readonly deployment: Deployment & { readonly config: OracleConfig };

  private constructor(
    readonly surf: Surf,
    readonly chain: RpcNode,
    readonly config: OracleConfig,
  ) {
    this.rpc = new SurfnetRpc(surf.connection.rpcEndpoint);
    this.deployment = { oracle: ORACLE.programId, config };
  }

  /** The treasury holds the largest possible amount of the service token. */
  static async start(oracleKey: Uint8Array): Promise<OracleChain> {
    const surf = Surf.start(ORACLE);
    if (!surf) throw new Error('surfpool does not start');
    const { upgradeAuthority, admin, publisher, backendAdmin } = ROLES;
    await new SurfnetRpc(surf.connection.rpcEndpoint).setProgramAuthority(ORACLE.programId, upgradeAuthority.address);
    for (const { address } of [...Object.values(ROLES), MINTS.issuer]) surf.fund(address);
    const chain = rpcNode(surf.connection);
    const config = await setUpOracle({
      chain,
      programs: LOCALNET_PROGRAM_IDS,
      roles: {
        upgradeAuthority,
        admin,
        publisher: publisher.address,
        backendAdmin: backendAdmin.address,
        oracleKey,
      },
      mints: MINTS,
      rows: DEFAULT_PRICING,
      stock: U64_MAX,
      creditPackPrice: 5_000_000n,
      lateAfter: 0,
      sleep: settled,
    });
    return new OracleChain(surf, chain, config);
  }

  stop(): void {
    this.surf.stop();
  }

  /** A wallet with lamports and that many base units of the stablecoin. */
  async wallet(stablecoins = 0n): Promise<KeyPair> {
    const wallet = KeyPair.fromSeed(new Uint8Array(new BigUint64Array([++this.wallets, 0n, 0n, 4n]).buffer));
    this.surf.fund(wallet.address);
    if (stablecoins > 0n)
      await this.send(issueTokens(MINTS.stablecoin.address, wallet.address, MINTS.issuer.address, stablecoins), [
        MINTS.issuer,
      ]);
    return wallet;
  }

  /** Sends a transaction that must succeed. */
  async send(instructions: readonly Instruction[], signers: readonly KeyPair[]): Promise<SurfOutcome> {
    const outcome = await this.surf.send(instructions, signers);
    if (outcome.failure) throw new Error(`${JSON.stringify(outcome.failure)}\n${outcome.logs.join('\n')}`);
    return outcome;
  }

  /** Base units in a token account; 0 without one. */
  async balance(account: Address): Promise<bigint> {
    const found = await this.surf.account(account);
    return found === null ? 0n : Buffer.from(found.data).readBigUInt64LE(64);
  }

  /** A wallet's base units of both tokens. */
  async balances(wallet: Address): Promise<{ service: bigint; stablecoin: bigint }> {
    return {
      service: await this.balance(serviceTokenAddress(wallet, this.deployment)),
      stablecoin: await this.balance(stablecoinAddress(wallet, this.deployment)),
    };
  }
}
