import type { PublicKey } from '@solana/web3.js';
import { fail, LinesmanError } from '../../error/index.js';
import { fixturesTimeOf, type Root, slotTimeOf } from '../../format/index.js';
import { type Chain, fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../program/index.js';
import { untilAborted } from '../../program/untilAborted.js';
import { dailyRoot, fixturesRoot } from '../../proof/index.js';
import type { BatchKey } from '../store/index.js';
import type { RootsReader } from './rootsChain.js';

export interface OracleRootsReaderParameters {
  /** The oracle program. */
  readonly oracle: PublicKey;
  readonly chain: Pick<Chain, 'account'>;
}

/** The roots accounts of an oracle program, for reading. 7090 when the signal ends the wait, 2004 when an account belongs to another program. */
export function oracleRootsReader({ oracle, chain }: OracleRootsReaderParameters): RootsReader {
  return {
    readRoot: async (key, signal) => {
      const account = await untilAborted(() => chain.account(addressOf(key, oracle)), signal);
      // An address that only holds lamports is no roots account yet.
      if (account === null || account.data.length === 0) return null;
      if (!account.owner.equals(oracle))
        return fail(2004, { message: `The ${key.kind} roots account belongs to ${account.owner}, not to ${oracle}.` });
      return rootIn(account.data, key);
    },
  };
}

function addressOf({ kind, slotStart }: BatchKey, oracle: PublicKey): PublicKey {
  const { epochDay } = slotTimeOf(slotStart);
  if (kind === 'scores') return scoresRootsAddress(epochDay, oracle).address;
  if (kind === 'odds') return oddsRootsAddress(epochDay, oracle).address;
  return fixturesRootsAddress(epochDay, oracle).address;
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
