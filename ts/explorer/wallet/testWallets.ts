import { KeyPair, signTransaction } from '@linesman/sdk/program';
import { base64 } from '@scure/base';
import { Store } from '../frame/store.js';
import { chooseWallet } from './chooseWallet.js';
import type { Wallet } from './wallet.js';

/** Keys of test wallets, in the storage of this tab and nowhere else. They end with it. */
const PLACE = 'linesman.testWallets';
/** The wallet chosen last. */
const CHOSEN = 'linesman.testWallet';

export const TEST_NAMES = ['Anna', 'Ben'] as const;
export type TestName = (typeof TEST_NAMES)[number];

const keys = new Store<ReadonlyMap<TestName, KeyPair>>(new Map());

/**
 * The test wallet of that name, created on first use. Only for the embedded chain, whose money is worth nothing, so a
 * page may hold the key.
 */
export function openTestWallet(name: TestName): Wallet {
  const pair = keys.value.get(name) ?? KeyPair.generate();
  if (!keys.value.has(name)) {
    keys.set(new Map([...keys.value, [name, pair]]));
    const kept = [...keys.value].map(([of, { secretKey }]) => [of, base64.encode(secretKey)]);
    store(PLACE, JSON.stringify(kept));
  }
  store(CHOSEN, name);
  return testWallet(name, pair);
}

/** Opens the wallet that this tab used before it was loaded again. */
export function reopenTestWallet(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as [string, string][];
    const found = kept.flatMap(([name, key]) => {
      const known = TEST_NAMES.find((one) => one === name);
      return known ? [[known, KeyPair.fromSecretKey(base64.decode(key))] as const] : [];
    });
    keys.set(new Map(found));
    const chosen = TEST_NAMES.find((name) => name === sessionStorage.getItem(CHOSEN));
    const pair = chosen && keys.value.get(chosen);
    if (chosen && pair) chooseWallet(testWallet(chosen, pair));
  } catch {
    // The stored text was not written by this page, so the tab begins without wallets.
  }
}

export function closeTestWallet(): void {
  try {
    sessionStorage.removeItem(CHOSEN);
  } catch {
    // A browser without storage does not need to forget anything.
  }
}

const testWallet = (name: TestName, pair: KeyPair): Wallet => ({
  name,
  address: pair.address,
  kind: 'test',
  signsVersion1: true,
  signTransaction: async (transaction) => signTransaction(transaction, [pair]),
  signMessage: async (message) => pair.sign(message),
});

function store(place: string, text: string): void {
  try {
    sessionStorage.setItem(place, text);
  } catch {
    // A browser that stores nothing forgets the wallet with the page.
  }
}
