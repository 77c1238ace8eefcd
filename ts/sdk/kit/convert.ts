import type {
  Blockhash,
  KeyPairSigner,
  Address as KitAddress,
  Instruction as KitInstruction,
  Transaction as KitTransaction,
  TransactionModifyingSigner,
  TransactionPartialSigner,
  TransactionWithBlockhashLifetime,
  TransactionWithinSizeLimit,
} from '@solana/kit';
import * as kit from '@solana/kit';
import { WALLET_NOT_SIGNED } from '../error/codes/world.js';
import { fail } from '../error/linesmanError.js';
import type { Address } from '../program/address/address.js';
import type { AccountMeta, Instruction } from '../program/instruction/instruction.js';
import type { KeyPair } from '../program/keyPair.js';
import type { TransactionSigner } from '../program/transaction/signAndSend.js';
import { decodeTransaction, encodeTransaction, type Transaction } from '../program/transaction/transaction.js';
import { checkKit } from './library.js';

/**
 * Casts an address to Kit's type. The two types are identical; the cast helps only where the compiler sees two copies
 * of Kit.
 *
 * @example
 * ```ts
 * import { toKitAddress } from '@linesman/sdk/kit';
 * import { type Address, LOCALNET_PROGRAM_IDS, marketAddress } from '@linesman/sdk/program';
 *
 * declare const creator: Address;
 * const market = toKitAddress(marketAddress(creator, 1n, LOCALNET_PROGRAM_IDS.settlement).address);
 * ```
 */
export const toKitAddress = (address: Address): KitAddress => address as KitAddress;

/**
 * Types an instruction as Kit's. It already has Kit's shape, so nothing is copied.
 *
 * @example
 * ```ts
 * import { appendTransactionMessageInstructions, createTransactionMessage } from '@solana/kit';
 * import { toKitInstruction } from '@linesman/sdk/kit';
 * import { type SettleParameters, settleInstructions } from '@linesman/sdk/program';
 *
 * declare const parameters: SettleParameters;
 * const message = appendTransactionMessageInstructions(
 *   settleInstructions(parameters).map(toKitInstruction),
 *   createTransactionMessage({ version: 0 }),
 * );
 * ```
 */
export const toKitInstruction = (instruction: Instruction): KitInstruction & Instruction => instruction;

/**
 * Converts a Kit instruction. Its accounts must be plain. Kit itself must send an instruction whose accounts point into
 * lookup tables.
 *
 * @example
 * ```ts
 * import type { Instruction } from '@solana/kit';
 * import { fromKitInstruction } from '@linesman/sdk/kit';
 *
 * declare const memo: Instruction;
 * const { programAddress, accounts, data } = fromKitInstruction(memo);
 * ```
 */
export const fromKitInstruction = ({ programAddress, accounts = [], data }: KitInstruction): Instruction => ({
  programAddress: programAddress as Address,
  accounts: accounts.map(({ address, role }) => ({ address, role }) as AccountMeta),
  data: data === undefined ? new Uint8Array() : Uint8Array.from(data),
});

/** A Kit transaction that a Kit wallet can sign. */
export type SignableTransaction = KitTransaction & TransactionWithinSizeLimit & TransactionWithBlockhashLifetime;

/** `u64::MAX`, which Kit uses for an unknown last valid block height. */
const UNKNOWN_HEIGHT = 0xffff_ffff_ffff_ffffn;

/**
 * Converts a transaction for a Kit wallet to sign, keeping the signatures it already has. Throws Kit's own error for a
 * transaction over the size limit; `buildTransaction` never returns one.
 *
 * @example
 * ```ts
 * import { signTransaction } from '@solana/kit';
 * import { toKitTransaction } from '@linesman/sdk/kit';
 * import type { BuiltTransaction } from '@linesman/sdk/program';
 *
 * declare const built: BuiltTransaction;
 * declare const wallet: CryptoKeyPair;
 * const signed = await signTransaction([wallet], toKitTransaction(built.transaction));
 * ```
 */
export function toKitTransaction(transaction: Transaction): SignableTransaction {
  checkKit();
  const decoded = kit.getTransactionDecoder().decode(encodeTransaction(transaction));
  const assertIsTransactionWithinSizeLimit: typeof kit.assertIsTransactionWithinSizeLimit =
    kit.assertIsTransactionWithinSizeLimit;
  assertIsTransactionWithinSizeLimit(decoded);
  const blockhash = transaction.message.blockhash as Blockhash;
  return { ...decoded, lifetimeConstraint: { blockhash, lastValidBlockHeight: UNKNOWN_HEIGHT } };
}

/**
 * Converts a Kit transaction with the signatures it has. Errors: INVALID_TRANSACTION.
 *
 * @example
 * ```ts
 * import type { Transaction } from '@solana/kit';
 * import { fromKitTransaction } from '@linesman/sdk/kit';
 * import { signatureOf } from '@linesman/sdk/program';
 *
 * declare const signed: Transaction;
 * const signature = signatureOf(fromKitTransaction(signed));
 * ```
 */
export const fromKitTransaction = (transaction: KitTransaction): Transaction =>
  decodeTransaction(Uint8Array.from(kit.getTransactionEncoder().encode(transaction)));

/**
 * Makes a Kit signer from a key pair.
 *
 * @example
 * ```ts
 * import { toKitSigner } from '@linesman/sdk/kit';
 * import { KeyPair } from '@linesman/sdk/program';
 *
 * const signer = await toKitSigner(KeyPair.fromSeed(crypto.getRandomValues(new Uint8Array(32))));
 * ```
 */
export const toKitSigner = (pair: KeyPair): Promise<KeyPairSigner> => kit.createKeyPairSignerFromBytes(pair.secretKey);

/** What a Kit signer of transactions has: `KeyPairSigner`, `TransactionPartialSigner`, `TransactionModifyingSigner`. */
export type KitTransactionSigner = TransactionPartialSigner | TransactionModifyingSigner;

/**
 * A Kit signer, such as a `KeyPairSigner` or that of a wallet hook, as a signer of our transactions. A signer that only
 * sends (`TransactionSendingSigner`) cannot be used, because we follow what we submit.
 *
 * @example
 * ```ts
 * import { generateKeyPairSigner } from '@solana/kit';
 * import { createLinesman } from '@linesman/sdk/dapp';
 * import { fromKitSigner } from '@linesman/sdk/kit';
 *
 * const signer = fromKitSigner(await generateKeyPairSigner());
 * const linesman = createLinesman({ rpc: 'http://127.0.0.1:8899', signer });
 * ```
 */
export const fromKitSigner = (signer: KitTransactionSigner): TransactionSigner => ({
  address: signer.address as string as Address,
  signTransaction: async (transaction) => {
    const given = toKitTransaction(transaction);
    if ('modifyAndSignTransactions' in signer) {
      const [signed] = await signer.modifyAndSignTransactions([given]);
      return signed ? fromKitTransaction(signed) : notSigned(signer.address);
    }
    const [signatures] = await signer.signTransactions([given]);
    return fromKitTransaction({ ...given, signatures: { ...given.signatures, ...signatures } });
  },
});

const notSigned = (address: string): never => fail(WALLET_NOT_SIGNED, { wallet: 'Kit', address, problem: 'no answer' });
