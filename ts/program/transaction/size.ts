import type { VersionedMessage } from '@solana/web3.js';

/** The most bytes that the network carries in one transaction, signatures included. */
export const TRANSACTION_LIMIT = 1232;

/** Bytes of a length prefix of the transaction format (7 bits a byte). */
const prefix = (length: number): number => (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3);

/**
 * The bytes of a transaction with this message and all its signatures. Computed, because the serializer only throws when a
 * message is too large, and the error has to say by how much.
 */
export function transactionSize(message: VersionedMessage): number {
  const signatures = message.header.numRequiredSignatures;
  let size = prefix(signatures) + 64 * signatures;
  size += 3; // header
  size += prefix(message.staticAccountKeys.length) + 32 * message.staticAccountKeys.length;
  size += 32; // blockhash
  size += prefix(message.compiledInstructions.length);
  for (const { accountKeyIndexes, data } of message.compiledInstructions) {
    size += 1 + prefix(accountKeyIndexes.length) + accountKeyIndexes.length + prefix(data.length) + data.length;
  }
  if (message.version === 0) {
    size += 1 + prefix(message.addressTableLookups.length); // version byte
    for (const { writableIndexes, readonlyIndexes } of message.addressTableLookups) {
      size += 32 + prefix(writableIndexes.length) + writableIndexes.length;
      size += prefix(readonlyIndexes.length) + readonlyIndexes.length;
    }
  }
  return size;
}
