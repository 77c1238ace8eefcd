import { base58 } from '@scure/base';
import type { Address } from '../program/address/address.js';
import { addressIn } from '../program/address/addressIn.js';
import type { LandedTransaction } from '../program/rpcNode.js';
import { decodeTransaction } from '../program/transaction/transaction.js';
import type { DocumentNode } from '../proof/document.js';
import { base64In, firstOf } from './accountReader.js';

/** Logs; `null` when the node does not have them. */
export const logsIn = (node: DocumentNode | undefined): string[] | null =>
  node === undefined || node.value === null ? null : node.list().map((line) => line.string());

/** The logs in an answer to `getTransaction`; `null` when the node does not have them. */
export const landedLogsIn = (found: DocumentNode): string[] | null => logsIn(given(found, 'meta')?.find('logMessages'));

/** A transaction in an answer to `getTransaction` with encoding `base64`. Errors: INVALID_TRANSACTION. */
export function landedIn(found: DocumentNode): LandedTransaction {
  const { message } = decodeTransaction(firstOf(found.field('transaction'), base64In));
  const meta = given(found, 'meta');
  const accounts: (Address | null)[] = [...message.accounts, ...lookedUpIn(found)];
  return {
    meta: meta && { err: meta.field('err').value, logMessages: landedLogsIn(found) },
    blockTime: given(found, 'blockTime')?.i64() ?? null,
    signers: message.accounts.slice(0, message.header.signers),
    instructions: message.instructions.map(({ programIndex, accountIndexes, data }) => ({
      // A program never comes from a lookup table.
      programAddress: message.accounts[programIndex] as Address,
      accounts: accountIndexes.map((place) => accounts[place] ?? null),
      data: base58.encode(data),
    })),
  };
}

/** The accounts from lookup tables, in the order of the indices. */
function lookedUpIn(found: DocumentNode): Address[] {
  const meta = given(found, 'meta');
  const loaded = meta && given(meta, 'loadedAddresses');
  return loaded ? [...loaded.field('writable').list(), ...loaded.field('readonly').list()].map(addressIn) : [];
}

/** A field that may be missing or null. */
function given(node: DocumentNode, name: string): DocumentNode | null {
  const found = node.find(name);
  return found === undefined || found.value === null ? null : found;
}
