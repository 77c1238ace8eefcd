import { readFileSync } from 'node:fs';
import { base58 } from '@scure/base';

/**
 * `crates/wire/src/call`: a function for each instruction of a program, made from its committed IDL, so that programs
 * and clients in Rust need not write instruction data themselves. `LINESMAN_WRITE=1 npx vitest run tools/idl` writes
 * the files.
 */

export type ProgramName = 'oracle' | 'settlement';

export type Type =
  | string
  | { readonly defined: { readonly name: string } }
  | { readonly option: Type }
  | { readonly vec: Type }
  | { readonly array: readonly [Type, number] };

interface Named {
  readonly name: string;
  readonly docs?: readonly string[];
}

export interface Field extends Named {
  readonly type: Type;
}

interface Defined extends Named {
  readonly type:
    | { readonly kind: 'struct'; readonly fields: readonly Field[] }
    | { readonly kind: 'enum'; readonly variants: readonly (Named & { readonly fields?: readonly (Field | Type)[] })[] }
    | { readonly kind: 'type' };
}

interface Account extends Named {
  readonly writable?: boolean;
  readonly signer?: boolean;
  /** Of an account that is always the same. */
  readonly address?: string;
}

export interface Instruction extends Named {
  readonly discriminator: readonly number[];
  readonly accounts: readonly Account[];
  readonly args: readonly Field[];
}

interface Idl {
  readonly instructions: readonly Instruction[];
  readonly types: readonly Defined[];
}

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const idlOf = (program: ProgramName): Idl => JSON.parse(textOf(`programs/artifacts/${program}.json`));

export const IDLS: Readonly<Record<ProgramName, Idl>> = { oracle: idlOf('oracle'), settlement: idlOf('settlement') };

/** The types that the crate has already. */
export const CRATE_TYPES: ReadonlySet<string> = new Set(
  textOf('crates/wire/src/lib.rs').match(/(?<=^(?:pub use| {4})[^;]*)\b[A-Z]\w+/gm) ?? [],
);

/** Types that Rust has by other names. Addresses are bytes, because not every `Pubkey` has the traits of our Borsh. */
const NAMES: Readonly<Record<string, string>> = { pubkey: '[u8; 32]', string: 'String', bytes: 'Vec<u8>' };

function rustOf(type: Type): string {
  if (typeof type === 'string') return NAMES[type] ?? type;
  if ('defined' in type) return type.defined.name;
  if ('option' in type) return `Option<${rustOf(type.option)}>`;
  if ('vec' in type) return `Vec<${rustOf(type.vec)}>`;
  return `[${rustOf(type.array[0])}; ${type.array[1]}]`;
}

/** Whether an argument is passed by value; all others are borrowed. */
export const isPlain = (type: Type): boolean => typeof type === 'string' && NAMES[type] === undefined;

function passed(type: Type): string {
  if (isPlain(type)) return rustOf(type);
  return typeof type === 'object' && 'vec' in type ? `&[${rustOf(type.vec)}]` : `&${rustOf(type)}`;
}

function namesIn(type: Type): string[] {
  if (typeof type === 'string') return [];
  if ('defined' in type) return [type.defined.name];
  return namesIn('option' in type ? type.option : 'vec' in type ? type.vec : type.array[0]);
}

export const isField = (one: Field | Type): one is Field => typeof one === 'object' && 'type' in one;

const typesIn = ({ type }: Defined): readonly Type[] => {
  const fields = type.kind === 'enum' ? type.variants.flatMap((one) => one.fields ?? []) : [];
  return (type.kind === 'struct' ? type.fields : fields).map((one) => (isField(one) ? one.type : one));
};

/** Links of the programs' documents lead nowhere here. */
const docs = (lines: readonly string[] = [], indent = ''): string =>
  lines.map((line) => `${indent}/// ${line.replaceAll(/\[(`[^`]*`)\](\([^)]*\))?/g, '$1')}\n`).join('');

function declared({ name, docs: about, type }: Defined): string {
  if (type.kind === 'type') return '';
  const members =
    type.kind === 'struct'
      ? type.fields.map((one) => `${docs(one.docs, '    ')}    pub ${one.name}: ${rustOf(one.type)},\n`)
      : type.variants.map(({ name: variant, docs: said, fields = [] }) => {
          const inside = fields.map((one) => (isField(one) ? `${one.name}: ${rustOf(one.type)}` : rustOf(one)));
          const [open, close] = fields.every(isField) ? [' { ', ' }'] : ['(', ')'];
          return `${docs(said, '    ')}    ${variant}${fields.length > 0 ? open + inside.join(', ') + close : ''},\n`;
        });
  return `${docs(about)}#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub ${type.kind} ${name} {\n${members.join('')}}\n`;
}

export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A constant for each address. Accounts of one name may have several: `token_program` is either token program. */
function constantsOf({ instructions }: Idl): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const { name, address } of instructions.flatMap(({ accounts }) => accounts)) {
    if (address === undefined || constants.has(address)) continue;
    const constant = name.toUpperCase();
    const others = [...constants.values()].filter((one) => one.replace(/_\d$/, '') === constant).length;
    constants.set(address, others === 0 ? constant : `${constant}_${others + 1}`);
  }
  return constants;
}

function accountsOf(name: string, given: readonly Account[]): string {
  if (given.length === 0) return '';
  const fields = given.map((one) => `${docs(one.docs, '    ')}    pub ${one.name}: Pubkey,\n`);
  return `/// Accounts of [\`${name}\`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ${pascal(name)}Accounts {\n${fields.join('')}}\n\n`;
}

function call(
  { name, docs: about, discriminator, accounts, args }: Instruction,
  constants: ReadonlyMap<string, string>,
) {
  const given = accounts.filter(({ address }) => address === undefined);
  const parameters = [
    'program: Pubkey',
    ...(given.length > 0 ? [`accounts: &${pascal(name)}Accounts`] : []),
    ...args.map((one) => `${one.name}: ${passed(one.type)}`),
  ].map((one) => `    ${one},\n`);
  const metas = accounts.map(({ name: word, writable, signer, address }) => {
    const key = address === undefined ? `accounts.${word}` : constants.get(address);
    return `            AccountMeta::${writable ? 'new' : 'new_readonly'}(${key}, ${signer === true}),\n`;
  });
  const writes = args.map((one) => `    write(&mut data, ${isPlain(one.type) ? '&' : ''}${one.name});\n`);
  return `${accountsOf(name, given)}${docs(about)}${
    parameters.length > 7 ? '#[allow(clippy::too_many_arguments)]\n' : ''
  }pub fn ${name}(\n${parameters.join('')}) -> Instruction {
    let ${writes.length > 0 ? 'mut ' : ''}data = vec![${discriminator.join(', ')}];
${writes.join('')}    Instruction {
        program_id: program,
        accounts: vec![\n${metas.join('')}        ],
        data,
    }\n}\n`;
}

/** The file of a program. */
export function rustCalls(program: ProgramName): string {
  const idl = IDLS[program];
  const used = new Set(idl.instructions.flatMap(({ args }) => args.flatMap(({ type }) => namesIn(type))));
  // Those that it adds are visited, too.
  for (const name of used)
    for (const one of CRATE_TYPES.has(name) ? [] : idl.types.filter((type) => type.name === name))
      for (const inner of typesIn(one).flatMap(namesIn)) used.add(inner);
  const types = idl.types.filter(({ name }) => used.has(name) && !CRATE_TYPES.has(name));
  const fromCrate = [...used].filter((name) => CRATE_TYPES.has(name)).sort();
  const constants = constantsOf(idl);
  const addresses = [...constants].map(([address, constant]) => {
    const bytes = [...base58.decode(address)];
    const lines = [bytes.slice(0, 16), bytes.slice(16)].map((half) => `    ${half.join(', ')},\n`);
    return `/// ${address}\nconst ${constant}: Pubkey = Pubkey::new_from_array([\n${lines.join('')}]);\n`;
  });
  const parts = [...addresses, ...types.map(declared), ...idl.instructions.map((one) => call(one, constants))];
  return `//! Instructions of the ${program} program, made from its IDL by \`tools/idl/rustCalls.ts\`. If an instruction
//! takes further accounts, push them to \`accounts\` of what you get.

use super::{write, AccountMeta, Instruction, Pubkey};
use crate::codec::*;
use crate::{\n${fromCrate.map((name) => `    ${name},\n`).join('')}};

${parts.join('\n')}`;
}
