import {
  assertIsTransactionWithinSizeLimit,
  type Blockhash,
  createKeyPairSignerFromBytes,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  type Address as KitAddress,
  type Instruction as KitInstruction,
  type Transaction as KitTransaction,
  type TransactionWithBlockhashLifetime,
  type TransactionWithinSizeLimit,
} from '@solana/kit';
import {
  type AccountMeta,
  type Address,
  decodeTransaction,
  encodeTransaction,
  type Instruction,
  type KeyPair,
  type Transaction,
} from '../program/index.js';

/** An address of Kit. The two types are the same; this says so to a compiler that sees two copies of Kit. */
export const toKitAddress = (address: Address): KitAddress => address as KitAddress;

/**
 * An instruction for a transaction message of Kit. It has Kit's shape already, so nothing is copied.
 *
 * @example
 * appendTransactionMessageInstructions(settleInstructions(parameters).map(toKitInstruction), message);
 */
export const toKitInstruction = (instruction: Instruction): KitInstruction & Instruction => instruction;

/** What an instruction of Kit says. One that looks accounts up in tables by itself has no such form: let Kit send it. */
export const fromKitInstruction = ({ programAddress, accounts = [], data }: KitInstruction): Instruction => ({
  programAddress: programAddress as Address,
  accounts: accounts.map(({ address, role }) => ({ address, role }) as AccountMeta),
  data: data === undefined ? new Uint8Array() : Uint8Array.from(data),
});

/** A transaction for Kit that wallets of Kit can sign. */
export type SignableTransaction = KitTransaction & TransactionWithinSizeLimit & TransactionWithBlockhashLifetime;

/** Kit's word for a block height that nobody knows. */
const UNKNOWN_HEIGHT = 0xffff_ffff_ffff_ffffn;

/**
 * A transaction for Kit, with the signatures that it has: what a wallet signs. Errors: one of Kit's for a transaction that
 * no network carries; `buildTransaction` makes none.
 */
export function toKitTransaction(transaction: Transaction): SignableTransaction {
  const decoded = getTransactionDecoder().decode(encodeTransaction(transaction));
  assertIsTransactionWithinSizeLimit(decoded);
  const blockhash = transaction.message.blockhash as Blockhash;
  return { ...decoded, lifetimeConstraint: { blockhash, lastValidBlockHeight: UNKNOWN_HEIGHT } };
}

/** A transaction of Kit, with the signatures that it has. Errors: INVALID_TRANSACTION. */
export const fromKitTransaction = (transaction: KitTransaction): Transaction =>
  decodeTransaction(Uint8Array.from(getTransactionEncoder().encode(transaction)));

/** A signer of Kit that signs with a key pair of ours. */
export const toKitSigner = (pair: KeyPair): Promise<KeyPairSigner> => createKeyPairSignerFromBytes(pair.secretKey);
