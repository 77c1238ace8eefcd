import { writeFileSync } from 'node:fs';
import { errnoOf, flagOf, jsonValue, outline, type Row, rows, type Terminal } from '@linesman/cli';
import {
  FILE_NOT_WRITABLE,
  fail,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
  TRANSACTION_TOO_LARGE,
  terminalText,
} from '@linesman/sdk/error';
import {
  type Address,
  compileMessage,
  decodeInstruction,
  decodeTransaction,
  encodeTransaction,
  type Instruction,
  instructionsOf,
  TRANSACTION_LIMIT,
  UPGRADEABLE_LOADER_ID,
  unsigned,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import { base58 } from '@scure/base';
import type { VaultFlags } from './vaultRows.js';

/** An address that signs elsewhere, and the file for what it has to sign. */
export interface Vault {
  readonly address: Address;
  readonly file: string;
}

/** A transaction that a vault has to sign. */
export interface ForVault {
  /** Its description, such as "change the configuration". */
  readonly what: string;
  readonly instructions: readonly Instruction[];
}

/**
 * The vault of --for; `undefined` without it. `keys`: the options with keys that sign in its place, by their keys in
 * the table. Errors: OPTION_NEEDED for one of --for and --out without the other; OPTION_NOT_APPLICABLE for a key
 * beside it.
 */
export function vaultOf(flags: VaultFlags, keys: Readonly<Record<string, unknown>>): Vault | undefined {
  const { for: address, out: file } = flags;
  if (address === undefined) {
    if (file === undefined) return undefined;
    return fail(OPTION_NEEDED, { problem: 'not alone', option: '--out', needed: ['--for'] });
  }
  if (file === undefined) return fail(OPTION_NEEDED, { problem: 'not alone', option: '--for', needed: ['--out'] });
  for (const [key, value] of Object.entries(keys))
    if (value !== undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option: flagOf(key), for: 'a key here', other: '--for' });
  return { address, file };
}

/** Refuses a vault without the role: the program would refuse it. Errors: OPTION_NOT_APPLICABLE. */
export function checkRole(vault: Vault, role: string, found: Address): void {
  if (found !== vault.address)
    fail(OPTION_NOT_APPLICABLE, { problem: 'other role', role, found, given: vault.address });
}

/**
 * Writes the transactions unless it is a `dryRun`, and shows them; without any, it writes no file. Returns what a JSON
 * document says of it. Errors: TRANSACTION_TOO_LARGE, FILE_NOT_WRITABLE.
 */
export function writeForVault(
  { address, file }: Vault,
  transactions: readonly ForVault[],
  { dryRun, json }: { readonly dryRun?: true; readonly json?: true },
  terminal: Terminal,
): object {
  const lines = transactions.map(({ instructions }) => lineOf(address, instructions));
  const isWritten = lines.length > 0 && !dryRun;
  if (isWritten) {
    try {
      writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    } catch (cause) {
      fail(FILE_NOT_WRITABLE, { file, errno: errnoOf(cause) }, { cause });
    }
  }
  const told = lines.map((line, i) => ({ what: transactions[i]?.what ?? '', ...toldOf(line) }));
  if (!json) terminal.out(textOf(isWritten ? file : null, told));
  return { vault: address, file: isWritten ? file : null, transactions: told };
}

/** Errors: TRANSACTION_TOO_LARGE. */
function lineOf(vault: Address, instructions: readonly Instruction[]): string {
  const wire = encodeTransaction(unsigned(compileMessage(vault, instructions, ZERO_ADDRESS)));
  if (wire.length > TRANSACTION_LIMIT) {
    const data = instructions.map((one) => ({ instruction: one.programAddress, bytes: one.data.length }));
    fail(TRANSACTION_TOO_LARGE, { size: wire.length, limit: TRANSACTION_LIMIT, data });
  }
  return base58.encode(wire);
}

type Told = ReturnType<typeof toldOf> & { readonly what: string };

/** What a line does, from the line alone. */
function toldOf(transaction: string) {
  const wire = base58.decode(transaction);
  const { message } = decodeTransaction(wire);
  const { accounts, header } = message;
  const instructions = instructionsOf(message).map(toldInstruction);
  return { bytes: wire.length, signers: accounts.slice(0, header.signers), instructions, transaction };
}

function toldInstruction({ programAddress: program, accounts, data }: Instruction) {
  // Of the loader, vaults sign only this instruction.
  if (program === UPGRADEABLE_LOADER_ID) {
    const [programData, , authority] = accounts.map(({ address }) => address);
    return { program, name: 'set_authority', args: { programData, authority: authority ?? 'nobody' } };
  }
  const { name, args } = decodeInstruction(data);
  return { program, name, args: withoutNull(jsonValue(args)) };
}

/** Null is a field that stays as it is. */
const withoutNull = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNull(inner)]])),
      );

function textOf(file: string | null, told: readonly Told[]): string {
  if (told.length === 0) return 'nothing is left to sign, and no file is written\n';
  const head: Row = ['written', file === null ? 'nothing yet' : terminalText(file)];
  const parts = told.map(({ what, bytes, signers, instructions }, i) => {
    const about: Row[] = [
      [`transaction ${i + 1}`, `${what}; ${bytes} bytes`],
      ['signed by', signers.join(' and ')],
    ];
    const does = instructions.map(({ program, name, args }) => `${name} of ${program}\n${outline(args, '  ')}`);
    return `\n${rows(about)}${does.join('')}`;
  });
  return `\n${rows([head])}${parts.join('')}`;
}
