import { describe, expect, it } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { WALLET_NOT_SIGNED } from '../error/codes/world.js';
import { LinesmanError } from '../error/linesmanError.js';
import { address } from '../program/address/address.js';
import { KeyPair } from '../program/keyPair.js';
import { transferInstruction } from '../program/systemInstructions.js';
import { compileMessage } from '../program/transaction/message.js';
import { decodeTransaction, encodeTransaction, signTransaction, unsigned } from '../program/transaction/transaction.js';
import { isSolanaWallet, type StandardAccount, type StandardWallet } from './standardWallet.js';
import { connectWallet, followWallet } from './walletSigner.js';

const pair = KeyPair.fromSeed(new Uint8Array(32).fill(7));
const other = KeyPair.fromSeed(new Uint8Array(32).fill(8));
const account = (chains = ['solana:devnet']): StandardAccount => ({ address: pair.address, chains });

const signing = {
  'standard:connect': { connect: async () => ({ accounts: [account()] }) },
  'solana:signTransaction': {
    signTransaction: async ({ transaction }: { readonly transaction: Uint8Array }) => [
      { signedTransaction: encodeTransaction(signTransaction(decodeTransaction(transaction), [pair])) },
    ],
  },
};
const wallet = (features: object = signing, chains = ['solana:devnet']): StandardWallet => ({
  ...{ name: 'Fake', chains, accounts: [] },
  features,
});
const withSigning = (signTransaction: (...inputs: readonly object[]) => unknown): StandardWallet =>
  wallet({ ...signing, 'solana:signTransaction': { signTransaction } });

const transaction = unsigned(
  compileMessage(
    pair.address,
    [transferInstruction({ from: pair.address, to: other.address, lamports: 1n })],
    address('11111111111111111111111111111111'),
  ),
);
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (error: unknown) => (error instanceof LinesmanError ? [error.number, error.context] : (error as Error).message),
  );

describe('isSolanaWallet', () => {
  it.each<[string, StandardWallet, boolean]>([
    ['connects and signs', wallet(), true],
    ['is of another chain', wallet(signing, ['bitcoin:mainnet']), false],
    ['cannot be connected', wallet({ 'solana:signTransaction': {} }), false],
    ['does not sign', wallet({ 'standard:connect': {} }), false],
  ])('a wallet that %s', (_, one, isUsable) => {
    expect(isSolanaWallet(one)).toBe(isUsable);
  });

  it('asks for messages where they are needed', () => {
    expect(isSolanaWallet(wallet(), 'messages')).toBe(false);
    expect(isSolanaWallet(wallet({ ...signing, 'solana:signMessage': {} }), 'messages')).toBe(true);
  });
});

describe('a connected wallet', () => {
  it('signs, and says which chain is meant only if its account has one', async () => {
    const asked: (string | undefined)[] = [];
    const sign = signing['solana:signTransaction'].signTransaction;
    for (const chains of [['solana:devnet'], ['solana:devnet', 'solana:mainnet', 'other:one']]) {
      const one = wallet({
        'standard:connect': { connect: async () => ({ accounts: [account(chains)] }) },
        'solana:signTransaction': {
          signTransaction: (input: { readonly transaction: Uint8Array; readonly chain?: string }) => {
            asked.push(input.chain);
            return sign(input);
          },
        },
      });
      const [signer] = await connectWallet(one);
      expect(await signer?.signTransaction(transaction)).toEqual(signTransaction(transaction, [pair]));
    }
    expect(asked).toEqual(['solana:devnet', undefined]);
  });

  it.each<[versions: readonly ('legacy' | number)[] | undefined, signs: boolean]>([
    [undefined, false],
    [['legacy', 0], false],
    [['legacy', 0, 1], true],
  ])('says whether it signs version 1: %j', async (supportedTransactionVersions, signs) => {
    const feature = { ...signing['solana:signTransaction'], supportedTransactionVersions };
    const [signer] = await connectWallet(wallet({ ...signing, 'solana:signTransaction': feature }));
    expect(signer?.signsVersion1).toBe(signs);
  });

  it('shares only accounts for Solana', async () => {
    const accounts = [account(['other:one']), { address: 'no address', chains: ['solana:devnet'] }];
    expect(await connectWallet(wallet({ 'standard:connect': { connect: async () => ({ accounts }) } }))).toEqual([]);
    expect(await connectWallet(wallet({}))).toEqual([]);
  });

  it.each<[string, StandardWallet, unknown]>([
    ['answers nothing', withSigning(async () => []), 'no answer'],
    [
      'returns it as it was',
      withSigning(async () => [{ signedTransaction: encodeTransaction(transaction) }]),
      'not signed',
    ],
    ['cannot sign', wallet({ 'standard:connect': signing['standard:connect'] }), 'no feature'],
  ])('that %s is an error', async (_, one, problem) => {
    const [signer] = await connectWallet(one);
    const expected = [WALLET_NOT_SIGNED, { wallet: 'Fake', address: pair.address, problem }];
    expect(await failure(signer?.signTransaction(transaction) as Promise<unknown>)).toEqual(expected);
  });

  it("passes its owner's refusal on, and refuses bytes that are no transaction", async () => {
    const declines = withSigning(async () => Promise.reject(new Error('declined')));
    const [declining] = await connectWallet(declines);
    expect(await failure(declining?.signTransaction(transaction) as Promise<unknown>)).toBe('declined');
    const [garbling] = await connectWallet(withSigning(async () => [{ signedTransaction: Uint8Array.of(1, 2) }]));
    const number = outcome(() => decodeTransaction(Uint8Array.of(1, 2)));
    expect(await failure(garbling?.signTransaction(transaction) as Promise<unknown>)).toEqual([
      number,
      expect.anything(),
    ]);
  });

  it('signs messages, if it can', async () => {
    const message = new TextEncoder().encode('hello');
    const [signer] = await connectWallet(
      wallet({
        ...signing,
        'solana:signMessage': {
          signMessage: async (input: { readonly message: Uint8Array }) => [{ signature: pair.sign(input.message) }],
        },
      }),
    );
    expect(await signer?.signMessage(message)).toEqual(pair.sign(message));
    const [without] = await connectWallet(wallet());
    const expected = [WALLET_NOT_SIGNED, { wallet: 'Fake', address: pair.address, problem: 'no feature' }];
    expect(await failure(without?.signMessage(message) as Promise<unknown>)).toEqual(expected);
  });

  it('is followed until that is ended', () => {
    const listeners = new Set<(changed: object) => void>();
    const on = (_: string, listener: (changed: object) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const seen: string[][] = [];
    const end = followWallet(wallet({ ...signing, 'standard:events': { on } }), (signers) =>
      seen.push(signers.map((one) => one.address)),
    );
    for (const changed of [{ accounts: [account()] }, { chains: [] }, { accounts: [] }])
      for (const listener of listeners) listener(changed);
    end();
    expect([seen, listeners.size]).toEqual([[[pair.address], []], 0]);
    followWallet(wallet(), () => seen.push([]))();
  });
});
