import { createAssociatedTokenAccountIdempotentInstruction, createTransferInstruction } from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { thrown } from '../../../../tests/helpers/thrown.js';
import { fromTransactionInstruction, toKeypair, toPublicKey, toTransactionInstruction } from '../../web3/convert.js';
import type { Address } from '../address/address.js';
import { COMPUTE_BUDGET_PROGRAM_ID, ZERO_ADDRESS } from '../address/runtime.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import { type Instruction, isSigner } from '../instruction/instruction.js';
import { KeyPair } from '../keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { transferInstruction } from '../systemInstructions.js';
import { compileMessage } from '../transaction/message.js';
import { encodeTransaction, signTransaction, unsigned } from '../transaction/transaction.js';
import { checkPurchaseTransaction } from './checkPurchaseTransaction.js';
import { type PurchaseParameters, purchaseInstruction } from './purchaseInstruction.js';
import { serviceTokenAddress, stablecoinAddress } from './treasury.js';

const pair = (n: number): KeyPair => KeyPair.fromSeed(new Uint8Array(32).fill(n));
const [buyer, admin, thief] = [pair(1), pair(2), pair(3)];
const { oracle } = LOCALNET_PROGRAM_IDS;
const config = {
  serviceMint: pair(4).address,
  stablecoinMint: pair(5).address,
  backendAdmin: admin.address,
};
const order = { oracle, config, buyer: buyer.address, tokens: 1_000n };
const purchase = (other: Partial<PurchaseParameters> = {}) => purchaseInstruction({ ...order, ...other });
const stablecoins = stablecoinAddress(buyer.address, order);

interface Quoted {
  readonly payer?: Address;
  readonly signers?: KeyPair[];
}

/** Built by web3.js, because a service may be written in any language. */
function quoted(instructions: Instruction[], { payer = buyer.address, signers = [admin] }: Quoted = {}) {
  const transaction = new Transaction({ feePayer: toPublicKey(payer), recentBlockhash: pair(9).address });
  transaction.add(...instructions.map(toTransactionInstruction));
  if (signers.length > 0) transaction.partialSign(...signers.map(toKeypair));
  return new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }));
}

const transferOf = (from: KeyPair, to: KeyPair) =>
  transferInstruction({ from: from.address, to: to.address, lamports: 1n });
const accountOf = (account: Address, owner: Address, mint: Address, program = TOKEN_PROGRAM_ID) =>
  fromTransactionInstruction(
    createAssociatedTokenAccountIdempotentInstruction(
      toPublicKey(buyer.address),
      toPublicKey(account),
      toPublicKey(owner),
      toPublicKey(mint),
      toPublicKey(program),
    ),
  );
const unitPrice = (microLamports: number) =>
  fromTransactionInstruction(ComputeBudgetProgram.setComputeUnitPrice({ microLamports }));

const refusal = (bytes: Uint8Array) => {
  const error = thrown(() => checkPurchaseTransaction(bytes, order));
  return [error.number, error.message] as const;
};

describe('a quote', () => {
  it('may hold the purchase alone, or with harmless instructions', () => {
    const companions = [
      fromTransactionInstruction(ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 })),
      unitPrice(1_000),
      accountOf(serviceTokenAddress(buyer.address, order), buyer.address, config.serviceMint, TOKEN_2022_PROGRAM_ID),
      transferOf(admin, thief),
    ];
    for (const instructions of [[purchase()], [...companions, purchase()]]) {
      const transaction = checkPurchaseTransaction(quoted(instructions), order);
      const { signatures } = signTransaction(transaction, [buyer]);
      expect(signatures.every((signature) => signature.some((byte) => byte !== 0))).toBe(true);
    }
  });

  const transfer = transferOf(buyer, thief);
  const tokens = fromTransactionInstruction(
    createTransferInstruction(toPublicKey(stablecoins), toPublicKey(pair(6).address), toPublicKey(buyer.address), 1),
  );
  const stranger = { programAddress: pair(7).address, accounts: [], data: Buffer.alloc(0) };
  const foreignAccount = accountOf(stablecoinAddress(thief.address, order), thief.address, config.stablecoinMint);
  const ownAccount = accountOf(stablecoins, buyer.address, config.stablecoinMint);
  const nested = { ...ownAccount, data: Buffer.from([2]) };
  const nonce = fromTransactionInstruction(
    SystemProgram.nonceAdvance({
      noncePubkey: toPublicKey(pair(8).address),
      authorizedPubkey: toPublicKey(admin.address),
    }),
  );
  const dearly = unitPrice(10_000_000);
  const unknownBudget = {
    programAddress: COMPUTE_BUDGET_PROGRAM_ID,
    accounts: [],
    data: Buffer.from([0, 1, 2, 3, 4]),
  };
  it.each<[string, Instruction[], RegExp]>([
    ['lamports of the buyer', [purchase(), transfer], /includes the buyer/],
    ['tokens of the buyer', [purchase(), tokens], /includes the buyer/],
    ['another program', [purchase(), stranger], /calls the program/],
    ["somebody else's token account", [foreignAccount, purchase()], /token account that does not belong to the buyer/],
    [
      'another instruction of the associated token program',
      [nested, purchase()],
      /token account that does not belong to the buyer/,
    ],
    ['a durable nonce of the service', [nonce, purchase()], /never expires/],
    ['a durable nonce after the purchase', [purchase(), nonce], /never expires/],
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

  it('is refused without its signature, with other signers, or when it does not decode', () => {
    const half = quoted([purchase()], { signers: [] });
    expect(refusal(half)).toEqual([7150, expect.stringMatching(/signature of .* does not verify/)]);
    const forThief = quoted([purchase()], { payer: thief.address });
    expect(refusal(forThief)).toEqual([7150, expect.stringMatching(/fee is paid by/)]);
    const third = transferOf(thief, admin);
    expect(refusal(quoted([purchase(), third], { signers: [admin, thief] }))).toEqual([
      7150,
      expect.stringMatching(/besides the buyer, it is signed by/),
    ]);
    expect(refusal(Uint8Array.of(1, 2, 3))).toEqual([7150, expect.stringMatching(/do not decode/)]);
  });

  it('may cost the largest fee, and not a lamport more, in a message of version 1', () => {
    const message = compileMessage(buyer.address, [purchase()], ZERO_ADDRESS, []);
    const costing = (priorityFeeLamports: bigint) =>
      encodeTransaction(
        signTransaction(unsigned({ ...message, version: 1, config: { priorityFeeLamports } }), [admin]),
      );
    const signatures = 10_000n;
    expect(checkPurchaseTransaction(costing(10_000_000n - signatures), order).message.version).toBe(1);
    expect(refusal(costing(10_000_001n - signatures))).toEqual([
      7150,
      expect.stringMatching(/up to 10000001 lamports/),
    ]);
  });

  it('is refused when it uses a lookup table', () => {
    const table = new AddressLookupTableAccount({
      key: toPublicKey(pair(8).address),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: purchase()
          .accounts.filter((account) => !isSigner(account))
          .map(({ address }) => toPublicKey(address)),
      },
    });
    const message = new TransactionMessage({
      payerKey: toPublicKey(buyer.address),
      instructions: [toTransactionInstruction(purchase())],
      recentBlockhash: ZERO_ADDRESS,
    }).compileToV0Message([table]);
    const transaction = new VersionedTransaction(message);
    transaction.sign([toKeypair(admin)]);
    expect(refusal(transaction.serialize())).toEqual([7150, expect.stringMatching(/table/)]);
  });
});
