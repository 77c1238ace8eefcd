import { existsSync, readFileSync } from 'node:fs';
import { type Idl, Program } from '@coral-xyz/anchor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAnchor, fromAnchor } from '../../../../tests/helpers/anchorValue.js';
import { INSTRUCTION_ARGUMENTS } from '../../../../tests/helpers/instructionArguments.js';
import { INSTRUCTIONS, type InstructionKey } from '../instructions.js';
import type { InstructionKind } from './define.js';

// The IDLs are generated from the programs' source, so code that agrees with them agrees with the programs.
const OURS = new Map(
  Object.entries(INSTRUCTIONS).map(([key, one]) => [
    one.name,
    { key: key as InstructionKey, instruction: one as unknown as InstructionKind<object> },
  ]),
);
const idlOf = (name: string): Idl | undefined => {
  const file = new URL(`../../../../programs/artifacts/${name}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Idl) : undefined;
};
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

describe.each(['oracle', 'settlement'] as const)('the IDL of the %s program', (program) => {
  const idl = idlOf(program);
  if (!idl) {
    it.skip('is missing: build the programs first');
    return;
  }

  it('has our default address', async () => {
    const { LOCALNET_PROGRAM_IDS } = await import('../programId.js');
    expect(idl.address).toBe(LOCALNET_PROGRAM_IDS[program]);
  });

  it.each(idl.instructions.map((one) => [one.name, one] as const))(
    'lists the accounts of our %s',
    (name, instruction) => {
      const ours = OURS.get(name)?.instruction;
      expect(ours?.program).toBe(program);
      expect([...(ours?.discriminator ?? [])]).toEqual(instruction.discriminator);
      const accounts = instruction.accounts.map((account) => {
        const { writable, signer } = account as { writable?: boolean; signer?: boolean };
        return [camel(account.name), `${writable ? 'w' : ''}${signer ? 's' : ''}`];
      });
      expect(ours?.accounts).toEqual(accounts);
    },
  );

  const { coder } = new Program(idl, { connection: {} as never });
  it.each(idl.instructions.map(({ name }) => name))('decodes the arguments of our %s', (name) => {
    const { key, instruction } = OURS.get(name) ?? {};
    if (!key || !instruction) throw new Error(`no instruction ${name}`);
    fc.assert(
      fc.property(INSTRUCTION_ARGUMENTS[key], (args) => {
        const read = (
          coder.instruction as unknown as { decode(data: Buffer): { name: string; data: unknown } | null }
        ).decode(Buffer.from(instruction.encode(args)));
        expect(read?.name).toBe(camel(name));
        expect(fromAnchor(read?.data)).toEqual(asAnchor(args));
      }),
      { seed: 5, numRuns: 40 },
    );
  });
});
