import { readKeypair } from '../../node/index.js';
import type { Address, KeyPair } from '../../program/index.js';
import { noteTable } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { clusterText } from './cluster.js';
import { CONFIGURATION_FILE, type Configured } from './configuration.js';

/** Where the transactions of a command go. */
export interface SigningFlags extends Configured {
  readonly rpc: string;
}

/**
 * The key pair that signs and pays. It is named, by a flag or by LINESMAN_KEYPAIR: there is no wallet that is taken
 * otherwise. Says who pays and where, before anything is asked or sent. Errors: INVALID_KEYPAIR_FILE.
 */
export function signerOf(keypair: string, flags: SigningFlags, terminal: Terminal): KeyPair {
  const pair = readKeypair(keypair);
  sayPayer(pair.address, flags, terminal);
  return pair;
}

/** The same of a key pair that is there already. */
export function sayPayer(payer: Address, flags: SigningFlags, terminal: Terminal): void {
  noteTable(terminal, [
    ['payer', payer],
    ['cluster', clusterOf(flags)],
  ]);
}

/** The cluster, and that a file of the folder has chosen it where it has. */
export const clusterOf = ({ rpc, from }: SigningFlags): string =>
  `${clusterText(rpc)}${from?.rpc === 'file' ? `, as ${CONFIGURATION_FILE} says` : ''}`;
