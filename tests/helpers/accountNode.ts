import { createServer } from 'node:http';
import { base58 } from '@scure/base';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { compileMessage } from '../../ts/sdk/program/transaction/message.js';
import { encodeTransaction, unsigned } from '../../ts/sdk/program/transaction/transaction.js';
import { type Loopback, listenOnLoopback } from './loopback.js';

/** A transaction that the node has. */
interface Landed {
  readonly wire: Uint8Array;
  readonly accounts: readonly Address[];
  /** Unix seconds. */
  readonly blockTime: number;
}

/** An RPC node that only knows accounts, and transactions that a test has put there, over loopback HTTP. */
export class AccountNode {
  readonly accounts = new Map<Address, { readonly owner: Address; readonly data: Uint8Array }>();
  private readonly landed = new Map<string, Landed>();
  /** The addresses it was asked for, in order. */
  readonly asked: Address[] = [];
  /** Runs before each answer. */
  beforeAnswer: (() => Promise<void>) | null = null;
  /** Drops every request while set. */
  down = false;

  private constructor(private readonly loopback: Loopback) {}

  static async start(): Promise<AccountNode> {
    const server = createServer(async (request, response) => {
      if (node.down) return void response.destroy();
      // Browsers ask from the origin of a page.
      response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'content-type');
      if (request.method === 'OPTIONS') return void response.end();
      let text = '';
      for await (const chunk of request) text += chunk;
      await node.beforeAnswer?.();
      const { id, method, params } = JSON.parse(text);
      const accountAt = (address: Address): unknown => {
        node.asked.push(address);
        const found = node.accounts.get(address);
        if (!found) return null;
        const data = [Buffer.from(found.data).toString('base64'), 'base64'];
        return { owner: found.owner, data, lamports: 1, executable: false, rentEpoch: 0, space: found.data.length };
      };
      if (method === 'getProgramAccounts') {
        const found = node.accountsOf(params[0], params[1].filters);
        const result = found.map((pubkey) => ({ pubkey, account: accountAt(pubkey) }));
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      }
      const answerWith = (result: unknown): void => void response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      // The rent for a byte, and for the 128 bytes that each account counts as more than it has.
      if (method === 'getMinimumBalanceForRentExemption') return answerWith((params[0] + 128) * 6_960);
      if (method === 'getTransaction') return answerWith(node.transactionAt(params[0]));
      if (method === 'getSignaturesForAddress') return answerWith(node.signaturesAt(params[0]));
      const values: Readonly<Record<string, () => unknown>> = {
        getAccountInfo: () => accountAt(params[0]),
        getBalance: () => (node.accounts.has(params[0]) ? 1 : 0),
        getMultipleAccounts: () => params[0].map(accountAt),
      };
      answerWith({ context: { slot: 1 }, value: values[method]?.() });
    });
    const node = new AccountNode(await listenOnLoopback(server));
    return node;
  }

  /** Puts a transaction of one instruction on its chain, and returns its signature. */
  land(signer: Address, instruction: Instruction, blockTime: number): string {
    const message = compileMessage(signer, [instruction], ZERO_ADDRESS);
    const signature = base58.encode(new Uint8Array(64).fill(100 + this.landed.size));
    const accounts = instruction.accounts.map(({ address }) => address);
    this.landed.set(signature, { wire: encodeTransaction(unsigned(message)), accounts, blockTime });
    return signature;
  }

  private transactionAt(signature: string): unknown {
    const found = this.landed.get(signature);
    if (!found) return null;
    const transaction = [Buffer.from(found.wire).toString('base64'), 'base64'];
    return {
      transaction,
      meta: { err: null, logMessages: ['Program log: done'] },
      blockTime: found.blockTime,
      slot: 1,
    };
  }

  private signaturesAt(address: Address): unknown {
    return [...this.landed]
      .filter(([, { accounts }]) => accounts.includes(address))
      .map(([signature, { blockTime }]) => ({ signature, err: null, blockTime, slot: 1 }))
      .toReversed();
  }

  private accountsOf(
    program: Address,
    filters: readonly { readonly memcmp: { readonly offset: number; readonly bytes: string; encoding?: string } }[],
  ): Address[] {
    const holds = (data: Uint8Array): boolean =>
      filters.every(({ memcmp: { offset, bytes, encoding } }) => {
        const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : base58.decode(bytes);
        return Buffer.from(data)
          .subarray(offset, offset + wanted.length)
          .equals(wanted);
      });
    return [...this.accounts].flatMap(([address, { owner, data }]) =>
      owner === program && holds(data) ? [address] : [],
    );
  }

  get url(): string {
    return this.loopback.url;
  }

  stop(): Promise<void> {
    return this.loopback.stop();
  }
}
