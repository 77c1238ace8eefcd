import { concatBytes } from '@noble/hashes/utils.js';
import { type Address, addressBytes, addressOf } from '../address/address.js';
import { littleEndian } from '../address/seed.js';
import type { Message, MessageConfig } from './messageForm.js';
import type { MessageReader } from './messageReader.js';

/**
 * Messages of version 1 (SIMD-0385): the counts and the settings of the compute budget come before everything else, no
 * account comes from a lookup table, and the signatures follow the message.
 */

/** The first byte of a message of version 1, and so of a transaction with one. */
export const VERSION_1 = 0x81;

/** The limits of a message of version 1. */
export const MAX_IN_VERSION_1 = { accounts: 64, signers: 12, instructions: 64 } as const;

/** Each setting: its bits in the mask, and its bytes. In the order of their values. */
const SETTINGS = [
  { name: 'priorityFeeLamports', bits: 0b11, bytes: 8 },
  { name: 'computeUnitLimit', bits: 0b100, bytes: 4 },
  { name: 'loadedAccountsDataSizeLimit', bits: 0b1000, bytes: 4 },
  { name: 'heapSize', bits: 0b1_0000, bytes: 4 },
] as const satisfies readonly { name: keyof MessageConfig; bits: number; bytes: number }[];

/** Reads a message of version 1 after its first byte. Errors: INVALID_TRANSACTION. */
export function readMessageV1(from: MessageReader): Message {
  const header = { signers: from.byte(), readonlySigners: from.byte(), readonlyOthers: from.byte() };
  const mask = Number(from.integer(4));
  const blockhash = addressOf(from.take(32));
  const [calls, addresses] = [from.byte(), from.byte()];
  const most = MAX_IN_VERSION_1;
  if (addresses > most.accounts || header.signers > most.signers || calls > most.instructions)
    return from.invalid('it has more addresses, signers or instructions than version 1 allows');
  const accounts = Array.from({ length: addresses }, () => addressOf(from.take(32)));
  const config = readConfig(from, mask);
  const heads = Array.from({ length: calls }, () => ({
    programIndex: from.byte(),
    accounts: from.byte(),
    bytes: Number(from.integer(2)),
  }));
  const instructions = heads.map(({ programIndex, accounts: count, bytes }) => ({
    programIndex,
    accountIndexes: [...from.take(count)],
    data: from.take(bytes),
  }));
  return { version: 1, header, config, accounts, blockhash, instructions, lookups: [] };
}

function readConfig(from: MessageReader, mask: number): MessageConfig {
  const config: Partial<Record<keyof MessageConfig, number | bigint>> = {};
  let unknown = mask;
  for (const { name, bits, bytes } of SETTINGS) {
    if ((mask & bits) === 0) continue;
    if ((mask & bits) !== bits) return from.invalid('half of the bits of its priority fee are set');
    const value = from.integer(bytes);
    config[name] = bytes === 8 ? value : Number(value);
    unknown &= ~bits;
  }
  return unknown === 0 ? (config as MessageConfig) : from.invalid('it has settings that version 1 does not know');
}

/** The bytes of a message of version 1. Errors: INVALID_ADDRESS; INVALID_NUMBER for a count that does not fit. */
export function messageV1Bytes({ header, config = {}, accounts, blockhash, instructions }: Message): Uint8Array {
  const given = SETTINGS.filter(({ name }) => config[name] !== undefined);
  const count = (what: string, items: ArrayLike<unknown>, bytes: 1 | 2 = 1) => littleEndian(what, items.length, bytes);
  return concatBytes(
    Uint8Array.of(VERSION_1, header.signers, header.readonlySigners, header.readonlyOthers),
    littleEndian(
      'The mask',
      given.reduce((mask, { bits }) => mask | bits, 0),
      4,
    ),
    // A blockhash is encoded like an address.
    addressBytes(blockhash as Address),
    count('The number of instructions', instructions),
    count('The number of addresses', accounts),
    ...accounts.map(addressBytes),
    ...given.map(({ name, bytes }) => littleEndian(name, config[name] as number | bigint, bytes)),
    ...instructions.flatMap(({ programIndex, accountIndexes, data }) => [
      Uint8Array.of(programIndex),
      count('The number of accounts', accountIndexes),
      count('The length of the data', data, 2),
    ]),
    ...instructions.flatMap(({ accountIndexes, data }) => [Uint8Array.from(accountIndexes), data]),
  );
}
