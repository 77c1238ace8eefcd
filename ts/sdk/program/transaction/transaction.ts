import { concatBytes } from '@noble/hashes/utils.js';
import { SIGNER_NOT_NAMED } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';
import { base58Text } from '../address/base58Text.js';
import type { Signer } from '../keyPair.js';
import { checked, decodeMessage, encodeMessage, lengthPrefix, readMessage } from './message.js';
import type { Message } from './messageForm.js';
import { MessageReader } from './messageReader.js';
import { VERSION_1 } from './messageV1.js';
import { limitOf } from './size.js';

/** A transaction, with or without its signatures. */
export interface Transaction {
  readonly message: Message;
  /** One for each signer, in the order of the message's accounts; 64 zero bytes where it is missing. */
  readonly signatures: readonly Uint8Array[];
}

const SIGNATURE = 64;

/**
 * A transaction without signatures.
 *
 * @example
 * ```ts
 * import { type Chain, type Message, unsigned } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const message: Message;
 * const { unitsConsumed } = await chain.simulate(unsigned(message));
 * ```
 */
export const unsigned = (message: Message): Transaction => ({
  message,
  signatures: Array.from({ length: message.header.signers }, () => new Uint8Array(SIGNATURE)),
});

/**
 * Adds signatures to those that the transaction already has. Errors: SIGNER_NOT_NAMED when the message does not require
 * the signature of one of the signers.
 *
 * @example
 * ```ts
 * import { decodeTransaction, type KeyPair, signTransaction } from '@linesman/sdk/program';
 *
 * declare const bytes: Uint8Array; // signed by somebody else already
 * declare const payer: KeyPair;
 * const complete = signTransaction(decodeTransaction(bytes), [payer]);
 * ```
 */
export function signTransaction({ message, signatures }: Transaction, signers: readonly Signer[]): Transaction {
  const bytes = encodeMessage(message);
  const signed = [...signatures];
  for (const signer of signers) {
    const place = message.accounts.indexOf(signer.address);
    if (place < 0 || place >= message.header.signers) return fail(SIGNER_NOT_NAMED, { address: signer.address });
    signed[place] = signer.sign(bytes);
  }
  return { message, signatures: signed };
}

/**
 * The payer's signature in Base58, which identifies the transaction.
 *
 * @example
 * ```ts
 * import { type SendingChain, signatureOf, type Transaction } from '@linesman/sdk/program';
 *
 * declare const chain: SendingChain;
 * declare const signed: Transaction;
 * const status = await chain.status(signatureOf(signed));
 * ```
 */
export const signatureOf = ({ signatures }: Transaction): string => base58Text(signatures[0] ?? new Uint8Array());

/**
 * The bytes of a transaction as sent over the network.
 *
 * @example
 * ```ts
 * import { encodeTransaction, type Transaction } from '@linesman/sdk/program';
 *
 * declare const signed: Transaction;
 * const base64 = btoa(String.fromCharCode(...encodeTransaction(signed))); // for sendTransaction over RPC
 * ```
 */
export const encodeTransaction = ({ message, signatures }: Transaction): Uint8Array =>
  message.version === 1
    ? concatBytes(encodeMessage(message), ...signatures)
    : concatBytes(lengthPrefix(signatures.length), ...signatures, encodeMessage(message));

/**
 * Decodes a transaction, legacy or of version 0 or 1. Errors: INVALID_TRANSACTION when the bytes are malformed, or have
 * a later version.
 *
 * @example
 * ```ts
 * import { decodeTransaction } from '@linesman/sdk/program';
 *
 * declare const bytes: Uint8Array;
 * const { message, signatures } = decodeTransaction(bytes);
 * console.log(message.accounts[0], signatures.length); // the payer, and how many sign
 * ```
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const from = new MessageReader(bytes);
  if (bytes[0] === VERSION_1) return decodeV1(from, bytes.length);
  const signatures = from.list(() => from.take(SIGNATURE));
  const message = decodeMessage(from.rest());
  return signatures.length === message.header.signers
    ? { message, signatures }
    : from.invalid('it has another number of signatures than its message asks for');
}

/** In version 1 the signatures follow the message, which states their number. */
function decodeV1(from: MessageReader, length: number): Transaction {
  if (length > limitOf(1)) return from.invalid(`version 1 has at most ${limitOf(1)}`);
  const message = checked(readMessage(from), from);
  const signatures = Array.from({ length: message.header.signers }, () => from.take(SIGNATURE));
  return from.rest().length === 0 ? { message, signatures } : from.invalid('something follows them');
}
