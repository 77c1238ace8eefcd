import { fail, INVALID_NUMBER, isError, LinesmanError, REQUEST_ABORTED } from '@linesman/sdk/error';
import { FIXTURE_ID_LIMIT } from '@linesman/sdk/internal/format/fixtureIdLimit';
import {
  type AccountKind,
  type Address,
  type BytesAt,
  fetchAccount,
  type Market,
  marketAccount,
  type Parlay,
  type ProgramAccount,
  type ProgramIds,
  parlayAccount,
} from '@linesman/sdk/program';
import type { KeeperOptions } from './keeperOptions.js';

interface Accounts {
  readonly market: Market;
  readonly parlay: Parlay;
}
type PoolKind = keyof Accounts;

const LAYOUTS: { readonly [Kind in PoolKind]: AccountKind<Accounts[Kind]> } = {
  market: marketAccount,
  parlay: parlayAccount,
};

/** A market or a parlay. */
export type Pool = PoolOf<'market'> | PoolOf<'parlay'>;

export interface PoolOf<Kind extends PoolKind> {
  readonly kind: Kind;
  readonly address: Address;
  readonly account: Accounts[Kind];
}

/** Where pools are read. */
interface PoolsAt {
  readonly chain: Pick<KeeperOptions['chain'], 'account' | 'accountsOf'>;
  readonly programs: Pick<ProgramIds, 'settlement'>;
}

/** Matches all accounts of a kind. */
export const filterOf = (kind: PoolKind): BytesAt => ({ offset: 0, bytes: LAYOUTS[kind].discriminator });

/** The account that was read. */
export const accountOf = ({ kind, address, account }: Pool): ProgramAccount => ({
  address,
  data: kind === 'market' ? marketAccount.encode(account) : parlayAccount.encode(account),
});

/** Reads a pool again. Errors: those of `fetchAccount`. */
export async function readPool<Kind extends PoolKind>(
  { chain, programs }: PoolsAt,
  { kind, address }: { readonly kind: Kind; readonly address: Address },
): Promise<PoolOf<Kind>> {
  return { kind, address, account: await fetchAccount(chain, LAYOUTS[kind], address, programs.settlement) };
}

/**
 * Reads the pools of a kind.
 *
 * @param chosen Only these. Default: all of the settlement program.
 * @param onUnusable Called for an account that cannot be used, with ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT or
 *   INVALID_NUMBER.
 */
export async function listPools<Kind extends PoolKind>(
  options: PoolsAt,
  kind: Kind,
  chosen: readonly Address[] | undefined,
  onUnusable: (account: { readonly kind: Kind; readonly address: Address }, error: LinesmanError) => void,
): Promise<PoolOf<Kind>[]> {
  const usable = async (address: Address, read: () => PoolOf<Kind> | Promise<PoolOf<Kind>>) => {
    try {
      const pool = await read();
      if ('fixtureId' in pool.account.terms) checkFixtureId(pool.account.terms.fixtureId);
      return [pool];
    } catch (error) {
      if (!(error instanceof LinesmanError) || isError(error, REQUEST_ABORTED)) throw error;
      onUnusable({ kind, address }, error);
      return [];
    }
  };
  if (chosen) {
    const read = chosen.map((address) => usable(address, () => readPool(options, { kind, address })));
    return (await Promise.all(read)).flat();
  }
  const found = await options.chain.accountsOf(options.programs.settlement, [filterOf(kind)]);
  const decoded = found.map(({ address, data }) =>
    usable(address, () => ({ kind, address, account: LAYOUTS[kind].decode(data) })),
  );
  return (await Promise.all(decoded)).flat();
}

/** Anyone may make a market with an id that no service has. */
function checkFixtureId(value: number): void {
  if (value < 1 || value >= FIXTURE_ID_LIMIT)
    fail(INVALID_NUMBER, { terms: 'market', path: 'fixtureId', value, expected: '1 to 2^48 − 1' });
}

/** Whether anybody has staked on it. A market without stakes may be the leg of a parlay that has some. */
export const isStaked = ({ account }: Pool): boolean =>
  account.totals.some((total) => total > 0n) || ('parlays' in account && account.parlays > 0);
