import type {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import { WALLET_NOT_SIGNED } from '../error/codes/world.js';
import { fail } from '../error/linesmanError.js';
import { type Address, addressBytes, addressOf } from '../program/address/address.js';
import { type Instruction, isSigner, isWritable, roleOf } from '../program/instruction/instruction.js';
import { KeyPair } from '../program/keyPair.js';
import type { LookupTable } from '../program/transaction/message.js';
import type { TransactionSigner } from '../program/transaction/signAndSend.js';
import { decodeTransaction, encodeTransaction, type Transaction } from '../program/transaction/transaction.js';
import { library } from './library.js';

/**
 * Converts an address to a web3.js public key.
 *
 * @example
 * ```ts
 * import { address } from '@linesman/sdk/program';
 * import { toPublicKey } from '@linesman/sdk/web3';
 *
 * toPublicKey(address('11111111111111111111111111111111')).toBase58();
 * ```
 */
export const toPublicKey = (address: Address): PublicKey => new (library().PublicKey)(addressBytes(address));

/**
 * Converts a public key of any copy or version of web3.js to an address.
 *
 * @example
 * ```ts
 * import { Keypair } from '@solana/web3.js';
 * import { fromPublicKey } from '@linesman/sdk/web3';
 *
 * const payer = fromPublicKey(Keypair.generate().publicKey);
 * ```
 */
export const fromPublicKey = (key: Pick<PublicKey, 'toBytes'>): Address => addressOf(key.toBytes());

/**
 * Converts an instruction for a web3.js transaction.
 *
 * @example
 * ```ts
 * import { Transaction } from '@solana/web3.js';
 * import { type SettleParameters, settleInstructions } from '@linesman/sdk/program';
 * import { toTransactionInstruction } from '@linesman/sdk/web3';
 *
 * declare const parameters: SettleParameters;
 * const transaction = new Transaction().add(...settleInstructions(parameters).map(toTransactionInstruction));
 * ```
 */
export const toTransactionInstruction = ({ programAddress, accounts, data }: Instruction): TransactionInstruction =>
  new (library().TransactionInstruction)({
    programId: toPublicKey(programAddress),
    keys: accounts.map((account) => ({
      pubkey: toPublicKey(account.address),
      isSigner: isSigner(account),
      isWritable: isWritable(account),
    })),
    data: bufferOf(data),
  });

type Data = TransactionInstruction['data'];

/**
 * A `Buffer`, as in instructions of web3.js. Browsers lack this global. There the class comes from web3.js, which uses
 * it for the bytes of keys.
 */
function bufferOf(bytes: Uint8Array): Data {
  const { constructor: Class } = library().PublicKey.default.toBuffer();
  return (Class as unknown as { from(bytes: Uint8Array): Data }).from(bytes);
}

/**
 * Converts a web3.js instruction.
 *
 * @example
 * ```ts
 * import { PublicKey, SystemProgram } from '@solana/web3.js';
 * import { fromTransactionInstruction } from '@linesman/sdk/web3';
 *
 * declare const from: PublicKey;
 * declare const to: PublicKey;
 * const tip = fromTransactionInstruction(
 *   SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 5_000 }),
 * );
 * ```
 */
export const fromTransactionInstruction = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  programAddress: fromPublicKey(programId),
  accounts: keys.map((key) => ({
    address: fromPublicKey(key.pubkey),
    role: roleOf({ signer: key.isSigner, writable: key.isWritable }),
  })),
  data: Uint8Array.from(data),
});

/**
 * Converts a transaction for web3.js, keeping the signatures it has. Errors: INVALID_TRANSACTION.
 *
 * @example
 * ```ts
 * import { Keypair } from '@solana/web3.js';
 * import type { BuiltTransaction } from '@linesman/sdk/program';
 * import { toVersionedTransaction } from '@linesman/sdk/web3';
 *
 * declare const built: BuiltTransaction;
 * declare const payer: Keypair;
 * const transaction = toVersionedTransaction(built.transaction);
 * transaction.sign([payer]);
 * ```
 */
export const toVersionedTransaction = (transaction: Transaction): VersionedTransaction =>
  library().VersionedTransaction.deserialize(encodeTransaction(transaction));

/**
 * Converts a web3.js transaction, keeping the signatures it has. For version 1, web3.js throws its own error, because
 * it reads this version but does not write it. Errors: INVALID_TRANSACTION.
 *
 * @example
 * ```ts
 * import type { VersionedTransaction } from '@solana/web3.js';
 * import { signatureOf } from '@linesman/sdk/program';
 * import { fromVersionedTransaction } from '@linesman/sdk/web3';
 *
 * declare const signed: VersionedTransaction;
 * const signature = signatureOf(fromVersionedTransaction(signed));
 * ```
 */
export const fromVersionedTransaction = (transaction: VersionedTransaction): Transaction =>
  decodeTransaction(transaction.serialize());

/**
 * Converts a key pair to a web3.js `Keypair`.
 *
 * @example
 * ```ts
 * import { readKeypair } from '@linesman/sdk/node';
 * import { toKeypair } from '@linesman/sdk/web3';
 *
 * const payer = toKeypair(readKeypair('id.json'));
 * ```
 */
export const toKeypair = (pair: KeyPair): Keypair => library().Keypair.fromSecretKey(pair.secretKey);

/**
 * Converts a web3.js `Keypair`. Errors: INVALID_KEY_PAIR.
 *
 * @example
 * ```ts
 * import { Keypair } from '@solana/web3.js';
 * import { fromKeypair } from '@linesman/sdk/web3';
 *
 * const { address } = fromKeypair(Keypair.generate());
 * ```
 */
export const fromKeypair = ({ secretKey }: Pick<Keypair, 'secretKey'>): KeyPair => KeyPair.fromSecretKey(secretKey);

/**
 * Converts a lookup table that `Connection.getAddressLookupTable` returned.
 *
 * @example
 * ```ts
 * import type { Connection, PublicKey } from '@solana/web3.js';
 * import { fromLookupTable } from '@linesman/sdk/web3';
 *
 * declare const connection: Connection;
 * declare const key: PublicKey;
 * const { value } = await connection.getAddressLookupTable(key);
 * const tables = value === null ? [] : [fromLookupTable(value)];
 * ```
 */
export const fromLookupTable = ({ key, state }: AddressLookupTableAccount): LookupTable => ({
  address: fromPublicKey(key),
  addresses: state.addresses.map(fromPublicKey),
});

/** What a wallet of `@solana/wallet-adapter` has once it is connected: the answer of `useWallet`, or an adapter. */
export interface AdapterWallet {
  readonly publicKey: Pick<PublicKey, 'toBytes'> | null;
  readonly signTransaction?: ((transaction: VersionedTransaction) => Promise<VersionedTransaction>) | undefined;
}

/**
 * A connected wallet of `@solana/wallet-adapter` as a signer of our transactions. Errors: WALLET_NOT_SIGNED for a
 * wallet that is not connected or signs no transactions.
 *
 * @example
 * ```ts
 * import { createLinesman } from '@linesman/sdk/dapp';
 * import { type AdapterWallet, fromWalletAdapter } from '@linesman/sdk/web3';
 *
 * declare const wallet: AdapterWallet; // useWallet()
 * const linesman = createLinesman({ rpc: 'https://api.devnet.solana.com', signer: fromWalletAdapter(wallet) });
 * ```
 */
export function fromWalletAdapter(wallet: AdapterWallet): TransactionSigner {
  const { publicKey, signTransaction } = wallet;
  const address = publicKey && fromPublicKey(publicKey);
  if (address === null || signTransaction === undefined)
    return fail(WALLET_NOT_SIGNED, { wallet: 'wallet-adapter', address: address ?? 'none', problem: 'no feature' });
  return {
    address,
    signTransaction: async (transaction) =>
      fromVersionedTransaction(await signTransaction.call(wallet, toVersionedTransaction(transaction))),
  };
}
