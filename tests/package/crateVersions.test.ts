import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** The crate with the proofs as arguments, in projects of its users: outside the workspace, with their own versions. */

const CRATE = fileURLToPath(new URL('../../crates/wire', import.meta.url));
const MANIFEST = readFileSync(join(CRATE, 'Cargo.toml'), 'utf8');

function hasCargo(): boolean {
  if (spawnSync('cargo', ['--version']).status === 0) return true;
  if (process.env.LINESMAN_REQUIRE_SERVERS) throw new Error('cargo is missing');
  console.info('skipped: cargo is missing');
  return false;
}

/** `1.2` → `1.2.0`. */
function lowestOf(name: string): string {
  const range = new RegExp(`^${name} = \\{ version = "(\\d[\\d.]*)"`, 'm').exec(MANIFEST)?.[1];
  if (range === undefined) throw new Error(`crates/wire needs no plain version of ${name}`);
  return [...range.split('.'), '0', '0'].slice(0, 3).join('.');
}

/** What a program of each kind does with the arguments. Prints a node and a strategy, read and written again. */
const BYTES = `
const NODE: [u8; 33] = [7; 33];
fn node() -> [u8; 33] { let mut node = NODE; node[32] = 1; node }
const STRATEGY: &[u8] = &[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 5, 0, 0, 0, 1];
fn print(written: &[u8]) { println!("{}", written.iter().map(|byte| format!("{byte:02x}")).collect::<String>()); }
`;
const SAID = `${'07'.repeat(32)}01\n00000000000100000000020500000001\n`;

const KINDS = {
  'anchor-lang': {
    features: ', features = ["oracle", "settlement"]',
    code: `#![allow(unexpected_cfgs)]
      use anchor_lang::prelude::*;
      use linesman_wire::{call::settlement, Heap, NDimensionalStrategy, ProofNode, StatValidationInput};
      declare_id!("11111111111111111111111111111111");
      #[program]
      pub mod asked {
          use super::*;
          pub fn ask(_ctx: Context<Ask>, _input: StatValidationInput, _strategy: NDimensionalStrategy) -> Result<()> {
              Ok(())
          }
      }
      #[derive(Accounts)]
      pub struct Ask {}
      ${BYTES}
      fn main() {
          let _heap = Heap;
          // What \`invoke\` takes.
          let _made: fn(Pubkey) -> anchor_lang::solana_program::instruction::Instruction = settlement::finalise_many;
          let _create = linesman_wire::create_account;
          let mut written = vec![];
          ProofNode::deserialize(&mut &node()[..]).unwrap().serialize(&mut written).unwrap();
          print(&written);
          written.clear();
          NDimensionalStrategy::deserialize(&mut &STRATEGY[..]).unwrap().serialize(&mut written).unwrap();
          print(&written);
      }`,
  },
  borsh: {
    features: ', default-features = false, features = ["borsh", "json", "oracle", "settlement"]',
    code: `
      use borsh::{BorshDeserialize, BorshSerialize};
      use linesman_wire as wire;
      ${BYTES}
      fn both<T: BorshSerialize + BorshDeserialize>() {}
      fn main() {
          both::<wire::StatValidationInput>();
          both::<wire::StatValidationInputV4>();
          both::<wire::OddsValidationInputV4>();
          both::<wire::Odds>();
          both::<wire::Fixture>();
          both::<wire::BatchMetadata>();
          both::<wire::CompactProof>();
          let _made = wire::call::oracle::accept_admin;
          let _read = wire::oracle_config::OracleKeys::read(&[]);
          print(&borsh::to_vec(&wire::ProofNode::try_from_slice(&node()).unwrap()).unwrap());
          print(&borsh::to_vec(&wire::NDimensionalStrategy::try_from_slice(STRATEGY).unwrap()).unwrap());
      }`,
  },
} as const;

describe.runIf(hasCargo())('linesman-wire outside the workspace', () => {
  const folder = temporaryFolder('crate');

  const cargo = (project: string, ...args: readonly string[]) =>
    spawnSync('cargo', [...args, '--manifest-path', join(project, 'Cargo.toml')], {
      encoding: 'utf8',
      // Without the settings of the user who runs the tests. One folder, so that common dependencies of both kinds are
      // built once.
      env: { ...process.env, CARGO_TARGET_DIR: join(folder, 'target'), RUSTFLAGS: '' },
    });

  const versions = (['anchor-lang', 'borsh'] as const).flatMap((name) => [
    [name, 'lowest', `=${lowestOf(name)}`] as const,
    [name, 'highest', lowestOf(name)] as const,
  ]);

  test.each(versions)('is built and works with %s, %s version (%s)', (name, which, version) => {
    const project = join(folder, `${name}-${which}`);
    mkdirSync(join(project, 'src'), { recursive: true });
    const { features, code } = KINDS[name];
    writeFileSync(
      join(project, 'Cargo.toml'),
      `[package]\nname = "asked"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n` +
        `linesman-wire = { path = ${JSON.stringify(CRATE)}${features} }\n${name} = "${version}"\n[workspace]\n`,
    );
    writeFileSync(join(project, 'src/main.rs'), code);
    const { status, stdout, stderr } = cargo(project, 'run', '--quiet');
    expect([status, stdout, status === 0 ? '' : stderr]).toEqual([0, SAID, '']);
    const tree = cargo(project, 'tree', '--edges', 'normal', '--prefix', 'none').stdout;
    const found = [...tree.matchAll(new RegExp(`^${name} v(\\S+)`, 'gm'))].map((match) => match[1]);
    console.info(`${name} ${[...new Set(found)].join(', ')}`);
    // One copy: a second one would have other traits.
    expect(new Set(found).size).toBe(1);
    if (which === 'lowest') expect(found[0]).toBe(version.slice(1));
    expect(/^anchor-lang /m.test(tree)).toBe(name === 'anchor-lang');
  });

  test('says which features there are to one who takes none', () => {
    const project = join(folder, 'none');
    mkdirSync(join(project, 'src'), { recursive: true });
    writeFileSync(
      join(project, 'Cargo.toml'),
      `[package]\nname = "none"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n` +
        `linesman-wire = { path = ${JSON.stringify(CRATE)}, default-features = false }\n[workspace]\n`,
    );
    writeFileSync(join(project, 'src/main.rs'), 'fn main() {}');
    const { status, stderr } = cargo(project, 'check', '--quiet');
    expect([status, stderr]).toEqual([101, expect.stringContaining('needs one of its features `anchor`')]);
  });
});
