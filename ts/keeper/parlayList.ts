import { errorOf, LinesmanError, UNEXPECTED_ACCOUNT } from 'linesman/error';
import { type Address, type Parlay, type ProgramIds, parlayAccount } from 'linesman/program';
import type { KeeperChain } from './keeperChain.js';

/** The account layout that this keeper understands. */
const VERSION = 1;

export interface ListedParlay {
  readonly address: Address;
  readonly parlay: Parlay;
}

/**
 * Reads all parlays of the settlement program.
 *
 * @param onUnusable Called for an account that cannot be used, with UNEXPECTED_ACCOUNT.
 */
export async function listParlays(
  chain: KeeperChain,
  programs: ProgramIds,
  onUnusable: (address: Address, error: LinesmanError) => void,
): Promise<ListedParlay[]> {
  const found = await chain.accountsOf(programs.settlement, [{ offset: 0, bytes: parlayAccount.discriminator }]);
  return found.flatMap(({ address, data }) => {
    try {
      const parlay = parlayAccount.decode(data);
      if (parlay.version === VERSION) return [{ address, parlay }];
      throw errorOf(UNEXPECTED_ACCOUNT, {
        problem: 'other version',
        what: 'parlay',
        address,
        version: parlay.version,
        expected: VERSION,
      });
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      onUnusable(address, error);
      return [];
    }
  });
}
