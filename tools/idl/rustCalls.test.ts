import { BN, BorshInstructionCoder, type Idl } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import { test } from 'vitest';
import { expectFile } from '../../tests/helpers/generatedParts.js';
import {
  CRATE_TYPES,
  type Field,
  IDLS,
  type Instruction,
  isField,
  isPlain,
  type ProgramName,
  pascal,
  rustCalls,
  type Type,
} from './rustCalls.js';

/**
 * The functions of `linesman-wire` that make instructions, and the table that holds them to Anchor's client: calls in
 * Rust beside what the client makes of the same arguments. crates/wire/tests/calls compares them.
 */

const PROGRAMS: readonly ProgramName[] = ['oracle', 'settlement'];
const CRATE = new URL('../../crates/wire/', import.meta.url);

/** One value, as Rust writes it and as Anchor's client takes it. */
interface Sample {
  readonly rust: string;
  readonly client: unknown;
}

/** Numbers that differ from field to field, so that no two fields can change places; some need every byte. */
const BEGIN = { u8: 0, u16: 1_000, u32: 2 ** 31, u64: 2 ** 52, i16: -32_000, i32: -(2 ** 31), i64: -(2 ** 52) };

/** Structs that the crate has as the verifier's, by the name of the IDL. */
const OF_VERIFIER: Readonly<Record<string, (fields: string) => string>> = {
  ProofNode: (fields) => `wire::ProofNode::from(Node::new(${fields.replaceAll(/\w+: /g, '')}))`,
  ScoresBatchSummary: (fields) => `wire::ScoresBatchSummary(ScoresSummary { ${fields} })`,
  ScoresUpdateStats: (fields) => `UpdateStats { ${fields} }`,
};

class Samples {
  /** How many rows have every variant of what was made. */
  rows = 1;
  private count = 0;

  /** Row 0 has no options, empty lists and false; each further one the next variant of enums. */
  constructor(
    private readonly program: ProgramName,
    private readonly row: number,
  ) {}

  of(type: Type): Sample {
    this.count += 1;
    if (typeof type === 'string') return this.#primitive(type);
    if ('defined' in type) return this.#defined(type.defined.name);
    if ('array' in type) {
      const [item, length] = type.array;
      if (item !== 'u8') throw new Error(`no sample of an array of ${JSON.stringify(item)}`);
      return { rust: `[${this.count % 256}; ${length}]`, client: Array(length).fill(this.count % 256) };
    }
    this.rows = Math.max(this.rows, 2);
    if ('option' in type) {
      if (this.row === 0) return { rust: 'None', client: null };
      const { rust, client } = this.of(type.option);
      return { rust: `Some(${rust})`, client };
    }
    const items = this.row === 0 ? [] : [this.of(type.vec), this.of(type.vec)];
    return { rust: `vec![${items.map(({ rust }) => rust).join(', ')}]`, client: items.map(({ client }) => client) };
  }

  #primitive(type: string): Sample {
    if (type === 'bool') {
      this.rows = Math.max(this.rows, 2);
      return { rust: `${this.row > 0}`, client: this.row > 0 };
    }
    const n = this.count % 256;
    if (type === 'string') return { rust: `"text-${n}".to_string()`, client: `text-${n}` };
    if (type === 'pubkey') return { rust: `[${n}; 32]`, client: new PublicKey(Buffer.alloc(32, n)) };
    const value = (BEGIN[type as keyof typeof BEGIN] ?? Number.NaN) + this.count;
    return { rust: `${value}`, client: type.endsWith('64') ? new BN(value) : value };
  }

  #defined(name: string): Sample {
    const path = CRATE_TYPES.has(name) ? `wire::${name}` : `by::${name}`;
    const type = IDLS[this.program].types.find((one) => one.name === name)?.type;
    if (type?.kind === 'struct') return this.#fields(path, type.fields);
    // The only alias: bytes.
    if (type?.kind !== 'enum') return { rust: `${path}(vec![1, 2])`, client: Buffer.from([1, 2]) };
    this.rows = Math.max(this.rows, 1 + type.variants.length);
    const { name: variant = '', fields = [] } = type.variants[Math.max(0, this.row - 1) % type.variants.length] ?? {};
    const { rust, client } = this.#fields(`${path}::${variant}`, fields);
    return { rust, client: { [variant]: client } };
  }

  #fields(path: string, fields: readonly (Field | Type)[]): Sample {
    if (fields.length === 0) return { rust: path, client: {} };
    const made = fields.map((one, i) => {
      const sample = this.of(isField(one) ? one.type : one);
      const name = isField(one) ? one.name : `${i}`;
      return { rust: isField(one) ? `${name}: ${sample.rust}` : sample.rust, client: [name, sample.client] };
    });
    const inside = made.map(({ rust }) => rust).join(', ');
    const named = OF_VERIFIER[path.replace(/^\w+::/, '')] ?? ((text: string) => `${path} { ${text} }`);
    const rust = fields.every(isField) ? named(inside) : `${path}(${inside})`;
    return { rust, client: Object.fromEntries(made.map(({ client }) => client)) };
  }
}

/** Breaks between words, as deep as `indent`, so that no line is too long. */
const folded = (text: string, indent: string): string => {
  const lines = [''];
  for (const word of text.split(' '))
    if ((lines.at(-1) ?? '').length + word.length > 100) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  return lines.map((line) => `${indent}${line}\n`).join('');
};

/** Calls of an instruction until each variant of its arguments has been there. */
function rowsOf(program: ProgramName, coder: BorshInstructionCoder, one: Instruction): string {
  const rows: string[] = [];
  for (let count = 1; rows.length < count; ) {
    const samples = new Samples(program, rows.length);
    rows.push(rowOf(samples, coder, one));
    count = Math.max(count, samples.rows);
  }
  return rows.join('');
}

function rowOf(samples: Samples, coder: BorshInstructionCoder, one: Instruction): string {
  const args = one.args.map(({ name, type }) => ({ name, type, sample: samples.of(type) }));
  const given = one.accounts
    .filter(({ address }) => address === undefined)
    .map(({ name }, i) => `${name}: key(${i + 1})`);
  const accounts = given.length > 0 ? [`&by::${pascal(one.name)}Accounts { ${given.join(', ')} }`] : [];
  const call = [
    'PROGRAM',
    ...accounts,
    ...args.map(({ type, sample }) => `${isPlain(type) ? '' : '&'}${sample.rust.replace(/^vec!/, '')}`),
  ].join(', ');
  const data = coder.encode(one.name, Object.fromEntries(args.map(({ name, sample }) => [name, sample.client])));
  let key = 0;
  const metas = one.accounts.map(
    ({ address, writable, signer }) => `"${address ?? ++key}:${writable ? 'w' : ''}${signer ? 's' : ''}"`,
  );
  const hex = data.toString('hex').match(/.{1,100}/g) ?? [];
  return (
    `    check(\n${folded(`by::${one.name}(${call}),`, '        ')}` +
    `${folded(`&[${metas.join(', ')}],`, '        ')}` +
    `        "\\\n${hex.map((line) => `        ${line}\\\n`).join('')}        ",\n    );\n`
  );
}

function table(program: ProgramName): string {
  const coder = new BorshInstructionCoder(IDLS[program] as unknown as Idl);
  const tests = IDLS[program].instructions.map(
    (one) => `\n#[test]\nfn ${one.name}() {\n${rowsOf(program, coder, one)}}\n`,
  );
  return (
    '//! Calls of each function, beside the accounts and data that Anchor has for the same arguments by the IDL:\n' +
    '//! `LINESMAN_WRITE=1 npx vitest run tools/idl` writes this file.\n\n' +
    'use linesman_verifier::{Node, ScoresSummary, UpdateStats};\n' +
    `use linesman_wire::{self as wire, call::${program} as by};\n\n` +
    `use crate::{check, key, PROGRAM};\n${tests.join('')}`
  );
}

test.each(PROGRAMS)('the functions for the %s program, and their table, are those of its IDL', (program) => {
  expectFile(new URL(`src/call/${program}.rs`, CRATE), rustCalls(program));
  expectFile(new URL(`tests/calls/${program}.rs`, CRATE), table(program));
});
