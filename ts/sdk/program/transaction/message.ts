import { concatBytes } from '@noble/hashes/utils.js';
import { TOO_MANY_ACCOUNTS } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';
import { type Address, addressBytes, addressOf } from '../address/address.js';
import { type Instruction, isSigner, isWritable, roleOf } from '../instruction/instruction.js';
import type { Message, MessageConfig, TableLookup } from './messageForm.js';
import { invalid, MessageReader } from './messageReader.js';
import { MAX_IN_VERSION_1, messageV1Bytes, readMessageV1, VERSION_1 } from './messageV1.js';

/** An address lookup table on chain, with its content. */
export interface LookupTable {
  readonly address: Address;
  readonly addresses: readonly Address[];
}

/** An account index is one byte. */
const MAX_ACCOUNTS = 256;

interface Use {
  signs: boolean;
  writes: boolean;
  /** A program that is called cannot come from a lookup table. */
  isCalled: boolean;
}

/**
 * Compiles instructions into a message. The payer comes first; then signers before others, writable before read-only
 * accounts, each group in order of first use. With lookup tables the message has version 0, with settings version 1,
 * otherwise it is a legacy message.
 *
 * Errors: TOO_MANY_ACCOUNTS above 256, because an index is one byte, and for version 1 above 64 accounts, 12 signers or
 * 64 instructions; INVALID_ADDRESS.
 *
 * @example
 * ```ts
 * import { compileMessage, type Instruction, type Signer, signTransaction, unsigned } from '@linesman/sdk/program';
 *
 * declare const payer: Signer;
 * declare const instruction: Instruction;
 * declare const blockhash: string;
 * const message = compileMessage(payer.address, [instruction], blockhash);
 * const signed = signTransaction(unsigned(message), [payer]);
 * ```
 */
export function compileMessage(
  payer: Address,
  instructions: readonly Instruction[],
  blockhash: string,
  how: readonly LookupTable[] | MessageConfig = [],
): Message {
  const [tables, config] = 'length' in how ? [how, null] : [[], how];
  const uses = usesOf(payer, instructions);
  if (uses.size > MAX_ACCOUNTS) return fail(TOO_MANY_ACCOUNTS, { accounts: uses.size, most: MAX_ACCOUNTS });
  if (config) checkForVersion1(uses, instructions);
  const lookups: TableLookup[] = [];
  const looked = { writable: [] as Address[], readonly: [] as Address[] };
  for (const { address, addresses } of tables) {
    const places = { writable: [] as number[], readonly: [] as number[] };
    for (const [account, { signs, writes, isCalled }] of uses) {
      const place = signs || isCalled ? -1 : addresses.indexOf(account);
      if (place < 0 || place >= MAX_ACCOUNTS) continue;
      const kind = writes ? 'writable' : 'readonly';
      places[kind].push(place);
      looked[kind].push(account);
      uses.delete(account);
    }
    if (places.writable.length + places.readonly.length > 0) lookups.push({ table: address, ...places });
  }
  const those = (signs: boolean, writes: boolean): Address[] =>
    [...uses].filter(([, use]) => use.signs === signs && use.writes === writes).map(([account]) => account);
  const [writableSigners, readonlySigners] = [those(true, true), those(true, false)];
  const [writableOthers, readonlyOthers] = [those(false, true), those(false, false)];
  const accounts = [...writableSigners, ...readonlySigners, ...writableOthers, ...readonlyOthers];
  const places = new Map([...accounts, ...looked.writable, ...looked.readonly].map((account, i) => [account, i]));
  const placeOf = (account: Address): number => places.get(account) as number;
  return {
    version: config ? 1 : tables.length === 0 ? 'legacy' : 0,
    ...(config && { config }),
    header: {
      signers: writableSigners.length + readonlySigners.length,
      readonlySigners: readonlySigners.length,
      readonlyOthers: readonlyOthers.length,
    },
    accounts,
    blockhash,
    instructions: instructions.map(({ programAddress, accounts: named, data }) => ({
      programIndex: placeOf(programAddress),
      accountIndexes: named.map(({ address }) => placeOf(address)),
      data,
    })),
    lookups,
  };
}

function checkForVersion1(uses: ReadonlyMap<Address, Use>, instructions: readonly Instruction[]): void {
  const found = {
    accounts: uses.size,
    signers: [...uses.values()].filter(({ signs }) => signs).length,
    instructions: instructions.length,
  };
  for (const what of ['accounts', 'signers', 'instructions'] as const) {
    const most = MAX_IN_VERSION_1[what];
    if (found[what] > most) fail(TOO_MANY_ACCOUNTS, { what, accounts: found[what], most });
  }
}

/** How each account is used; the payer comes first. */
function usesOf(payer: Address, instructions: readonly Instruction[]): Map<Address, Use> {
  const uses = new Map<Address, Use>();
  const useOf = (account: Address): Use => {
    const use = uses.get(account) ?? { signs: false, writes: false, isCalled: false };
    uses.set(account, use);
    return use;
  };
  Object.assign(useOf(payer), { signs: true, writes: true });
  for (const { programAddress, accounts } of instructions) {
    useOf(programAddress).isCalled = true;
    for (const account of accounts) {
      const use = useOf(account.address);
      use.signs ||= isSigner(account);
      use.writes ||= isWritable(account);
    }
  }
  return uses;
}

/**
 * The instructions of a message, each account with its role in the whole message.
 *
 * Errors: INVALID_TRANSACTION when the message uses lookup tables, whose content it does not contain.
 *
 * @example
 * ```ts
 * import { decodeInstruction, decodeTransaction, instructionsOf, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const bytes: Uint8Array;
 * const { settlement } = LOCALNET_PROGRAM_IDS;
 * for (const { programAddress, data } of instructionsOf(decodeTransaction(bytes).message))
 *   if (programAddress === settlement) console.log(decodeInstruction(data).name);
 * ```
 */
export function instructionsOf(message: Message): Instruction[] {
  const { accounts, instructions, lookups } = message;
  if (lookups.length > 0) return invalid('its accounts are in lookup tables', encodeMessage(message));
  const metas = accounts.map((address, i) => ({ address, role: roleAt(message, i) }));
  return instructions.map(({ programIndex, accountIndexes, data }) => ({
    programAddress: accounts[programIndex] as Address,
    accounts: accountIndexes.map((place) => metas[place] as (typeof metas)[number]),
    data,
  }));
}

/** The role of one of the message's own accounts. */
function roleAt({ header, accounts }: Message, place: number) {
  const signer = place < header.signers;
  const end = signer ? header.signers - header.readonlySigners : accounts.length - header.readonlyOthers;
  return roleOf({ signer, writable: place < end });
}

/** The high bit of the first byte marks a versioned message. */
const VERSION_0 = 0x80;

/**
 * The bytes of a message: what its signatures sign. Errors: INVALID_ADDRESS for a malformed address or blockhash.
 *
 * @example
 * ```ts
 * import { encodeMessage, type Signer, type Transaction } from '@linesman/sdk/program';
 *
 * declare const transaction: Transaction;
 * declare const wallet: Signer;
 * const signature = wallet.sign(encodeMessage(transaction.message)); // 64 bytes
 * ```
 */
export function encodeMessage(message: Message): Uint8Array {
  const { version, header, accounts, blockhash, instructions, lookups } = message;
  if (version === 1) return messageV1Bytes(message);
  const { signers, readonlySigners, readonlyOthers } = header;
  const parts = [
    Uint8Array.of(...(version === 0 ? [VERSION_0] : []), signers, readonlySigners, readonlyOthers),
    ...list(accounts.map(addressBytes)),
    // A blockhash is encoded like an address.
    addressBytes(blockhash as Address),
    ...list(
      instructions.map(({ programIndex, accountIndexes, data }) =>
        concatBytes(Uint8Array.of(programIndex), ...bytes(accountIndexes), ...bytes(data)),
      ),
    ),
  ];
  if (version === 0)
    parts.push(
      ...list(
        lookups.map(({ table, writable, readonly }) =>
          concatBytes(addressBytes(table), ...bytes(writable), ...bytes(readonly)),
        ),
      ),
    );
  return concatBytes(...parts);
}

const list = (items: readonly Uint8Array[]): Uint8Array[] => [lengthPrefix(items.length), ...items];
const bytes = (content: Uint8Array | readonly number[]): Uint8Array[] => [
  lengthPrefix(content.length),
  Uint8Array.from(content),
];

/** A length in the compact-u16 encoding: 7 bits a byte, lowest first. */
export function lengthPrefix(length: number): Uint8Array {
  const prefix: number[] = [];
  let rest = length;
  do {
    prefix.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.from(prefix);
}

/**
 * Decodes a message. Errors: INVALID_TRANSACTION when the bytes are malformed, or an index in them points nowhere.
 *
 * @example
 * ```ts
 * import { decodeMessage, encodeMessage, type Message } from '@linesman/sdk/program';
 *
 * declare const message: Message;
 * const copy = decodeMessage(encodeMessage(message));
 * ```
 */
export function decodeMessage(source: Uint8Array): Message {
  const from = new MessageReader(source);
  const message = readMessage(from);
  if (from.rest().length > 0) return from.invalid('something follows them');
  return checked(message, from);
}

/** Reads a message, and leaves the bytes after it. Errors: INVALID_TRANSACTION. */
export function readMessage(from: MessageReader): Message {
  const first = from.byte();
  if (first === VERSION_1) return readMessageV1(from);
  const version = (first & VERSION_0) === 0 ? 'legacy' : 0;
  if (version === 0 && first !== VERSION_0) return from.invalid(`version ${first & 0x7f} is not known`);
  const signers = version === 0 ? from.byte() : first;
  const header = { signers, readonlySigners: from.byte(), readonlyOthers: from.byte() };
  const accounts = from.list(() => addressOf(from.take(32)));
  const blockhash = addressOf(from.take(32));
  const instructions = from.list(() => ({
    programIndex: from.byte(),
    accountIndexes: [...from.take(from.length())],
    data: from.take(from.length()),
  }));
  const lookups =
    version === 'legacy'
      ? []
      : from.list(() => ({
          table: addressOf(from.take(32)),
          writable: [...from.take(from.length())],
          readonly: [...from.take(from.length())],
        }));
  return { version, header, accounts, blockhash, instructions, lookups };
}

/** The message, if its header and indices point to something. Errors: INVALID_TRANSACTION. */
export function checked(message: Message, from: MessageReader): Message {
  const { header, accounts, instructions, lookups } = message;
  const { signers, readonlySigners, readonlyOthers } = header;
  if (signers === 0 || readonlySigners >= signers || signers + readonlyOthers > accounts.length)
    return from.invalid('the header does not fit the accounts');
  const looked = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0);
  const leadsNowhere = instructions.some(
    ({ programIndex, accountIndexes }) =>
      programIndex >= accounts.length || accountIndexes.some((place) => place >= accounts.length + looked),
  );
  return leadsNowhere ? from.invalid('an instruction names an account that is not there') : message;
}
