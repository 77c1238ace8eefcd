import { spawnSync } from 'node:child_process';
import * as spl from '@solana/spl-token';
import { describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { associatedTokenAddress, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import {
  createTokenAccount,
  freezeAccountsAtFirst,
  initializeMint,
  issueTokens,
  MINT_SIZE,
  MINT_WITH_STATE_SIZE,
  mintTo,
} from '../../ts/sdk/program/tokenInstructions.js';
import { toPublicKey, toTransactionInstruction } from '../../ts/sdk/web3/convert.js';

const [mint, owner, authority] = [1, 2, 3].map((n) => KeyPair.fromSeed(new Uint8Array(32).fill(n)).address) as [
  Address,
  Address,
  Address,
];
const account = associatedTokenAddress(mint, owner, TOKEN_PROGRAM_ID);

describe('instructions of the token programs', () => {
  it('equal those of their own library', () => {
    const [mintKey, accountKey] = [toPublicKey(mint), toPublicKey(account)];
    const [ownerKey, authorityKey] = [toPublicKey(owner), toPublicKey(authority)];
    expect(toTransactionInstruction(mintTo(mint, account, authority, 2n ** 64n - 1n))).toEqual(
      spl.createMintToInstruction(mintKey, accountKey, authorityKey, 2n ** 64n - 1n),
    );
    expect(toTransactionInstruction(mintTo(mint, account, authority, 1n, TOKEN_2022_PROGRAM_ID))).toEqual(
      spl.createMintToInstruction(mintKey, accountKey, authorityKey, 1n, [], spl.TOKEN_2022_PROGRAM_ID),
    );
    expect(toTransactionInstruction(createTokenAccount(mint, owner, authority))).toEqual(
      spl.createAssociatedTokenAccountIdempotentInstruction(authorityKey, accountKey, ownerKey, mintKey),
    );
    expect(issueTokens(mint, owner, authority, 7n).map(toTransactionInstruction)).toEqual([
      spl.createAssociatedTokenAccountIdempotentInstruction(authorityKey, accountKey, ownerKey, mintKey),
      spl.createMintToInstruction(mintKey, accountKey, authorityKey, 7n),
    ]);
    expect(toTransactionInstruction(freezeAccountsAtFirst(mint))).toEqual(
      spl.createInitializeDefaultAccountStateInstruction(mintKey, spl.AccountState.Frozen),
    );
    const freezable = { tokenProgram: TOKEN_2022_PROGRAM_ID, freezeAuthority: authority };
    expect(toTransactionInstruction(initializeMint(mint, 6, owner, freezable))).toEqual(
      spl.createInitializeMint2Instruction(mintKey, 6, ownerKey, authorityKey, spl.TOKEN_2022_PROGRAM_ID),
    );
    const theirs = spl.createInitializeMint2Instruction(mintKey, 6, ownerKey, null);
    const ours = toTransactionInstruction(initializeMint(mint, 6, owner));
    expect([ours.programId, ours.keys]).toEqual([theirs.programId, theirs.keys]);
    expect(spl.decodeInitializeMint2Instruction(ours).data).toMatchObject({ decimals: 6, freezeAuthority: null });
    expect(MINT_SIZE).toBe(spl.MINT_SIZE);
    expect(MINT_WITH_STATE_SIZE).toBe(spl.getMintLen([spl.ExtensionType.DefaultAccountState]));
  });

  it('load without printing to standard error', () => {
    const code = "await import('./ts/service/commands/oracle/runServe.ts')";
    const { stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
