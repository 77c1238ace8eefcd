import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import type { FixturesTime, Root } from '../../format/index.js';
import { configAddress, fixturesRootsAddress } from '../address/oracle.js';
import { insertFixturesRoot } from '../instruction/oracle/insertFixturesRoot.js';

/** Publishes the fixtures root of an hour. `publisher` is the one of the oracle's configuration, and pays. */
export function insertFixturesRootInstruction(
  oracle: PublicKey,
  publisher: PublicKey,
  { window, index }: Pick<FixturesTime, 'window' | 'index'>,
  root: Root,
): TransactionInstruction {
  return insertFixturesRoot.build(
    oracle,
    {
      authority: publisher,
      tenDailyFixturesRoots: fixturesRootsAddress(window, oracle).address,
      systemProgram: SystemProgram.programId,
      config: configAddress(oracle).address,
    },
    { epochDay: window, index: BigInt(index), root },
  );
}
