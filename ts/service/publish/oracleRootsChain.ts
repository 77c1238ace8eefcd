import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { fail, LinesmanError } from '../../error/index.js';
import { fixturesTimeOf, type Root, slotTimeOf } from '../../format/index.js';
import {
  type Chain,
  fixturesRootsAddress,
  insertBatchRootInstruction,
  insertFixturesRootInstruction,
  insertScoresRootInstruction,
  oddsRootsAddress,
  scoresRootsAddress,
} from '../../program/index.js';
import { dailyRoot, fixturesRoot } from '../../proof/index.js';
import type { BatchKey } from '../store/index.js';
import type { RootsChain } from './rootsChain.js';

export interface OracleRootsParameters {
  /** The oracle program. */
  readonly oracle: PublicKey;
  /** The publisher of its configuration; it pays. */
  readonly publisher: PublicKey;
  readonly chain: Pick<Chain, 'account'>;
  /** Sends the instruction in a transaction that the publisher signs, and waits until it has landed; throws the program's error when it failed. */
  readonly send: (instruction: TransactionInstruction, signal?: AbortSignal) => Promise<void>;
}

/** The roots accounts of an oracle program. */
export function oracleRootsChain({ oracle, publisher, chain, send }: OracleRootsParameters): RootsChain {
  return {
    readRoot: async (key) => {
      const account = await chain.account(addressOf(key, oracle));
      // An address that only holds lamports is no roots account yet.
      if (account === null || account.data.length === 0) return null;
      if (!account.owner.equals(oracle))
        return fail(2004, { message: `The ${key.kind} roots account belongs to ${account.owner}, not to ${oracle}.` });
      return rootIn(account.data, key);
    },
    insertRoot: (key, root, signal) => send(instructionOf(key, root, oracle, publisher), signal),
  };
}

function addressOf({ kind, slotStart }: BatchKey, oracle: PublicKey): PublicKey {
  const { epochDay } = slotTimeOf(slotStart);
  if (kind === 'scores') return scoresRootsAddress(epochDay, oracle).address;
  if (kind === 'odds') return oddsRootsAddress(epochDay, oracle).address;
  return fixturesRootsAddress(epochDay, oracle).address;
}

function instructionOf(
  { kind, slotStart }: BatchKey,
  root: Root,
  oracle: PublicKey,
  publisher: PublicKey,
): TransactionInstruction {
  if (kind === 'scores') return insertScoresRootInstruction(oracle, publisher, slotTimeOf(slotStart), root);
  if (kind === 'odds') return insertBatchRootInstruction(oracle, publisher, slotTimeOf(slotStart), root);
  return insertFixturesRootInstruction(oracle, publisher, fixturesTimeOf(slotStart), root);
}

/** 6007, no root yet, is an answer here. */
function rootIn(account: Uint8Array, { kind, slotStart }: BatchKey): Root | null {
  try {
    return kind === 'fixtures'
      ? fixturesRoot(account, fixturesTimeOf(slotStart), 2006)
      : dailyRoot(kind, account, slotTimeOf(slotStart));
  } catch (error) {
    if (error instanceof LinesmanError && error.number === 6007) return null;
    throw error;
  }
}
