import { createAssociatedTokenAccountIdempotentInstruction, createTransferInstruction } from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { thrown } from '../../../tests/helpers/thrown.js';
import { TOKEN_2022_PROGRAM_ID } from '../address/token.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { checkPurchaseTransaction } from './checkPurchaseTransaction.js';
import { type PurchaseParameters, purchaseInstruction } from './purchaseInstruction.js';
import { serviceTokenAddress, stablecoinAddress } from './treasury.js';

const pair = (n: number): Keypair => Keypair.fromSeed(new Uint8Array(32).fill(n));
const [buyer, admin, thief] = [pair(1), pair(2), pair(3)];
const { oracle } = LOCALNET_PROGRAM_IDS;
const config = {
  serviceMint: pair(4).publicKey,
  stablecoinMint: pair(5).publicKey,
  backendAdmin: admin.publicKey,
};
const order = { oracle, config, buyer: buyer.publicKey, tokens: 1_000n };
const purchase = (other: Partial<PurchaseParameters> = {}) => purchaseInstruction({ ...order, ...other });
const stablecoins = stablecoinAddress(buyer.publicKey, order);

interface Quoted {
  readonly payer?: PublicKey;
  readonly signers?: Keypair[];
}

function quoted(instructions: TransactionInstruction[], { payer = buyer.publicKey, signers = [admin] }: Quoted = {}) {
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: pair(9).publicKey.toBase58() });
  transaction.add(...instructions);
  if (signers.length > 0) transaction.partialSign(...signers);
  return new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }));
}

const refusal = (bytes: Uint8Array) => {
  const error = thrown(() => checkPurchaseTransaction(bytes, order));
  return [error.number, error.message] as const;
};

describe('a quote', () => {
  it('is the purchase alone, or with what it may stand beside', () => {
    const companions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
      createAssociatedTokenAccountIdempotentInstruction(
        buyer.publicKey,
        serviceTokenAddress(buyer.publicKey, order),
        buyer.publicKey,
        config.serviceMint,
        TOKEN_2022_PROGRAM_ID,
      ),
      SystemProgram.transfer({ fromPubkey: admin.publicKey, toPubkey: thief.publicKey, lamports: 1 }),
    ];
    for (const instructions of [[purchase()], [...companions, purchase()]]) {
      const transaction = checkPurchaseTransaction(quoted(instructions), order);
      transaction.sign([buyer]);
      expect(transaction.signatures.every((signature) => signature.some((byte) => byte !== 0))).toBe(true);
    }
  });

  const transfer = SystemProgram.transfer({ fromPubkey: buyer.publicKey, toPubkey: thief.publicKey, lamports: 1 });
  const tokens = createTransferInstruction(stablecoins, pair(6).publicKey, buyer.publicKey, 1);
  const stranger = new TransactionInstruction({ programId: pair(7).publicKey, keys: [], data: Buffer.alloc(0) });
  const foreignAccount = createAssociatedTokenAccountIdempotentInstruction(
    buyer.publicKey,
    stablecoinAddress(thief.publicKey, order),
    thief.publicKey,
    config.stablecoinMint,
  );
  const ownAccount = createAssociatedTokenAccountIdempotentInstruction(
    buyer.publicKey,
    stablecoins,
    buyer.publicKey,
    config.stablecoinMint,
  );
  const nested = new TransactionInstruction({ ...ownAccount, data: Buffer.from([2]) });
  const nonce = SystemProgram.nonceAdvance({ noncePubkey: pair(8).publicKey, authorizedPubkey: admin.publicKey });
  const dearly = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000 });
  const unknownBudget = new TransactionInstruction({
    programId: ComputeBudgetProgram.programId,
    keys: [],
    data: Buffer.from([0, 1, 2, 3, 4]),
  });
  it.each<[string, TransactionInstruction[], RegExp]>([
    ['lamports of the buyer', [purchase(), transfer], /names the buyer/],
    ['tokens of the buyer', [purchase(), tokens], /names the buyer/],
    ['another program', [purchase(), stranger], /calls the program/],
    ["somebody else's token account", [foreignAccount, purchase()], /token account that is not one of the buyer/],
    ['another instruction about token accounts', [nested, purchase()], /token account that is not one of the buyer/],
    ['a durable nonce of the service', [nonce, purchase()], /does not expire/],
    ['a durable nonce behind the purchase', [purchase(), nonce], /does not expire/],
    ['a large fee', [dearly, purchase()], /up to 14010000 lamports to the network, more than 10000000/],
    ['an unknown budget', [unknownBudget, purchase()], /compute budget/],
    ['two purchases', [purchase(), purchase()], /2 instructions of the oracle/],
    ['more tokens', [purchase({ tokens: 1_001n })], /not the purchase of 1000/],
    ['another destination', [purchase({ destination: stablecoins })], /not the purchase of 1000/],
    [
      'another mint',
      [purchase({ config: { ...config, serviceMint: config.stablecoinMint } })],
      /not the purchase of 1000/,
    ],
  ])('is refused with %s', (_, instructions, reason) => {
    const [number, message] = refusal(quoted(instructions));
    expect(number).toBe(7150);
    expect(message).toMatch(reason);
  });

  it('is refused without its signature, with other signers, or as something else', () => {
    const half = quoted([purchase()], { signers: [] });
    expect(refusal(half)).toEqual([7150, expect.stringMatching(/signature of .* does not verify/)]);
    const forThief = quoted([purchase()], { payer: thief.publicKey });
    expect(refusal(forThief)).toEqual([7150, expect.stringMatching(/fee is paid by/)]);
    const third = SystemProgram.transfer({ fromPubkey: thief.publicKey, toPubkey: admin.publicKey, lamports: 1 });
    expect(refusal(quoted([purchase(), third], { signers: [admin, thief] }))).toEqual([
      7150,
      expect.stringMatching(/beside the buyer it is signed by/),
    ]);
    expect(refusal(Uint8Array.of(1, 2, 3))).toEqual([7150, expect.stringMatching(/do not decode/)]);
  });

  it('is refused when it looks addresses up', () => {
    const table = new AddressLookupTableAccount({
      key: pair(8).publicKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: purchase()
          .keys.filter(({ isSigner }) => !isSigner)
          .map(({ pubkey }) => pubkey),
      },
    });
    const message = new TransactionMessage({
      payerKey: buyer.publicKey,
      instructions: [purchase()],
      recentBlockhash: PublicKey.default.toBase58(),
    }).compileToV0Message([table]);
    const transaction = new VersionedTransaction(message);
    transaction.sign([admin]);
    expect(refusal(transaction.serialize())).toEqual([7150, expect.stringMatching(/table/)]);
  });
});
