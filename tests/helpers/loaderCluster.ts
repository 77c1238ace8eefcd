import { readFileSync } from 'node:fs';
import { PROGRAM_DATA_HEADER } from '../../ts/sdk/program/account/programData.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { UPGRADEABLE_LOADER_ID } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair, type Signer } from '../../ts/sdk/program/keyPair.js';
import { NO_SBPF_V0 } from '../../ts/sdk/program/network/changes.js';
import { FEATURE_PROGRAM_ID } from '../../ts/sdk/program/network/featureState.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { TransactionStatus } from '../../ts/sdk/program/sendingChain.js';
import { signatureOf, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import { executeSteps } from '../../ts/service/roots/chain/setUpOracle.js';
import type { SetUpStep } from '../../ts/service/roots/chain/setUpStep.js';
import { type ProgramUpload, planUpload } from '../../ts/service/roots/chain/uploadProgram.js';
import { LiteBank } from './liteBank.js';
import { ROOT } from './localBank.js';

export const authority = KeyPair.fromSeed(new Uint8Array(32).fill(1));
export const key = KeyPair.fromSeed(new Uint8Array(32).fill(2));
const START = 10n ** 11n;

const read = (name: string) => readFileSync(new URL(`programs/artifacts/${name}.so`, ROOT)) as Uint8Array;
export const V3 = read('oracle');
export const V0 = read('oracle-v0');

/** A feature account that is active, as the runtime writes it; pending: without a slot. */
export const featureAccount = (isActive: boolean) => Uint8Array.of(isActive ? 1 : 0, 7, 0, 0, 0, 0, 0, 0, 0);

/** A cluster whose loader and feature accounts follow the feature that ends deployments of v0. */
export class LoaderCluster {
  readonly bank: LiteBank;
  private readonly statuses = new Map<string, TransactionStatus>();
  /** What reached the chain, in order. */
  readonly transactions: Transaction[] = [];

  constructor(isV0Refused: boolean) {
    this.bank = new LiteBank([], isV0Refused ? 'all' : 'default');
    this.bank.fund(authority.address);
    if (isV0Refused) this.set(NO_SBPF_V0.id, featureAccount(true));
  }

  set(id: Address, data: Uint8Array, owner: Address = FEATURE_PROGRAM_ID): void {
    this.bank.put(id, owner, data);
  }

  get node() {
    const { bank } = this;
    return {
      ...bank.chain,
      accounts: (addresses: readonly Address[]) => bank.accounts(addresses),
      takesVersion1: async () => true,
      lamports: async (address: Address) => BigInt((await bank.account(address))?.lamports ?? 0),
      rent: (bytes: number) => bank.rent(bytes),
      recentBlockhash: async () => ({ blockhash: await bank.latestBlockhash(), lastValidBlockHeight: 10 }),
      isBlockhashValid: async () => true,
      blockHeight: async () => 1,
      send: async (transaction: Transaction) => {
        this.transactions.push(transaction);
        const { failure, logs } = await bank.submit(transaction);
        // A program can be called, and upgraded, from the next slot on.
        bank.nextSlot();
        this.statuses.set(signatureOf(transaction), { error: failure, logs });
      },
      status: async (signature: string) => this.statuses.get(signature) ?? null,
      statuses: async (signatures: readonly string[]) => signatures.map((one) => this.statuses.get(one) ?? null),
    };
  }

  plan(upload: Omit<ProgramUpload, 'key'>, by: Signer = authority): Promise<readonly SetUpStep[]> {
    return planUpload(this.node, { key, ...upload }, by, 1);
  }

  async deploy(upload: Omit<ProgramUpload, 'key'>): Promise<void> {
    await this.execute(await this.plan(upload));
  }

  async execute(steps: readonly SetUpStep[]): Promise<void> {
    await executeSteps(steps, { chain: this.node, programs: LOCALNET_PROGRAM_IDS, sleep: async () => {} });
  }

  /** Puts a program on chain as if it had been deployed long ago; frozen without an authority. */
  async place(bytes: Uint8Array, owner: Address | null = authority.address, excess = 0): Promise<void> {
    const header = Buffer.alloc(PROGRAM_DATA_HEADER);
    header[0] = 3;
    if (owner !== null) header.set([1, ...addressBytes(owner)], 12);
    const data = Buffer.concat([header, bytes]);
    const { address } = programDataAddress(key.address);
    const program = Buffer.concat([Buffer.of(2, 0, 0, 0), addressBytes(address)]);
    this.bank.put(key.address, UPGRADEABLE_LOADER_ID, program);
    this.bank.put(address, UPGRADEABLE_LOADER_ID, data, (await this.bank.rent(data.length)) + excess);
    this.bank.nextSlot();
  }

  get sent(): number {
    return this.transactions.length;
  }

  /** The bytes of the deployed program. */
  async deployed(): Promise<Uint8Array | undefined> {
    return (await this.bank.account(programDataAddress(key.address).address))?.data.subarray(45);
  }

  async spent(): Promise<bigint> {
    return START - BigInt((await this.bank.account(authority.address))?.lamports ?? 0);
  }
}
