import { readKeypair } from '@linesman/sdk/internal/node/readKeypair';
import type { Address } from '@linesman/sdk/internal/program/address/address';
import type { KeyPair } from '@linesman/sdk/internal/program/keyPair';
import type { Configured } from '../option/settings.js';
import { noteTable } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { clusterText } from './cluster.js';
import { CONFIGURATION_FILE } from './configuration.js';

/** The chain that gets the transactions of a command. */
export interface SigningFlags extends Configured {
  readonly rpc: string;
}

/**
 * The key pair that signs and pays, named by a flag or by LINESMAN_KEYPAIR. There is no default wallet. Shows who pays
 * and where, before any request is sent. Errors: INVALID_KEYPAIR_FILE.
 */
export function signerOf(keypair: string, flags: SigningFlags, terminal: Terminal): KeyPair {
  const pair = readKeypair(keypair);
  sayPayer(pair.address, flags, terminal);
  return pair;
}

/** Shows who pays and where. */
export function sayPayer(payer: Address, flags: SigningFlags, terminal: Terminal): void {
  noteTable(terminal, [
    ['payer', payer],
    ['cluster', clusterOf(flags)],
  ]);
}

/** The cluster, with a note if the configuration file has chosen it. */
export const clusterOf = ({ rpc, from }: SigningFlags): string =>
  `${clusterText(rpc)}${from?.rpc === 'file' ? `, as ${CONFIGURATION_FILE} says` : ''}`;
