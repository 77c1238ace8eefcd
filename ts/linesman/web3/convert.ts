import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import {
  type Address,
  addressBytes,
  addressOf,
  decodeTransaction,
  encodeTransaction,
  type Instruction,
  isSigner,
  isWritable,
  KeyPair,
  type LookupTable,
  roleOf,
  type Transaction,
} from '../program/index.js';

/** The key of an address, for web3.js. */
export const toPublicKey = (address: Address): PublicKey => new PublicKey(addressBytes(address));

/** The address of a key of web3.js, of whichever copy. */
export const fromPublicKey = (key: Pick<PublicKey, 'toBytes'>): Address => addressOf(key.toBytes());

/**
 * An instruction for a transaction of web3.js.
 *
 * @example
 * transaction.add(...settleInstructions(parameters).map(toTransactionInstruction));
 */
export const toTransactionInstruction = ({ programAddress, accounts, data }: Instruction): TransactionInstruction =>
  new TransactionInstruction({
    programId: toPublicKey(programAddress),
    keys: accounts.map((account) => ({
      pubkey: toPublicKey(account.address),
      isSigner: isSigner(account),
      isWritable: isWritable(account),
    })),
    data: Buffer.from(data),
  });

/** What an instruction of web3.js says. */
export const fromTransactionInstruction = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  programAddress: fromPublicKey(programId),
  accounts: keys.map((key) => ({
    address: fromPublicKey(key.pubkey),
    role: roleOf({ signer: key.isSigner, writable: key.isWritable }),
  })),
  data: Uint8Array.from(data),
});

/** A transaction for web3.js, with the signatures that it has. Errors: INVALID_TRANSACTION. */
export const toVersionedTransaction = (transaction: Transaction): VersionedTransaction =>
  VersionedTransaction.deserialize(encodeTransaction(transaction));

/** A transaction of web3.js, with the signatures that it has. */
export const fromVersionedTransaction = (transaction: VersionedTransaction): Transaction =>
  decodeTransaction(transaction.serialize());

/** A key pair for web3.js. */
export const toKeypair = (pair: KeyPair): Keypair => Keypair.fromSecretKey(pair.secretKey);

/** A key pair of web3.js. Errors: INVALID_KEY_PAIR. */
export const fromKeypair = ({ secretKey }: Pick<Keypair, 'secretKey'>): KeyPair => KeyPair.fromSecretKey(secretKey);

/** A lookup table as `getAddressLookupTable` of web3.js gives it. */
export const fromLookupTable = ({ key, state }: AddressLookupTableAccount): LookupTable => ({
  address: fromPublicKey(key),
  addresses: state.addresses.map(fromPublicKey),
});
