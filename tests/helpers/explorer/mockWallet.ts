import type { Page } from 'playwright-core';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import {
  decodeTransaction,
  encodeTransaction,
  signTransaction,
} from '../../../ts/sdk/program/transaction/transaction.js';

/** What the wallet was asked for. */
interface Asked {
  readonly what: 'transaction' | 'message';
  readonly address: string;
  readonly chain: string | null;
}

export const MOCK_NAME = 'Mock Wallet';

/**
 * A wallet of the browser by the Wallet Standard. It registers itself in the page; its keys stay in this process, as
 * those of an extension stay in the extension.
 */
export class MockWallet {
  readonly asked: Asked[] = [];
  /** What its owner does with the next requests. */
  mood: 'signs' | 'declines' | 'answers nothing' | 'leaves the signature out' = 'signs';

  private constructor(
    private readonly page: Page,
    private readonly pairs: readonly KeyPair[],
  ) {}

  /** Adds it to whatever the page loads from now on, sharing this number of its first accounts. */
  static async add(page: Page, pairs: readonly KeyPair[], shared = 1): Promise<MockWallet> {
    const wallet = new MockWallet(page, pairs);
    await page.exposeFunction('mockSign', (what: Asked['what'], address: string, bytes: number[], chain?: string) =>
      wallet.sign(what, address, bytes, chain),
    );
    await page.addInitScript(register, {
      name: MOCK_NAME,
      accounts: pairs.map(({ address }) => address),
      shared,
    });
    return wallet;
  }

  /** Its owner chooses these accounts in the wallet; none: they disconnect the page. */
  async share(addresses: readonly string[]): Promise<void> {
    await this.page.evaluate((shared) => (window as unknown as MockWindow).mockShare(shared), addresses);
  }

  private sign(what: Asked['what'], address: string, bytes: readonly number[], chain?: string): number[] | null {
    this.asked.push({ what, address, chain: chain ?? null });
    if (this.mood === 'declines') throw new Error('The owner has declined.');
    if (this.mood === 'answers nothing') return null;
    if (this.mood === 'leaves the signature out') return [...bytes];
    const pair = this.pairs.find((one) => one.address === address);
    if (!pair) throw new Error(`no key for ${address}`);
    const given = Uint8Array.from(bytes);
    if (what === 'message') return [...pair.sign(given)];
    return [...encodeTransaction(signTransaction(decodeTransaction(given), [pair]))];
  }
}

interface MockWindow {
  mockSign(what: string, address: string, bytes: number[], chain?: string): Promise<number[] | null>;
  mockShare(addresses: readonly string[]): void;
}

/** Runs in the page. */
function register(given: {
  readonly name: string;
  readonly accounts: readonly string[];
  readonly shared: number;
}): void {
  const page = window as unknown as MockWindow;
  const chains = ['solana:devnet'];
  const features = ['solana:signTransaction', 'solana:signMessage'];
  const account = (address: string) => ({ address, publicKey: new Uint8Array(32), chains, features });
  const listeners = new Set<(changed: object) => void>();
  let shared = given.accounts.slice(0, given.shared).map(account);
  page.mockShare = (addresses) => {
    shared = addresses.map(account);
    for (const listener of listeners) listener({ accounts: shared });
  };
  type Input = { account: { address: string }; transaction?: Uint8Array; message?: Uint8Array; chain?: string };
  const asked = async (what: string, { account: { address }, transaction, message, chain }: Input) =>
    page.mockSign(what, address, [...(transaction ?? message ?? [])], chain);
  const wallet = {
    version: '1.0.0',
    name: given.name,
    icon: 'data:image/png;base64,',
    chains,
    get accounts() {
      return shared;
    },
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: shared }) },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (changed: object) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (input: Input) => {
          const answer = await asked('transaction', input);
          return answer ? [{ signedTransaction: Uint8Array.from(answer) }] : [];
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async (input: Input) => {
          const answer = await asked('message', input);
          return answer ? [{ signedMessage: input.message, signature: Uint8Array.from(answer) }] : [];
        },
      },
    },
  };
  type Api = { register(one: unknown): void };
  const callback = (api: Api): void => api.register(wallet);
  addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent<Api>).detail));
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }));
}
