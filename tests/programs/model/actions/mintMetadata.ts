import fc from 'fast-check';
import { sha256 } from '../../../../ts/sdk/format/sha256.js';
import {
  ACCOUNT_ROLE,
  type AccountMeta,
  type Instruction,
} from '../../../../ts/sdk/program/instruction/instruction.js';
import { actionKind } from '../action.js';
import type { Mint, World } from '../world.js';

const text = (words: string): Buffer => {
  const bytes = Buffer.from(words);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A metadata instruction for a mint, sent by its authority. */
export function metadataInstruction(
  { issuer }: World,
  { address, program }: Mint,
  name: 'initialize_account' | 'updating_field' | 'update_the_authority',
  content: readonly Uint8Array[],
): Instruction {
  const authority = issuer.publicKey;
  const isNew = name === 'initialize_account';
  const accounts: AccountMeta[] = [
    { address, role: ACCOUNT_ROLE.writable },
    { address: authority, role: isNew ? ACCOUNT_ROLE.readonly : ACCOUNT_ROLE.readonlySigner },
  ];
  if (isNew)
    accounts.push({ address, role: ACCOUNT_ROLE.readonly }, { address: authority, role: ACCOUNT_ROLE.readonlySigner });
  const number = sha256(Buffer.from(`spl_token_metadata_interface:${name}`)).subarray(0, 8);
  return { programAddress: program, accounts, data: Buffer.concat([number, ...content]) };
}

/** The authority of a Token-2022 mint adds metadata and lets it grow and shrink: an extension that money may have. */
export const mintMetadata = actionKind(
  'mint_metadata',
  1,
  fc.record({ field: fc.nat(2), length: fc.nat(60) }),
  async (world, { field, length }) => {
    const mint = world.mint('new');
    const state = world.model.mints.get(mint.name);
    if (!state?.authority) return;
    const value = text('x'.repeat(length));
    const instruction = state.described
      ? // Name, symbol or URI.
        metadataInstruction(world, mint, 'updating_field', [Uint8Array.of(field), value])
      : metadataInstruction(world, mint, 'initialize_account', [text('Money'), text('M'), value]);
    state.described = true;
    await world.attempt('mint_metadata', {}, null, [instruction], [world.issuer]);
  },
);
