import { fileURLToPath } from 'node:url';
import { Connection, type TransactionError } from '@solana/web3.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { encodeTransaction, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import { fromPublicKey, toPublicKey } from '../../ts/sdk/web3/convert.js';
import { type Surfnet, surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { EVERY_FEATURE } from './everyFeature.js';
import { signedTransaction } from './localBank.js';

/** The native module, or `null` where it is not installed. It is an optional dependency for one platform. */
export const surfpool = surfnetModule;

/** The result of a transaction: on failure, the index of the failed instruction and its error number, if it has one. */
export interface SurfOutcome {
  /** Base58. */
  signature: string;
  failure: { instruction: number; error: number | null } | null;
  logs: readonly string[];
  returned: Uint8Array;
}

/** The websocket of a connection of web3.js, which its types hide. */
export const socketOf = (connection: Connection) =>
  (connection as unknown as { readonly _rpcWebSocket: HiddenSocket })._rpcWebSocket;

interface HiddenSocket {
  /** Undefined unless it is open, or about to be. */
  readonly socket?: WebSocket;
  setAutoReconnect(again: boolean): void;
  connect(): void;
  close(): void;
}

/** A chain of the newer runtime in this process, behind a real RPC port. */
export class Surf {
  private sent = 0n;
  /** Its event queue is bounded, and the chain stalls when no process empties it, also when others send to it. */
  private readonly draining: NodeJS.Timeout;
  readonly connection: Connection;

  private constructor(private readonly net: Surfnet) {
    this.connection = new Connection(net.rpcUrl, { wsEndpoint: net.wsUrl, commitment: 'confirmed' });
    this.draining = setInterval(() => net.drainEvents(), 20).unref();
  }

  /** Starts a chain with one program, or none. `null` where the package is missing. */
  static start(program?: { programId: Address; path: string }): Surf | null {
    const net = surfpool()?.startWithConfig({ offline: true, allFeatures: EVERY_FEATURE });
    if (!net) return null;
    const root = new URL('../../', import.meta.url);
    if (program) net.deploy({ programId: program.programId, soPath: fileURLToPath(new URL(program.path, root)) });
    return new Surf(net);
  }

  stop(): void {
    clearInterval(this.draining);
    // web3.js would try to reach the chain again for ever, in the process of later tests. It has no method to end that.
    const socket = socketOf(this.connection);
    socket.setAutoReconnect(false);
    socket.connect = () => {};
    socket.close();
    this.net.stop();
  }

  put(address: Address, owner: Address, data: Uint8Array, lamports = 10 ** 9): void {
    this.net.setAccount(address, lamports, [...data], owner);
  }

  fund(key: Address): void {
    this.net.fundSol(key, 10 ** 10);
  }

  async account(address: Address): Promise<{ owner: Address; data: Uint8Array; lamports: number } | null> {
    const found = await this.connection.getAccountInfo(toPublicKey(address));
    return found && { owner: fromPublicKey(found.owner), data: found.data, lamports: found.lamports };
  }

  /** Sets the chain's clock, s; it runs on from there. It cannot go back. */
  async travel(time: number): Promise<void> {
    const response = await fetch(this.net.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'surfnet_timeTravel',
        params: [{ absoluteTimestamp: time * 1_000 }],
      }),
    });
    const { error } = (await response.json()) as { error?: { message: string } };
    this.net.drainEvents();
    if (error) throw new Error(`surfnet_timeTravel: ${error.message}`);
  }

  /** Sends instructions in one transaction, without simulating it first. */
  async send(instructions: readonly Instruction[], signers: readonly KeyPair[] = []): Promise<SurfOutcome> {
    const payer = KeyPair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 2n]).buffer));
    this.fund(payer.address);
    const { blockhash } = await this.connection.getLatestBlockhash();
    return this.submit(signedTransaction(instructions, [payer, ...signers], blockhash));
  }

  /** Sends a signed transaction as it is. */
  async submit(transaction: Transaction): Promise<SurfOutcome> {
    const signature = await this.connection.sendRawTransaction(encodeTransaction(transaction), { skipPreflight: true });
    this.net.drainEvents();
    const found = await this.find(signature);
    if (!found.meta) throw new Error(`the chain has no result for transaction ${signature}`);
    const { err, logMessages } = found.meta;
    // web3.js leaves this field out of its type.
    const { returnData } = found.meta as { returnData?: { data: [string, string] } };
    return {
      signature,
      failure: err === null ? null : failureOf(err),
      logs: logMessages ?? [],
      returned: Buffer.from(returnData?.data[0] ?? '', 'base64'),
    };
  }

  /** The transaction as the chain stores it. It may appear late; the timeout of the test limits the polling. */
  private async find(signature: string) {
    for (;;) {
      const found = await this.connection.getTransaction(signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 1,
      });
      if (found) return found;
    }
  }
}

function failureOf(error: TransactionError): { instruction: number; error: number | null } {
  const at = (error as { InstructionError?: [number, unknown] }).InstructionError;
  if (!at) throw new Error(`the transaction failed with ${JSON.stringify(error)}`);
  const custom = (at[1] as { Custom?: number }).Custom;
  return { instruction: at[0], error: custom ?? null };
}
