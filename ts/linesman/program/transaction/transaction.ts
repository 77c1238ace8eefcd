import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { fail, SIGNER_NOT_NAMED } from '../../error/index.js';
import type { Signer } from '../keyPair.js';
import { decodeMessage, encodeMessage, lengthPrefix, type Message, MessageReader } from './message.js';

/** A transaction, signed or not yet. */
export interface Transaction {
  readonly message: Message;
  /** One for each signer, in the order of the message's accounts; 64 zero bytes where it is still missing. */
  readonly signatures: readonly Uint8Array[];
}

const SIGNATURE = 64;

/** A transaction without signatures. */
export const unsigned = (message: Message): Transaction => ({
  message,
  signatures: Array.from({ length: message.header.signers }, () => new Uint8Array(SIGNATURE)),
});

/**
 * The transaction with the signatures of these key pairs, beside those that it has. Errors: SIGNER_NOT_NAMED the message
 * does not ask for a signature of one of them.
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

/** What a transaction is known by: the payer's signature, Base58. */
export const signatureOf = ({ signatures }: Transaction): string => base58.encode(signatures[0] ?? new Uint8Array());

/** The bytes that the network carries. */
export const encodeTransaction = ({ message, signatures }: Transaction): Uint8Array =>
  concatBytes(lengthPrefix(signatures.length), ...signatures, encodeMessage(message));

/** The transaction of its bytes. Errors: INVALID_TRANSACTION they are none. */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const from = new MessageReader(bytes);
  const signatures = from.list(() => from.take(SIGNATURE));
  const message = decodeMessage(from.rest());
  return signatures.length === message.header.signers
    ? { message, signatures }
    : from.invalid('it has another number of signatures than its message asks for');
}
