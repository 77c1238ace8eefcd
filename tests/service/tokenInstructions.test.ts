import { spawnSync } from 'node:child_process';
import * as spl from '@solana/spl-token';
import { Keypair, type PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress } from '../../ts/program/index.js';
import {
  createTokenAccount,
  freezeAccountsAtFirst,
  initializeMint,
  MINT_SIZE,
  MINT_WITH_STATE_SIZE,
  mintTo,
} from '../../ts/service/chain/tokenInstructions.js';

const [mint, owner, authority] = [1, 2, 3].map((n) => Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
];
const account = associatedTokenAddress(mint, owner, spl.TOKEN_PROGRAM_ID);

describe('instructions of the token programs', () => {
  it('are those of their own library', () => {
    expect(mintTo(mint, account, authority, 2n ** 64n - 1n)).toEqual(
      spl.createMintToInstruction(mint, account, authority, 2n ** 64n - 1n),
    );
    expect(mintTo(mint, account, authority, 1n, spl.TOKEN_2022_PROGRAM_ID)).toEqual(
      spl.createMintToInstruction(mint, account, authority, 1n, [], spl.TOKEN_2022_PROGRAM_ID),
    );
    expect(createTokenAccount(mint, owner, authority)).toEqual(
      spl.createAssociatedTokenAccountIdempotentInstruction(authority, account, owner, mint),
    );
    expect(freezeAccountsAtFirst(mint)).toEqual(
      spl.createInitializeDefaultAccountStateInstruction(mint, spl.AccountState.Frozen),
    );
    const tokenProgram = spl.TOKEN_2022_PROGRAM_ID;
    expect(initializeMint(mint, 6, owner, { tokenProgram, freezeAuthority: authority })).toEqual(
      spl.createInitializeMint2Instruction(mint, 6, owner, authority, tokenProgram),
    );
    const theirs = spl.createInitializeMint2Instruction(mint, 6, owner, null);
    const ours = initializeMint(mint, 6, owner);
    expect([ours.programId, ours.keys]).toEqual([theirs.programId, theirs.keys]);
    expect(spl.decodeInitializeMint2Instruction(ours).data).toMatchObject({ decimals: 6, freezeAuthority: null });
    expect(MINT_SIZE).toBe(spl.MINT_SIZE);
    expect(MINT_WITH_STATE_SIZE).toBe(spl.getMintLen([spl.ExtensionType.DefaultAccountState]));
  });

  it('load without a word on standard error', () => {
    const code = "await import('./ts/cli/runServe.ts')";
    const { stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
